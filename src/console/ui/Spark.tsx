import './drawing.css';
import { linePath } from './chart-scale';
import { type Projection, pointsOf, runsOf, type TimeSlot } from './day-line';

interface Props<S extends TimeSlot> {
  readonly slots: readonly S[];
  readonly valueIn: (slot: S) => number | null;
  /** Start and end of the day, which is the width of the drawing; epoch seconds. */
  readonly fromS: number;
  readonly toS: number;
}

/** A small curve of today's values beside the present value, without axes. Hidden from screen readers. */
export function Spark<S extends TimeSlot>({ slots, valueIn, fromS, toS }: Props<S>) {
  const values = slots.map(valueIn);
  const known = values.filter(value => value !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  // The height is at least 5 % of the highest value, so that noise looks flat.
  const span = Math.max(high - low, Math.abs(high) / 20, 1e-6);
  const project: Projection = (t, value) => [
    (100 * (t - fromS)) / (toS - fromS),
    29 - (28 * (value - low)) / span,
  ];
  const runs = runsOf(values, { first: 0, end: values.length });
  return (
    <svg className="spark" viewBox="0 0 100 30" preserveAspectRatio="none" aria-hidden="true">
      <path
        className="meas"
        style={{ strokeWidth: 1.5 }}
        d={runs.map(run => linePath(pointsOf(slots, values, run, project))).join('')}
      />
    </svg>
  );
}
