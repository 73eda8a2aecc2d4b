import { steadyText } from '../steady-text';

import '../drawing.css';
import './heatmap.css';

/** Number of values in one step of the scale. */
export interface Bin {
  /** Lower limit of the step. */
  readonly from: number;
  readonly count: number;
  /** A class of the heatmap's colour scale. */
  readonly className: string;
}

/** The range of the histogram. Values outside it count in the first or last bin. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

interface Props {
  readonly bins: readonly Bin[];
  readonly span: Span;
  readonly ticks: readonly { readonly at: number; readonly label: string }[];
  readonly summary: string;
}

const plot = { width: 300, height: 96, foot: 78, head: 6 };

/** The lower limit of the bin that contains a value. */
function binOf(value: number, { from, to, step }: Span): number {
  return Math.min(to - step, Math.max(from, step * Math.floor(value / step)));
}

/** Counts values into bins. Each bin has the look of its first value. Empty bins are omitted. */
export function binsOf(
  values: readonly { readonly value: number; readonly className: string }[],
  span: Span,
): readonly Bin[] {
  const bins = new Map<number, { count: number; className: string }>();
  for (const { value, className } of values) {
    const from = binOf(value, span);
    const bin = bins.get(from);
    if (bin) bin.count += 1;
    else bins.set(from, { count: 1, className });
  }
  return [...bins].map(([from, bin]) => ({ from, ...bin })).sort((a, b) => a.from - b.from);
}

/** The distribution of values around zero. The height is logarithmic, so that one value among thousands is visible. */
export function Histogram({ bins, span, ticks, summary }: Props) {
  const pitch = (plot.width * span.step) / (span.to - span.from);
  const across = (value: number) => (plot.width * (value - span.from)) / (span.to - span.from);
  const most = bins.reduce((top, { count }) => Math.max(top, count), 1);
  const heightOf = (count: number) => ((plot.foot - plot.head) * Math.log1p(count)) / Math.log1p(most);
  return (
    <svg
      ref={steadyText}
      className="sv bins"
      viewBox={`0 0 ${plot.width} ${plot.height}`}
      role="img"
      aria-label={summary}
    >
      {bins.map(({ from, count, className }) => (
        <rect
          key={from}
          className={className}
          x={across(from) + 0.6}
          y={plot.foot - heightOf(count)}
          width={pitch - 1.2}
          height={heightOf(count)}
        />
      ))}
      <path className="ax" d={`M0 ${plot.foot}H${plot.width}`} />
      <path d={`M${across(0)} 4V${plot.foot}`} stroke="var(--ink)" />
      {ticks.map(({ at, label }) => (
        <text key={at} className="t" x={across(at)} y={plot.height - 4} textAnchor="middle">
          {label}
        </text>
      ))}
    </svg>
  );
}
