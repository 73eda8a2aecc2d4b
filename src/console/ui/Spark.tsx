import './drawing.css';
import { linePath, type PlotPoint } from './chart-scale';
import { linesOf, type TimeSlot } from './day-line';

interface Props<S extends TimeSlot> {
  readonly slots: readonly S[];
  readonly valueIn: (slot: S) => number | null;
  /** The day that the width stands for, epoch seconds. */
  readonly fromS: number;
  readonly toS: number;
}

/** Today's course of one value beside the value itself: decoration, without axes. */
export function Spark<S extends TimeSlot>({ slots, valueIn, fromS, toS }: Props<S>) {
  const values = slots.flatMap(slot => valueIn(slot) ?? []);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  // Noise is no course: what hardly moves is drawn level.
  const span = Math.max(high - low, Math.abs(high) / 20, 1e-6);
  const place = (t: number, value: number): PlotPoint => [
    (100 * (t - fromS)) / (toS - fromS),
    29 - (28 * (value - low)) / span,
  ];
  return (
    <svg className="spark" viewBox="0 0 100 30" preserveAspectRatio="none" aria-hidden="true">
      <path
        className="meas"
        style={{ strokeWidth: 1.5 }}
        d={linesOf(slots, valueIn, place).map(linePath).join('')}
      />
    </svg>
  );
}
