import { formatDifference } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { binsOf, Histogram, type Span } from '../../ui/heatmap/Histogram';
import { looks } from './heatmap-marks';
import { isOff, type Tracker } from './tracker-list';

/** Degrees */
const span: Span = { from: -11, to: 11.5, step: 0.5 };
const ticks = [-10, -5, 0, 5, 10];

/** How the trackers spread around their targets. */
export function ErrorSpread({ trackers }: { readonly trackers: readonly Tracker[] }) {
  const told = trackers.flatMap(({ error, kind, isSilent }) =>
    error === null || isSilent ? [] : { value: error, className: looks[kind].className },
  );
  return (
    <>
      <div className="ph">
        <h2>{t('trackers.spread.title')}</h2>
        <small>{t('trackers.spread.unit')}</small>
      </div>
      <Histogram
        bins={binsOf(told, span)}
        span={span}
        ticks={ticks.map(at => ({ at, label: `${formatDifference(at, 0)}°` }))}
        summary={t('trackers.spread.summary', { count: told.length, off: trackers.filter(isOff).length })}
      />
    </>
  );
}
