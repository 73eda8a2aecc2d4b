import type { StringFacts, StringKind } from './string-list';

/** How many strings there are of each kind. */
export function countKinds(strings: readonly StringFacts[]): Readonly<Record<StringKind, number>> {
  const counts = {
    reverse: 0,
    open: 0,
    severe: 0,
    poor: 0,
    warning: 0,
    good: 0,
    silent: 0,
    stopped: 0,
    dark: 0,
    unknown: 0,
  };
  for (const { kind } of strings) counts[kind] += 1;
  return counts;
}
