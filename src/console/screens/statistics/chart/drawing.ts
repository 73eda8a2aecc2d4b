import uPlot from 'uplot';
import { formatNumber } from '../../../i18n/format';
import { axisLines } from '../../../ui/chart-scale';
import { type ChartData, type ChartLine, marksBetween } from './chart-data';
import { drawGaps, drawGround, drawInk, token } from './ink';

/** Asked for at each drawing, so that another theme only has to draw again. */
const inked = (name: string) => () => token(name);

/** Room for a mark under the chart, and of the axes, in px. */
const markPx = 48;
const axisPx = { x: 24, y: 44 };
/** So much higher at least is the scale of the irradiance, which keeps its line under that of the power. */
const lightFactor = 1.25;
/** W/m² from one line of the grid to the next. */
const lightSteps = [50, 100, 150, 200, 250, 300, 400, 500];

const bars = (share: number, mostPx: number) => uPlot.paths.bars?.({ size: [share, mostPx] }) ?? (() => null);

function seriesOf({ look }: ChartLine, isBars: boolean): uPlot.Series {
  const common = { scale: look === 'context' ? 'light' : 'y', points: { show: false } };
  if (look === 'measured') {
    const stroke = inked('--flow');
    return isBars
      ? { ...common, fill: stroke, stroke, width: 0, paths: bars(0.5, 40) }
      : { ...common, fill: inked('--flow-0'), stroke, width: 2 };
  }
  if (look === 'compared') {
    const faint = { ...common, fill: inked('--sunk'), stroke: inked('--line-2'), width: 1 };
    return isBars ? { ...faint, paths: bars(0.8, 64) } : faint;
  }
  if (look === 'context') return { ...common, stroke: inked('--ink-3'), width: 1 };
  // Over bars what was expected is a tick: see drawInk.
  return isBars
    ? { ...common, paths: () => null }
    : { ...common, stroke: inked('--ink-2'), width: 1.5, dash: [5, 3] };
}

function greatest(lines: readonly ChartLine[]): number {
  return Math.max(0, ...lines.flatMap(line => line.values.map(value => value ?? 0)));
}

/** The numbers of the irradiance on the lines that the power has. */
function lightHeights(lines: readonly ChartLine[], powers: readonly number[]): readonly number[] {
  const most = (lightFactor * greatest(lines)) / Math.max(1, powers.length - 1);
  const step = lightSteps.find(each => each >= most) ?? most;
  return powers.map((_, line) => line * step);
}

export interface Handlers {
  /** The row under the crosshair, and its distance from the left in px; null where there is none. */
  readonly onCursor: (at: { readonly index: number; readonly leftPx: number } | null) => void;
  readonly onZoom: (from: number, to: number) => void;
}

const isLight = ({ look }: ChartLine) => look === 'context';

/** How uPlot draws a chart. It is told seconds and places, never dates: those would be the browser's. */
export function optionsOf(data: ChartData, width: number, height: number, handlers: Handlers): uPlot.Options {
  const { lines, isBars, from, to } = data;
  const power = axisLines(0, greatest(lines.filter(line => !isLight(line))));
  const light = lightHeights(lines.filter(isLight), power);
  const hasLight = lines.some(isLight);
  return {
    width,
    height,
    padding: [8, hasLight ? 0 : 8, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      points: { show: false },
      drag: { x: true, y: false },
      bind: {
        dblclick: u => () => {
          u.setScale('x', { min: from, max: to });
          return null;
        },
      },
    },
    scales: {
      x: { time: false, range: (_, min, max) => [min, max] },
      y: { range: [0, power.at(-1) ?? 1] },
      light: { range: [0, light.at(-1) ?? 1] },
    },
    axes: [
      marksAxis(data),
      { ...heightAxis(power), scale: 'y', grid: { stroke: inked('--line'), width: 1 } },
      ...(hasLight ? [{ ...heightAxis(light), scale: 'light', side: 1, grid: { show: false } }] : []),
    ],
    series: [{}, ...lines.map(line => seriesOf(line, isBars))],
    hooks: hooksOf(data, handlers),
  };
}

function axisLook(): uPlot.Axis {
  const font = `11px ${getComputedStyle(document.body).fontFamily}`;
  return { font, stroke: inked('--ink-3'), ticks: { show: false } };
}

function heightAxis(lines: readonly number[]): uPlot.Axis {
  const decimals = (lines[1] ?? 1) % 1 === 0 ? 0 : 1;
  return {
    ...axisLook(),
    size: axisPx.y,
    splits: () => [...lines],
    values: (_, splits) => splits.map(value => formatNumber(value, decimals)),
  };
}

function marksAxis(data: ChartData): uPlot.Axis {
  const labels = new Map(data.marks.map(({ at, label }) => [at, label]));
  return {
    ...axisLook(),
    size: axisPx.x,
    grid: { show: false },
    splits: (u, _, min, max) =>
      marksBetween(data, min, max, Math.floor((u.width - axisPx.y) / markPx)).map(({ at }) => at),
    values: (_, splits) => splits.map(at => labels.get(at) ?? ''),
  };
}

function hooksOf(data: ChartData, { onCursor, onZoom }: Handlers): uPlot.Hooks.Arrays {
  return {
    drawClear: [drawGround],
    drawAxes: [u => drawGaps(u, data)],
    draw: [u => drawInk(u, data)],
    setCursor: [
      u => {
        const { idx, left = -1 } = u.cursor;
        const isOff = left < 0 || idx === null || idx === undefined;
        onCursor(isOff ? null : { index: idx, leftPx: u.over.offsetLeft + left });
      },
    ],
    setScale: [
      (u, key) => {
        const { min, max } = u.scales.x ?? {};
        if (key === 'x' && typeof min === 'number' && typeof max === 'number') onZoom(min, max);
      },
    ],
  };
}

/** The columns as uPlot takes them. */
export function alignedData({ xs, lines }: ChartData): uPlot.AlignedData {
  return [[...xs], ...lines.map(({ values }) => [...values])];
}
