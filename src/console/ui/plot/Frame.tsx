import '../drawing.css';
import './plot.css';
import type { ReactNode } from 'react';
import type { Tick } from './model';
import type { Size } from './use-size';

interface Props {
  /** The coordinates of the drawing are CSS pixels. */
  readonly size: Size;
  /** Ticks of the horizontal axis, in percent from the left. */
  readonly x: readonly Tick[];
  /** Ticks of the vertical axis, in percent from the bottom. */
  readonly y: readonly Tick[];
  /** Ticks of the second vertical axis, on the right. */
  readonly y2?: readonly Tick[];
  /** Whether the ticks of the horizontal axis have vertical grid lines. */
  readonly hasColumns?: boolean;
  /** Drawn over the grid, inside the frame. */
  readonly children: ReactNode;
}

/** Background, grid and axes of a chart. Lines are SVG, texts are HTML, so that they have the same size as other texts. */
export function Frame({ size: { width, height }, x, y, y2 = [], hasColumns = false, children }: Props) {
  const across = (percent: number) => (percent * width) / 100;
  const up = (percent: number) => height - (percent * height) / 100;
  const rows = y.slice(1).map(({ at }) => `M0 ${up(at)}H${width}`);
  const columns = hasColumns ? x.map(({ at }) => `M${across(at)} 0V${height}`) : [];
  return (
    <>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        <path className="ground" d={`M0 0H${width}V${height}H0z`} />
        <path className="g" d={[...rows, ...columns].join('')} />
        <svg width={width} height={height} aria-hidden="true">
          {children}
        </svg>
        <path className="ax" d={`M0 0V${height}H${width}${y2.length > 0 ? 'V0' : ''}`} />
      </svg>
      <Words ticks={y} side="bottom" className="y" />
      <Words ticks={y2} side="bottom" className="y2" />
      <Words ticks={x} side="left" className="x" />
    </>
  );
}

interface WordsProps {
  readonly ticks: readonly Tick[];
  readonly side: 'left' | 'bottom';
  readonly className: string;
}

function Words({ ticks, side, className }: WordsProps) {
  return ticks.map(({ at, label }) => (
    <span key={at} className={className} style={{ [side]: `${at}%` }} aria-hidden="true">
      {label}
    </span>
  ));
}
