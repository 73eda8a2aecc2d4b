import type { ProtectionFunctionCode } from '../../../contract/codes';
import type { Protection } from './protection-list';
import { isActive, isMaximum, quantityOf, type Threshold } from './settings';

/** A range of the scale in which a function trips, or the normal range. In the unit of the thresholds. */
export interface Zone {
  readonly from: number;
  readonly to: number;
  /** Null for the normal range. */
  readonly threshold: Threshold | null;
  /** 0 normal range, 1 next to it, 2 further away. */
  readonly depth: 0 | 1 | 2;
  readonly isActive: boolean;
  /** A measured value is in this range. */
  readonly isEntered: boolean;
}

export interface Bands {
  readonly low: number;
  readonly high: number;
  /** From low to high. */
  readonly zones: readonly Zone[];
  /** The thresholds on the scale. */
  readonly marks: readonly number[];
}

/** Space beyond the outermost visible threshold, and fixed limits of the scale. */
const rooms = {
  voltage: { beyond: 0.05, least: 0, most: 1.4 },
  frequency: { beyond: 0.5, least: 45, most: 55 },
} as const;
export type BandKind = keyof typeof rooms;

const isOfKind = (code: ProtectionFunctionCode, kind: BandKind) =>
  kind === 'frequency'
    ? quantityOf(code) === 'frequency'
    : quantityOf(code) === 'voltage' || quantityOf(code) === 'meanVoltage';

/** The trip zones around the normal range; those of deep undervoltage only while the voltage is that low. */
export function bandsOf(
  kind: BandKind,
  thresholds: readonly Threshold[],
  protection: Protection,
  measured: readonly number[],
): Bands | null {
  const { beyond, least, most } = rooms[kind];
  const own = thresholds.filter(({ code, isEnabled }) => isEnabled && isOfKind(code, kind));
  const above = own.filter(({ code }) => isMaximum(code)).sort((a, b) => a.value - b.value);
  const allBelow = own.filter(({ code }) => !isMaximum(code)).sort((a, b) => b.value - a.value);
  const [firstAbove, firstBelow] = [above[0], allBelow[0]];
  if (!firstAbove || !firstBelow) return null;
  const isDeep = measured.some(value => value < firstBelow.value - beyond);
  const below = kind === 'voltage' && !isDeep ? [firstBelow] : allBelow;
  const edge = (list: readonly Threshold[]) => list.at(-1)?.value ?? 0;
  const low =
    isDeep && kind === 'voltage' ? least : Math.max(least, Math.min(edge(below) - beyond, ...measured));
  const high = Math.min(most, Math.max(edge(above) + beyond, ...measured));
  const zone = (from: number, to: number, threshold: Threshold | null, depth: 0 | 1 | 2): Zone => ({
    from,
    to,
    threshold,
    depth,
    isActive: threshold !== null && isActive(threshold, protection),
    isEntered: threshold !== null && measured.some(value => value > from - 1e-9 && value < to + 1e-9),
  });
  const depthAt = (index: number) => (index === 0 ? 1 : 2);
  return {
    low,
    high,
    zones: [
      ...below.map((item, i) => zone(below[i + 1]?.value ?? low, item.value, item, depthAt(i))).reverse(),
      zone(firstBelow.value, firstAbove.value, null, 0),
      ...above.map((item, i) => zone(item.value, above[i + 1]?.value ?? high, item, depthAt(i))),
    ],
    marks: [...below.map(({ value }) => value).reverse(), ...above.map(({ value }) => value)],
  };
}

/** Places near the wanted ones, at least `gap` apart and within the limits; `wanted` is in ascending order. */
export function spread(
  wanted: readonly number[],
  gap: number,
  [from, to]: readonly [number, number],
): readonly number[] {
  const middle = wanted.reduce((sum, place) => sum + place, 0) / Math.max(1, wanted.length);
  const half = ((wanted.length - 1) * gap) / 2;
  const start = Math.max(from, Math.min(middle - half, to - 2 * half));
  return wanted.map((_, index) => start + index * gap);
}
