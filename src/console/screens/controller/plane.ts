import type { Controller } from './controller-live';

/** The drawing: reactive power to the right when capacitive, active power upwards. */
export const field = { left: 30, right: 470, top: 22, bottom: 246, middle: 250 } as const;

export interface Plane {
  readonly x: (kvar: number) => number;
  readonly y: (kw: number) => number;
  /** The path of what the plant can give. */
  readonly outline: string;
}

/** Beside the capability there is room for points outside it. */
const margin = 1.18;
/** Below this share of the rated power the reactive power grows with the active one (CEI 0-16, capability of inverters). */
const fullFrom = 0.1;
const steps = 24;

/** Where powers stand; null where the capability is not known. */
export function planeOf({ rated: { p, q, s } }: Controller): Plane | null {
  if (!p || !q) return null;
  const round = (place: number) => Math.round(place * 10) / 10;
  const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value));
  const half = (field.right - field.left) / 2;
  const x = (kvar: number) => round(field.middle + half * clamp(kvar / (q * margin), -1, 1));
  const height = field.bottom - field.top;
  const y = (kw: number) => round(field.bottom - height * clamp(kw / (p * 1.06), -0.03, 1));
  const reach = (kw: number) =>
    Math.min(q, Math.sqrt(Math.max(0, (s ?? Number.POSITIVE_INFINITY) ** 2 - kw ** 2)));
  const levels = Array.from({ length: steps + 1 }, (_, n) => p * (fullFrom + ((1 - fullFrom) * n) / steps));
  const right = levels.map(kw => `${x(reach(kw))} ${y(kw)}`);
  const left = [...levels].reverse().map(kw => `${x(-reach(kw))} ${y(kw)}`);
  return { x, y, outline: `M${x(0)} ${y(0)}L${[...right, ...left].join('L')}z` };
}
