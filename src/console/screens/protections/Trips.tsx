import { plantNowMs } from '../../data/plant-clock';
import { answeredAtS } from '../../data/waiting';
import { formatDuration, formatQuantity, formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { PanelFailure } from '../../ui/PanelFailure';
import { causeWord, type useTrips } from './use-trips';

const shownAtMost = 8;

interface Props extends ReturnType<typeof useTrips> {
  readonly zone: string;
}

/** The history of the openings of one protection, newest first. */
export function Trips({ snapshot, trips, retry, zone }: Props) {
  if (!snapshot.value && snapshot.error) {
    return (
      <PanelFailure
        what={t('protection.trips.failed')}
        cause={snapshot.error.reason}
        lastS={answeredAtS(snapshot)}
        zone={zone}
        onRetry={retry}
      />
    );
  }
  if (!snapshot.value) return <p className="u">{t('protection.trips.reading')}</p>;
  if (trips.length === 0) {
    return (
      <p>
        <b>{t('protection.trips.none')}</b> {t('protection.trips.noneHint')}
      </p>
    );
  }
  return (
    <table className="trips">
      <tbody>
        {trips.slice(0, shownAtMost).map(({ id, code, beginS, endS, value, unit }) => (
          <tr key={id}>
            <td className="u">
              {formatTime(beginS, zone, 'date')} {formatTime(beginS, zone, 'minute')}
            </td>
            <th scope="row">{causeWord(code)}</th>
            <td className="n">{value !== null && formatQuantity(value, unit === 'Hz' ? 2 : 1, unit)}</td>
            <td className="n">
              {endS === null
                ? t('protection.trips.lasting', { time: formatDuration(plantNowMs() / 1000 - beginS) })
                : formatDuration(endS - beginS)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
