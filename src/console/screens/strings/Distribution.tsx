import { formatDifference } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { binsOf, Histogram, type Span } from '../../ui/heatmap/Histogram';
import { looks } from './heatmap-marks';
import { isException, type StringFacts } from './string-list';

/** % */
const span: Span = { from: -32, to: 10, step: 1 };
const ticks = [-30, -20, -10, 0, 5];

/** How the judged strings spread around the median. */
export function Distribution({ strings }: { readonly strings: readonly StringFacts[] }) {
  const judged = strings.flatMap(({ deviation, kind }) =>
    deviation === null ? [] : { value: deviation, className: looks[kind].className },
  );
  const below = strings.filter(isException).length;
  return (
    <>
      <div className="ph">
        <h2>{t('strings.distribution.title')}</h2>
        <small>{t('strings.distribution.unit')}</small>
      </div>
      <Histogram
        bins={binsOf(judged, span)}
        span={span}
        ticks={ticks.map(at => ({ at, label: formatDifference(at, 0) }))}
        summary={t('strings.distribution.summary', { count: judged.length, below })}
      />
    </>
  );
}
