import type { View } from './model';

/** A view with the same middle, at least `least` wide, limited to the whole axis. */
export function within({ from, to }: View, whole: View, least: number): View {
  const span = Math.min(whole.to - whole.from, Math.max(to - from, least));
  const start = Math.min(Math.max((from + to - span) / 2, whole.from), whole.to - span);
  return { from: start, to: start + span };
}

/** A view that is `factor` times as wide and keeps the position `around` in place. */
export function zoomed({ from, to }: View, around: number, factor: number): View {
  return { from: around - (around - from) * factor, to: around + (to - around) * factor };
}

/**
 * The view that puts two positions of the axis under two fingers, given as fractions of the width; null where the fingers are too close.
 */
export function pinched(places: readonly [number, number], shares: readonly [number, number]): View | null {
  const apart = shares[1] - shares[0];
  const span = (places[1] - places[0]) / apart;
  if (Math.abs(apart) < 0.02 || !(span > 0)) return null;
  const from = places[0] - shares[0] * span;
  return { from, to: from + span };
}

/** The position on the axis at a fraction of the width; `shareOf` is the inverse. */
export const placeOf = ({ from, to }: View, share: number) => from + share * (to - from);
export const shareOf = ({ from, to }: View, at: number) => (to > from ? (at - from) / (to - from) : 0);
