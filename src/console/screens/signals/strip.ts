/** A part of the day, in epoch seconds, in which an input was on or its state is not known. */
export interface Stretch {
  readonly kind: 'on' | 'unknown';
  readonly fromS: number;
  readonly toS: number;
}

interface Facts {
  readonly isOn: boolean;
  readonly changedS: number;
  /** Number of changes today. */
  readonly changes: number;
}

/**
 * The state of an input from `fromS` to `nowS`, derived from its last change and the number of changes today. With at most one change it
 * is fully known; with more, the time before the last change is not known.
 */
export function stretchesOf(
  { isOn, changedS, changes }: Facts,
  fromS: number,
  nowS: number,
): readonly Stretch[] {
  const on = (from: number, to: number): readonly Stretch[] => [{ kind: 'on', fromS: from, toS: to }];
  const turnS = Math.min(nowS, Math.max(fromS, changedS));
  if (changes === 0 || turnS === fromS) return isOn ? on(fromS, nowS) : [];
  const after = isOn ? on(turnS, nowS) : [];
  if (changes === 1) return isOn ? after : on(fromS, turnS);
  return [{ kind: 'unknown', fromS, toS: turnS }, ...after];
}
