import type { QuietSlot, QuietTime } from './quiet';

/**
 * What a counter says of a silence: `standstill` is time and energy, `missed` is energy alone, `planned` that of a maintenance. `share`:
 * the part of what was expected in the slots that was not made.
 */
export interface Verdict {
  readonly kind: 'standstill' | 'missed' | 'planned';
  readonly share: number;
  readonly slots: readonly QuietSlot[];
}

/** Inverters are no more alike than this share; less is no loss. */
const likeness = 0.9;
/** An inverter that made more than this share of what was expected may have run all the time, limited or shaded. */
const runningShare = 0.5;
/** Under a sky that nobody measured clouds may take nearly all: an inverter stood still where it made less than this share. */
const nothingShare = 0.05;

/**
 * The rule: an inverter whose counter moved by less than half of what the others made, or light promised, stood still for the time that
 * is lacking. Where light was not measured, only a counter that did not move proves that. What lacks otherwise is energy, not time.
 */
export function verdictOf(slots: readonly QuietSlot[], time: QuietTime): Verdict | null {
  const { id, isPlanned, stepKwh } = time;
  const answeredKwh = slots.reduce((sum, { answered }) => sum + (answered.get(id)?.kwh ?? 0), 0);
  const madeKwh = Math.max(0, time.movedKwh - answeredKwh);
  const measured = slots.filter(({ isMeasured }) => isMeasured);
  const [all, seen] = [expectedOf(slots, time), expectedOf(measured, time)];
  const shareOf = (expected: number) => Math.min(1, Math.max(0, 1 - madeKwh / expected));
  // A whole step more may have been made than the counter shows.
  const madeAtMost = madeKwh + stepKwh;
  const isTelling = seen - madeKwh > Math.max(stepKwh, (1 - likeness) * seen);
  if (isPlanned) return isTelling ? { kind: 'planned', share: shareOf(seen), slots: measured } : null;
  const isNothing = madeKwh <= Math.max(stepKwh, nothingShare * all);
  if (isNothing && madeAtMost < runningShare * all) return { kind: 'standstill', share: shareOf(all), slots };
  if (!isTelling) return null;
  const kind = madeAtMost < runningShare * seen ? 'standstill' : 'missed';
  return { kind, share: shareOf(seen), slots: measured };
}

/** Seconds of a slot in which the inverter did not answer. */
export const silentIn = ({ seconds, answered }: QuietSlot, id: number) =>
  Math.max(0, seconds - (answered.get(id)?.seconds ?? 0));

/** kWh that are expected of it while it is silent: not more than its own limit lets it give. */
export const expectedIn = (slot: QuietSlot, { id, kwp, mostKw }: Pick<QuietTime, 'id' | 'kwp' | 'mostKw'>) =>
  (Math.min(slot.perKwp * kwp, mostKw ?? Number.POSITIVE_INFINITY) * silentIn(slot, id)) / 3600;

function expectedOf(slots: readonly QuietSlot[], time: QuietTime): number {
  return slots.reduce((sum, slot) => sum + expectedIn(slot, time), 0);
}
