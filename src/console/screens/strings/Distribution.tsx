import { formatDifference } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { distributionOf, span } from './distribution';
import { looks } from './looks';
import { isException, type StringFacts } from './string-list';

const plot = { width: 300, height: 96, foot: 78 };
const pitch = plot.width / (span.to - span.from);
const ticks = [-30, -20, -10, 0, 5];
const across = (percent: number) => (percent - span.from) * pitch;

/** How the strings spread around the median. Heights grow with the logarithm: one string out of thousands is still seen. */
export function Distribution({ strings }: { readonly strings: readonly StringFacts[] }) {
  const bins = distributionOf(strings);
  const judged = bins.reduce((sum, { count }) => sum + count, 0);
  const most = Math.max(1, ...bins.map(({ count }) => count));
  const heightOf = (count: number) => ((plot.foot - 6) * Math.log1p(count)) / Math.log1p(most);
  const below = strings.filter(isException).length;
  return (
    <>
      <div className="ph">
        <h2>{t('strings.distribution.title')}</h2>
        <small>{t('strings.distribution.unit')}</small>
      </div>
      <svg
        className="sv"
        viewBox={`0 0 ${plot.width} ${plot.height}`}
        role="img"
        aria-label={t('strings.distribution.summary', { count: judged, below })}
      >
        {bins.map(({ from, count, kind }) => {
          const height = heightOf(count);
          return (
            <rect
              key={from}
              className={looks[kind].className}
              x={across(from) + 0.6}
              y={plot.foot - height}
              width={pitch - 1.2}
              height={height}
            />
          );
        })}
        <path className="ax" d={`M0 ${plot.foot}H${plot.width}`} />
        <path d={`M${across(0)} 4V${plot.foot}`} stroke="var(--ink)" />
        {ticks.map(percent => (
          <text key={percent} className="t" x={across(percent)} y={plot.height - 4} textAnchor="middle">
            {formatDifference(percent, 0)}
          </text>
        ))}
      </svg>
    </>
  );
}
