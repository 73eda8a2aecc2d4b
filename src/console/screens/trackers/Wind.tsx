import '../../ui/lists.css';
import { formatDuration, formatNumber, formatQuantity } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { Indicator } from '../../ui/Indicator';
import { stows, type TrackerList } from './tracker-list';

/** The scale ends at four thirds of the limit; without a known limit, at this wind speed, m/s. */
const usualScale = 20;

/** The wind compared with the limit for the safety position, and how many trackers are in it. */
export function Wind({ list }: { readonly list: TrackerList }) {
  const { wind, devices, stowAt, returnS } = list;
  const scale = stowAt === null ? usualScale : (stowAt * 4) / 3;
  const percent = (value: number) => (100 * value) / scale;
  // Nobody's position is known from a moment of the archive.
  const isKnown = devices.some(({ state }) => state !== null);
  const stowed = isKnown ? devices.filter(({ mode }) => stows.includes(mode)).length : null;
  const isOver = wind !== null && stowAt !== null && wind >= stowAt;
  return (
    <>
      <div className="ph">
        <h2>{t('trackers.safety.title')}</h2>
        <small>{t('trackers.safety.limit', { limit: formatQuantity(stowAt, 0, 'm/s') })}</small>
      </div>
      <dl className="kv gauge" translate="no">
        <dt>{t('trackers.safety.wind')}</dt>
        <dd>
          <b>{formatQuantity(wind, 1, 'm/s')}</b>
          <Indicator
            kind="pointer"
            value={wind === null ? null : percent(wind)}
            band={[0, percent(stowAt ?? scale)]}
          />
        </dd>
        <dt>{t('trackers.safety.margin')}</dt>
        <dd>
          {isOver
            ? t('trackers.safety.over')
            : formatQuantity(wind === null || stowAt === null ? null : stowAt - wind, 1, 'm/s')}
        </dd>
        <dt>{t('trackers.safety.stowed')}</dt>
        <dd>
          {t('trackers.safety.count', {
            stowed: formatNumber(stowed, 0),
            total: formatNumber(devices.length, 0),
          })}
        </dd>
        <dt>{t('trackers.safety.back')}</dt>
        <dd>
          {returnS === null
            ? formatNumber(null, 0)
            : t('trackers.safety.after', { time: formatDuration(returnS) })}
        </dd>
      </dl>
    </>
  );
}
