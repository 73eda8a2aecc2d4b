import { type ReportColumn, reportColumns } from '../../../contract/report-figures';
import { dayOf } from '../../data/days';
import { kindOf } from '../../data/periods';
import type { Report } from '../../data/report';
import { formatCalendar } from '../../i18n/calendar';
import { formatNumber, formatQuantity, formatTime, localMinutes } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { energyText, summaryOf } from '../../reporting/head-words';
import { scaleOf } from '../../reporting/sheet';
import { isMissing, rowName, rowValues } from '../../reporting/sheets';
import { axisLines } from '../../ui/chart-scale';
import { GapBand, Plot, type Tick } from '../../ui/Plot';

/** Every so many rows have their name under the chart; of a day every so many minutes. */
const namedEvery = { month: 5, year: 1, all: 1, dayMinutes: 180 };
/** Share of its room that a bar takes. */
const barShare = 0.66;

/** The period in ink: bars with what was expected as a tick over each; for a day of quarters the same, side by side. */
export function PaperChart({ report }: { readonly report: Report }) {
  const kind = kindOf(report.period);
  const column: ReportColumn = kind === 'day' ? 'potenza' : 'energia';
  const values = rowValues(report, column);
  const expected = rowValues(report, kind === 'day' ? 'potenza_attesa' : 'attesa');
  const [ownUnit, ownDecimals] = reportColumns[column];
  const { unit, decimals, factor } = scaleOf(ownUnit, ownDecimals, [...values, ...expected]);
  const most = Math.max(0, ...[...values, ...expected].map(value => (value ?? 0) * factor));
  const lines = axisLines(0, most);
  const top = lines.at(-1) ?? 1;
  const width = 100 / values.length;
  const share = kind === 'day' ? 1 : barShare;
  const left = (row: number) => width * (row + (1 - share) / 2);
  const height = (value: number) => 100 - (100 * value * factor) / top;
  const path = (all: readonly (number | null)[], draw: (x: number, y: number) => string) =>
    all.map((value, row) => (value === null ? '' : draw(left(row), height(value)))).join('');
  const names = values.map((_, row) => rowName(report, row, report.zone));
  const quantity = (value: number) =>
    kind === 'day' ? formatQuantity(value, decimals, unit) : energyText(value);
  return (
    <>
      <h3>
        {kind === 'day' ? t('report.column.potenza') : t(`report.energyBy.${kind}`)}, {unit}
      </h3>
      <Plot
        summary={summaryOf(values, names, quantity)}
        x={ticksOf(report)}
        y={lines.map(value => ({
          at: (100 * value) / top,
          label: formatNumber(value, lines.every(Number.isInteger) ? 0 : 1),
        }))}
        now={null}
        bands={values.map((_, row) =>
          isMissing(report, column, row) ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has nothing else to be known by
            <GapBand key={row} from={width * row} to={width * (row + 1)} />
          ) : null,
        )}
      >
        <path
          className="bar-ink"
          d={path(values, (x, y) => `M${x} ${y}h${width * share}V100h-${width * share}z`)}
        />
        <path className="tick-ink" d={path(expected, (x, y) => `M${x} ${y}h${width * share}`)} />
      </Plot>
    </>
  );
}

function ticksOf({ rows, period, zone }: Report): readonly Tick[] {
  const kind = kindOf(period);
  const { starts } = rows;
  const width = 100 / starts.length;
  return starts.flatMap((startS, row): readonly Tick[] => {
    const at = width * (row + 0.5);
    if (kind === 'day') {
      const isNamed = localMinutes(startS, zone) % namedEvery.dayMinutes === 0;
      return isNamed ? [{ at: width * row, label: formatTime(startS, zone, 'minute') }] : [];
    }
    const day = dayOf(startS * 1000, zone);
    if (kind === 'month') return row % namedEvery.month === 0 ? [{ at, label: String(row + 1) }] : [];
    return [{ at, label: kind === 'year' ? formatCalendar(day, 'shortMonth') : day.slice(0, 4) }];
  });
}
