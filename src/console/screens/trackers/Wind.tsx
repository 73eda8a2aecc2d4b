import '../../ui/lists.css';
import { formatDuration, formatNumber, formatQuantity } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { Indicator } from '../../ui/Indicator';
import { stows, type TrackerList } from './tracker-list';

/** The gauge goes a third beyond the limit; where that is not told, to the usual. */
const usualScale = 20;

/** The wind against the limit at which the field goes to safety, and how much of the field is there. */
export function Wind({ list }: { readonly list: TrackerList }) {
  const { wind, devices, stowAt, returnS } = list;
  const scale = stowAt === null ? usualScale : (stowAt * 4) / 3;
  const percent = (value: number) => (100 * value) / scale;
  const stowed = devices.filter(({ mode }) => stows.includes(mode)).length;
  const isOver = wind !== null && stowAt !== null && wind >= stowAt;
  return (
    <>
      <div className="ph">
        <h2>{t('trackers.safety.title')}</h2>
        <small>{t('trackers.safety.limit', { limit: formatQuantity(stowAt, 0, 'm/s') })}</small>
      </div>
      <dl className="kv gauge">
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
