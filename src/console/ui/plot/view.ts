import type { View } from './model';

/** A part of the whole around the same middle: at least so wide, at most the whole, and within it. */
export function within({ from, to }: View, whole: View, least: number): View {
  const span = Math.min(whole.to - whole.from, Math.max(to - from, least));
  const start = Math.min(Math.max((from + to - span) / 2, whole.from), whole.to - span);
  return { from: start, to: start + span };
}

/** So many times as much as before, with a place of the axis where it was. */
export function zoomed({ from, to }: View, around: number, factor: number): View {
  return { from: around - (around - from) * factor, to: around + (to - around) * factor };
}

/** The view that has two places of the axis where two fingers are, as shares of the width; null where they are too close. */
export function pinched(places: readonly [number, number], shares: readonly [number, number]): View | null {
  const apart = shares[1] - shares[0];
  const span = (places[1] - places[0]) / apart;
  if (Math.abs(apart) < 0.02 || !(span > 0)) return null;
  const from = places[0] - shares[0] * span;
  return { from, to: from + span };
}

/** Where a share of the width stands on the axis, and back. */
export const placeOf = ({ from, to }: View, share: number) => from + share * (to - from);
export const shareOf = ({ from, to }: View, at: number) => (to > from ? (at - from) / (to - from) : 0);
