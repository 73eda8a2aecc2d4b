import '../drawing.css';
import './plot.css';
import type { ReactNode } from 'react';
import type { Tick } from './model';
import type { Size } from './use-size';

interface Props {
  /** What is drawn in it is in these units: as many as it has CSS pixels. */
  readonly size: Size;
  /** Places in percent, from the left. */
  readonly x: readonly Tick[];
  /** From the foot. */
  readonly y: readonly Tick[];
  /** Of the second axis, at the right. */
  readonly y2?: readonly Tick[];
  /** Whether lines of the grid go up from the ticks of the first axis. */
  readonly hasColumns?: boolean;
  /** Drawn over the grid, within the frame. */
  readonly children: ReactNode;
}

/** Ground, grid and axes of a chart: lines in SVG, words in HTML, so that they are as large as words elsewhere. */
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
