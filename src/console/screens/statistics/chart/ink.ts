import uPlot from 'uplot';
import type { ChartData } from './chart-data';

/** A colour of the theme that is shown now. */
export const token = (name: string) =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();

const hatchPx = 5;
/** Half the width of a tick, which is a little wider than its bar. */
const tick = { share: 0.36, mostPx: 28 };

export function drawGround({ ctx, bbox }: uPlot): void {
  ctx.fillStyle = token('--inset');
  ctx.fillRect(bbox.left, bbox.top, bbox.width, bbox.height);
}

/** Strokes what `trace` traces, within the plot and between two places of it. */
function strokeBetween(
  u: uPlot,
  from: number,
  to: number,
  trace: (ctx: CanvasRenderingContext2D) => void,
): void {
  const { ctx, bbox } = u;
  const x = (at: number) => Math.min(Math.max(u.valToPos(at, 'x', true), bbox.left), bbox.left + bbox.width);
  ctx.save();
  ctx.beginPath();
  ctx.rect(x(from), bbox.top, x(to) - x(from), bbox.height);
  ctx.clip();
  ctx.beginPath();
  ctx.lineWidth = uPlot.pxRatio;
  trace(ctx);
  ctx.stroke();
  ctx.restore();
}

/** A hatched band over what is missing. */
export function drawGaps(u: uPlot, { gaps }: ChartData): void {
  const { left, top, width, height } = u.bbox;
  for (const [from, to] of gaps) {
    strokeBetween(u, from, to, ctx => {
      ctx.strokeStyle = token('--ink-3');
      for (let x = left - height; x < left + width; x += hatchPx * uPlot.pxRatio) {
        ctx.moveTo(x, top + height);
        ctx.lineTo(x + height, top);
      }
    });
  }
}

/** What is in ink: a tick over each bar at what was expected, and the line of now. */
export function drawInk(u: uPlot, { isBars, lines, xs, now, from, to }: ChartData): void {
  const { top, height } = u.bbox;
  const expected = isBars ? lines.find(({ look }) => look === 'expected') : undefined;
  strokeBetween(u, from, to, ctx => {
    ctx.strokeStyle = token('--ink');
    ctx.lineWidth *= 2;
    const placePx = u.valToPos(1, 'x', true) - u.valToPos(0, 'x', true);
    const half = Math.min(tick.share * placePx, tick.mostPx * uPlot.pxRatio);
    expected?.values.forEach((value, index) => {
      if (value === null) return;
      const [x, y] = [u.valToPos(xs[index] ?? 0, 'x', true), u.valToPos(value, 'y', true)];
      ctx.moveTo(x - half, y);
      ctx.lineTo(x + half, y);
    });
    if (now === null) return;
    const x = u.valToPos(now, 'x', true);
    ctx.moveTo(x, top);
    ctx.lineTo(x, top + height);
  });
}
