import type { Span } from '../../data/freshness';
import { numberAt } from '../../data/table';
import type { DaySlot, Today } from '../../device-screens/today';
import { runsWhere } from '../../ui/day-line';

/** One slot of the day: its means in kW and W/m², null if nothing was measured. Times in epoch seconds. */
export interface Slot extends DaySlot {
  readonly measured: number | null;
  readonly expected: number | null;
  readonly irradiance: number | null;
}

/** The quantities of the curve; a gap is where the first one is missing. */
export const dayCodes = 'impianto.pac,impianto.pattesa,impianto.poa';

/** The slots of a day up to the time of the answer, with their values. */
export function readDay({ table, slots }: Today): readonly Slot[] {
  return slots.map(slot => ({
    ...slot,
    measured: numberAt(table, 'impianto.pac', slot.row),
    expected: numberAt(table, 'impianto.pattesa', slot.row),
    irradiance: numberAt(table, 'impianto.poa', slot.row),
  }));
}

type Quantity = 'measured' | 'expected' | 'irradiance';

const spanOf = (run: readonly Slot[]): Span => ({ fromS: run[0]?.from ?? 0, toS: run.at(-1)?.to ?? 0 });

/** If the last measurement is older than this, in s, the curve has a gap up to now. */
const gapAfterS = 300;

/** The spans without a measurement; if the values are not up to date, also the span up to now. */
export function gapsOf(slots: readonly Slot[], nowS: number, isOld: boolean): readonly Span[] {
  const gaps = runsWhere(slots, ({ measured }) => measured === null).map(spanOf);
  const endS = slots.at(-1)?.to ?? nowS;
  const isLate = nowS > endS && (isOld || nowS - endS > gapAfterS);
  return isLate ? [...gaps, { fromS: endS, toS: nowS }] : gaps;
}

/** A measured power that is lower than expected by less than this, in % of the expected or of the nominal power, is not a loss. */
const tolerance = { ofExpected: 5, ofNominal: 1 };

export interface Loss extends Span {
  /** Energy not produced, in % of the expected. */
  readonly percent: number;
}

/** The spans in which the measured power is below the expected by more than the tolerance. `nominal` in kW. */
export function lossesOf(slots: readonly Slot[], nominal: number): readonly Loss[] {
  const isShort = ({ measured, expected }: Slot) => {
    if (measured === null || expected === null) return false;
    const lost = expected - measured;
    return lost > (expected * tolerance.ofExpected) / 100 && lost > (nominal * tolerance.ofNominal) / 100;
  };
  return runsWhere(slots, isShort).map(run => {
    const [measured, expected] = [energy(run, 'measured'), energy(run, 'expected')];
    return { ...spanOf(run), percent: (100 * (expected - measured)) / expected };
  });
}

function energy(run: readonly Slot[], quantity: Quantity): number {
  return run.reduce((sum, slot) => sum + (slot[quantity] ?? 0) * (slot.to - slot.from), 0);
}

/** The slot with the highest measured mean; null for a day without production. */
export function peakOf(slots: readonly Slot[]): Slot | null {
  return slots.reduce<Slot | null>(
    (best, slot) => (slot.measured !== null && slot.measured > (best?.measured ?? 0) ? slot : best),
    null,
  );
}
