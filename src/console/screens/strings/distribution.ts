import type { StringFacts, StringKind } from './string-list';

/** How many strings are about as far from the median. */
export interface Bin {
  /** Lower edge, %. */
  readonly from: number;
  readonly count: number;
  /** Of its strings, for the colour. */
  readonly kind: StringKind;
}

/** What the histogram spans, %; what lies beyond is in the outermost bins. */
export const span = { from: -32, to: 10 } as const;

const clamp = (percent: number) => Math.min(span.to - 1, Math.max(span.from, Math.floor(percent)));

/** The judged strings by whole percents of their deviation; empty bins are left out. */
export function distributionOf(strings: readonly StringFacts[]): readonly Bin[] {
  const bins = new Map<number, { count: number; kind: StringKind }>();
  for (const { deviation, kind } of strings) {
    if (deviation === null) continue;
    const from = clamp(deviation);
    const bin = bins.get(from);
    if (bin) bin.count += 1;
    else bins.set(from, { count: 1, kind });
  }
  return [...bins].map(([from, bin]) => ({ from, ...bin })).sort((a, b) => a.from - b.from);
}
