import type { ReactNode } from 'react';
import type { Report } from '../data/report';
import type { Sheet } from './sheet';

/** The scale begins below what arrives by this share of it, so that small losses can be seen. */
const belowEnd = 0.9;
const leastWidth = 0.4;

/** For each row of the waterfall a bar that begins where the one above it ends; undefined for other tables. */
export function fallOf({ waterfall }: Report, { name }: Sheet): ((row: number) => ReactNode) | undefined {
  if (!waterfall || name !== 'cascata') return undefined;
  const { startKwh, steps, endKwh } = waterfall;
  const lowest = belowEnd * endKwh;
  const at = (kwh: number) => (100 * (kwh - lowest)) / (startKwh - lowest);
  let left = startKwh;
  const bars = steps.map(({ kwh }) => {
    const before = left;
    left -= kwh;
    return [before, left] as const;
  });
  const all = [[startKwh, lowest] as const, ...bars, [endKwh, lowest] as const];
  return row => {
    const [a = 0, b = 0] = (all[row] ?? []).map(at);
    const isWhole = row === 0 || row === all.length - 1;
    const wide = Math.max(leastWidth, Math.abs(a - b)).toFixed(1);
    return (
      <svg className="fall" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        <path
          fill={isWhole ? 'var(--flow)' : b > a ? 'var(--ink-3)' : 'var(--ink-2)'}
          d={`M${Math.min(a, b).toFixed(1)} 0h${wide}v8h-${wide}z`}
        />
      </svg>
    );
  };
}
