import './drawing.css';
import type { ReactNode } from 'react';

/** A mark on an axis: where, in percent from the left or from the foot, and its words. */
export interface Tick {
  readonly at: number;
  readonly label: string;
}

interface Props {
  /** What a listener hears instead of the drawing. */
  readonly summary: string;
  readonly x: readonly Tick[];
  readonly y: readonly Tick[];
  /** The second axis, at the right. */
  readonly y2?: readonly Tick[];
  /** Where now is, in percent from the left; null where it is not in the plot. */
  readonly now: number | null;
  /** Paths in a field of 100 by 100, origin at the top left. */
  readonly children: ReactNode;
  /** What lies over the paths: hatched bands, in percent. */
  readonly bands?: ReactNode;
}

/** A chart that stretches to its room without a script: lines in SVG, words in HTML. */
export function Plot({ summary, x, y, y2 = [], now, children, bands }: Props) {
  const grid = y.slice(1).map(({ at }) => `M0 ${100 - at}H100`);
  const columns = x.map(({ at }) => `M${at} 0V100`);
  return (
    <div className="plot" role="img" aria-label={summary}>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <path fill="var(--inset)" d="M0 0h100v100H0z" />
        <path className="g" d={[...grid, ...columns].join('')} />
        {children}
        <path className="ax" d="M0 0V100H100V0" />
        {now !== null && <path d={`M${now} 0V100`} stroke="var(--ink)" strokeWidth="1.5" />}
      </svg>
      {bands}
      {y.map(({ at, label }) => (
        <span key={at} className="y" style={{ bottom: `${at}%` }}>
          {label}
        </span>
      ))}
      {y2.map(({ at, label }) => (
        <span key={at} className="y2" style={{ bottom: `${at}%` }}>
          {label}
        </span>
      ))}
      {x.map(({ at, label }) => (
        <span key={at} className="x" style={{ left: `${at}%` }}>
          {label}
        </span>
      ))}
    </div>
  );
}

/** A hatched band where there is no data. */
export function GapBand({ from, to }: { readonly from: number; readonly to: number }) {
  return <div className="gapb" style={{ left: `${from}%`, right: `${100 - to}%` }} />;
}
