import { plantNowMs } from '../../data/plant-clock';
import { numberAt } from '../../data/table';
import { formatNumber, formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { areaPath, linePath, type PlotPoint, polygon } from '../../ui/chart-scale';
import { GapBand, Plot } from '../../ui/Plot';
import { type ClockMark, clockMarks } from './clock-mark';
import { gapsOf, lastSlotS, linesOf, peakOf, type Shortfall, type Slot, shortfallsOf } from './curve';
import { type Axes, axesOf } from './curve-axes';
import type { DayAnswer } from './use-day';
import type { View } from './view';

interface Props {
  readonly day: DayAnswer;
  readonly view: View;
}

/** After this long without a new measurement the curve has a gap up to now, in s. */
const gapAfterS = 300;
/** What is shown before anything is known of the plant, kW. */
const anyNominalKw = 100;

/** Today's power: measured, expected and what is missing between them. */
export function Curve({ day: { table, slots, clockSteps }, view }: Props) {
  const { facts, zone, isOld } = view;
  const nominal = facts?.acKw ?? facts?.peakKwp ?? anyNominalKw;
  const axes = axesOf(table, slots, nominal, zone);
  const nowS = plantNowMs() / 1000;
  const end = slots.at(-1)?.to ?? nowS;
  const shortfalls = shortfallsOf(slots, nominal, axes.placePower);
  const gaps = [...gapsOf(slots)];
  if (isOld || nowS - end > gapAfterS) gaps.push({ fromS: end, toS: nowS });
  const now = axes.across(nowS);
  const [first, last] = [numberAt(table, 't', 0) ?? 0, numberAt(table, 't', table.rows - 1) ?? 0];
  const marks = clockMarks(clockSteps, first, last + lastSlotS, zone);
  const summary = summaryOf(slots, shortfalls, gaps.length, zone);
  return (
    <Plot
      summary={[...summary, ...marks.map(({ words }) => words)].join(' ')}
      x={axes.x}
      y={axes.y}
      y2={axes.y2}
      now={now >= 0 && now <= 100 ? now : null}
      bands={
        <>
          {gaps.map(({ fromS, toS }) => (
            <Gap key={fromS} from={axes.across(fromS)} to={axes.across(toS)} />
          ))}
          {shortfalls.map(({ fromS, outline }) => (
            <div key={fromS} className="lost" style={{ clipPath: polygon(outline) }} />
          ))}
          {marks.map(mark => (
            <SetClock key={`${mark.atS} ${mark.words}`} mark={mark} across={axes.across} />
          ))}
        </>
      }
    >
      <Lines slots={slots} axes={axes} />
    </Plot>
  );
}

/** Where the clock was set; at the edge what happened in the night beyond it. */
function SetClock({ mark, across }: { readonly mark: ClockMark; readonly across: Axes['across'] }) {
  const left = Math.min(100, Math.max(0, across(mark.atS)));
  return <i className="clk" style={{ left: `${left}%` }} title={mark.words} />;
}

/** What of a gap lies within the plot. */
function Gap({ from, to }: { readonly from: number; readonly to: number }) {
  const [left, right] = [Math.max(0, from), Math.min(100, to)];
  return right > left ? <GapBand from={left} to={right} /> : null;
}

function Lines({ slots, axes }: { readonly slots: readonly Slot[]; readonly axes: Axes }) {
  const measured = linesOf(slots, 'measured', axes.placePower).map(inPlot);
  const expected = linesOf(slots, 'expected', axes.placePower).map(inPlot);
  const light = linesOf(slots, 'irradiance', axes.placeLight).map(inPlot);
  return (
    <>
      <path className="area" d={measured.map(areaPath).join('')} />
      <path className="irr" d={light.map(linePath).join('')} />
      <path className="exp" d={expected.map(linePath).join('')} />
      <path className="meas" d={measured.map(linePath).join('')} />
    </>
  );
}

/** The night before and after lies outside. */
function inPlot(line: readonly PlotPoint[]): readonly PlotPoint[] {
  return line.filter(([x]) => x >= 0 && x <= 100);
}

/** The curve in words: its peak, where it stays below the expected, and how often data is missing. */
function summaryOf(
  slots: readonly Slot[],
  shortfalls: readonly Shortfall[],
  gaps: number,
  zone: string,
): string[] {
  const peak = peakOf(slots);
  const time = (epochS: number) => formatTime(epochS, zone, 'minute');
  const sentences = [t('dashboard.curve.summary')];
  if (peak) {
    const power = formatNumber(peak.measured, 1);
    sentences.push(t('dashboard.curve.peak', { power, time: time(peak.from) }));
  }
  for (const { fromS, toS, percent } of shortfalls) {
    const values = { from: time(fromS), to: time(toS), percent: formatNumber(percent, 0) };
    sentences.push(t('dashboard.curve.shortfall', values));
  }
  if (gaps > 0) sentences.push(t('dashboard.curve.gaps', { count: gaps }));
  return sentences;
}
