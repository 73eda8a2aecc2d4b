import type { Report } from '../../data/report';
import { formatDifference, formatNumber } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { FileButton, SheetTable } from '../../reporting/SheetTable';
import { invertersSheet } from '../../reporting/sheets';
import { axisLines } from '../../ui/chart-scale';
import { Plot } from '../../ui/Plot';
import { usePhone } from '../../ui/use-phone';

/** Yields this much below the median (%) are away from it: they are in ink, the others grey. */
const awayPercent = 3;
/** So many names find room under the bars. */
const mostNamed = { onPhone: 4, elsewhere: 12 };
/** Share of its room that a bar takes. */
const barShare = 0.6;

/** The yields of the inverters beside each other: how far each is from the median of all. */
export function InverterPanel({ report }: { readonly report: Report }) {
  const { inverters } = report;
  if (inverters.length < 2) return null;
  const sheet = invertersSheet(report);
  return (
    <section>
      <div className="ph">
        <h2>{t('statistics.inverters')}</h2>
        <small>{t('report.onMedian')}, %</small>
        <FileButton sheet={sheet} report={report} />
      </div>
      <Deviations inverters={inverters} />
      <SheetTable sheet={sheet} />
    </section>
  );
}

function Deviations({ inverters }: Pick<Report, 'inverters'>) {
  const values = inverters.map(({ of }) => of('scarto'));
  const known = values.filter(value => value !== null);
  const lines = axisLines(Math.min(-awayPercent, ...known), Math.max(awayPercent, ...known));
  const [bottom = -1, top = 1] = [lines[0], lines.at(-1)];
  const height = (value: number) => (100 * (value - bottom)) / (top - bottom);
  const width = 100 / values.length;
  const bar = (value: number | null, index: number) =>
    value === null
      ? ''
      : `M${width * (index + (1 - barShare) / 2)} ${100 - height(value)}h${width * barShare}V${100 - height(0)}h${-width * barShare}z`;
  const isAway = (value: number | null) => value !== null && Math.abs(value) >= awayPercent;
  const every = Math.ceil(values.length / (usePhone() ? mostNamed.onPhone : mostNamed.elsewhere));
  const lowest = Math.min(...known);
  const name = inverters[values.indexOf(lowest)]?.name;
  return (
    <Plot
      summary={name ? t('statistics.lowest', { value: `${formatDifference(lowest, 1)}\u00a0%`, name }) : ''}
      x={inverters.flatMap((each, index) =>
        index % every === 0 ? [{ at: width * (index + 0.5), label: each.name }] : [],
      )}
      y={lines.map(value => ({
        at: height(value),
        label: formatNumber(value, lines.every(Number.isInteger) ? 0 : 1),
      }))}
      now={null}
    >
      <path
        fill="var(--line-2)"
        d={values.map((value, index) => (isAway(value) ? '' : bar(value, index))).join('')}
      />
      <path
        fill="var(--ink)"
        d={values.map((value, index) => (isAway(value) ? bar(value, index) : '')).join('')}
      />
      <path className="ax" d={`M0 ${100 - height(0)}H100`} />
    </Plot>
  );
}
