import type { RecordOf } from '../../../contract/config/kinds';
import { meterKw, type PlantRatings, takenKw, unknownMeterFactor } from '../gate/limits';
import type { Values } from '../source';

/** The lifetime counters of each group of devices. */
export const countersOf = {
  inverter: ['etot'],
  contatori: ['e_imm', 'e_prel', 'er1', 'er2', 'er3', 'er4'],
} as const;
export type CountedGroup = keyof typeof countersOf;

/** kW that a counter can count at most, with which it usually counts, and that was read beside it; null where none was. */
export interface CounterPower {
  readonly mostKw: number;
  readonly usualKw: number;
  readonly powerKw: number | null;
}

/** An inverter gives at most its apparent power (gate/limits.ts). */
const overload = 1.1;
/** Without a limit a meter counts with what no line carries. */
const endless = 1e7;

export const powerOfInverter = (
  { pn }: Pick<RecordOf<'inverters'>, 'pn'>,
  { pac = null }: Values,
): CounterPower => ({
  mostKw: overload * pn,
  usualKw: overload * pn,
  powerKw: pac === null ? null : Math.max(0, pac),
});

/** Signs of active and reactive power for which each counter runs, as the plant counts them; 0 for either. */
const runsAt: Readonly<Record<string, readonly [active: number, reactive: number]>> = {
  e_imm: [1, 0],
  e_prel: [-1, 0],
  er1: [1, 1],
  er2: [-1, 1],
  er3: [-1, -1],
  er4: [1, -1],
};

type Meter = Pick<RecordOf<'contatori'>, 'inverti' | 'segno_p' | 'segno_q' | 'potenza_max' | 'ruolo'>;

/** A meter that is wired inversely counts what its counters do not say; its powers are corrected in the same way (processing/meters.ts). */
export function powerOfMeter(meter: Meter, point: string, said: Values, plant: PlantRatings): CounterPower {
  // The counter of what is taken, which an inversely wired meter calls that of what it gives.
  const isTaken = point === (meter.inverti ? 'e_imm' : 'e_prel');
  const mostKw = Math.min(endless, isTaken ? takenKw(meter, plant) : meterKw(meter, plant));
  const usualKw = plant.ratedKw > 0 ? Math.min(mostKw, unknownMeterFactor * plant.ratedKw) : mostKw;
  const [p, q] = [said.p ?? null, said.qac ?? null];
  const [active, reactive] = runsAt[point] ?? [0, 0];
  // `inverti` turns counters and powers alike: between them only their own signs remain.
  const along = (value: number | null, sign: number) => (value === null ? null : Math.max(0, value * sign));
  if (reactive === 0) return { mostKw, usualKw, powerKw: along(p, active * meter.segno_p) };
  const isActive = p === null || p * meter.segno_p * active >= 0;
  return { mostKw, usualKw, powerKw: isActive ? along(q, reactive * meter.segno_q) : 0 };
}
