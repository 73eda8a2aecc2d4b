import { inverterStates } from '../../../contract/codes';
import type { DeviceGroup, Values } from '../source';

/** A value of a device, as far as leaps of it are found. */
export interface Said {
  readonly group: DeviceGroup;
  readonly state: number;
  readonly values: Values;
  readonly reports?: { readonly made: readonly { readonly number: string }[] };
}

/**
 * By how much a quantity changes that nothing moves so far between two answers: in its unit, or as a share of the larger value. `turnsAt`:
 * only another sign is a leap, of values beyond this.
 */
interface Leap {
  readonly by?: number;
  readonly share?: number;
  readonly turnsAt?: number;
}

const voltage: Leap = { share: 0.15 };
const frequency: Leap = { by: 1 };
const temperature: Leap = { by: 20 };
const angle: Leap = { by: 10 };
const order: Leap = { by: 1 };

/**
 * Quantities that alarms judge within a minute, or that other figures rest on for as long as the answer stands. What light does in a second
 * is not here: a cloud would have every inverter read again.
 */
const ofAny: Readonly<Record<string, Leap>> = {
  riso: { share: 0.5 },
  udc: voltage,
  uab: voltage,
  ubc: voltage,
  uca: voltage,
  ua: voltage,
  ub: voltage,
  uc: voltage,
  fac: frequency,
  f: frequency,
  tcab: temperature,
  tsnk: temperature,
  tbox: temperature,
  ang: angle,
  tgt: angle,
  imot: { by: 2 },
  i: { turnsAt: 0.5 },
};

/**
 * The same of single groups. A plant has few meters, and one wrong power of theirs is the peak of a month; orders of a controller stand for
 * minutes.
 */
const ofGroup: Readonly<Partial<Record<DeviceGroup, Readonly<Record<string, Leap>>>>> = {
  contatori: { p: { by: 1, share: 0.4 }, qac: { by: 5, share: 0.5 } },
  cci: {
    p: { by: 1, share: 0.4 },
    qac: { by: 5, share: 0.5 },
    u: { share: 0.15 },
    plim: order,
    psp: order,
    qsp: order,
    fsp: { by: 0.01 },
    cosphi: { by: 0.2 },
  },
};

/** Light moves both sides of an inverter: a power that changes alone by this share is odd, where more than `fromKw` kW pass. */
const alone = { by: 0.3, other: 0.1, fromKw: 1 } as const;

/** Words in which each bit or number means something else. */
const codes = ['evt', 'raw', 'modo', 'intervento', 'ddi', 'telescatto'] as const;
const counters = ['etot', 'e_imm', 'e_prel'] as const;
/** kWh that no device counts between two reads. */
const jumpKwh = 1000;

/** An inverter goes from one to the other with each order. */
const atWork: readonly number[] = [inverterStates.mppt, inverterStates.throttled];
const isAtWork = ({ group, state }: Said) => group === 'inverter' && atWork.includes(state);

const codesOf = ({ values, reports }: Said) =>
  JSON.stringify([codes.map(point => values[point] ?? 0), (reports?.made ?? []).map(({ number }) => number)]);

/** Whether a lifetime counter fell, or rose by more than any plant counts between two reads. */
export const hasJumped = (before: Values, now: Values): boolean =>
  counters.some(point => {
    const [old, next] = [before[point] ?? null, now[point] ?? null];
    return old !== null && next !== null && (next < old || next - old > jumpKwh);
  });

function isLeap({ by = 0, share = 0, turnsAt }: Leap, before: number, now: number): boolean {
  if (turnsAt !== undefined) return before >= 0 !== now >= 0 && Math.max(-before, -now) > turnsAt;
  return Math.abs(now - before) > Math.max(by, share * Math.max(Math.abs(before), Math.abs(now)));
}

/** By which share of the larger power one changed; null where one of them is not known. */
function changeOf(point: string, before: Values, now: Values): number | null {
  const [old, next] = [before[point] ?? null, now[point] ?? null];
  if (old === null || next === null) return null;
  const most = Math.max(Math.abs(old), Math.abs(next));
  return most < alone.fromKw ? 0 : Math.abs(next - old) / most;
}

/** Whether one of the powers of an inverter changed, and the other did not. */
function isAlone(before: Said, now: Said): boolean {
  if (now.group !== 'inverter') return false;
  const ac = changeOf('pac', before.values, now.values);
  const dc = changeOf('pdc', before.values, now.values);
  return ac !== null && dc !== null && Math.max(ac, dc) > alone.by && Math.min(ac, dc) < alone.other;
}

/** Whether a device reports a fault. */
const reportsFault = ({ group, state, values, reports }: Said): boolean =>
  (group === 'inverter' && state === inverterStates.fault) ||
  (values.evt ?? 0) !== 0 ||
  (reports?.made.length ?? 0) > 0;

/** In every group: nothing is known of the state. */
const unknownState = 0;

/**
 * Whether an answer changes more than devices do between two reads: it may be garbled, and is read again. The first answer (`before` is null)
 * is read again when it reports a fault.
 */
export function hasLeapt(before: Said | null, now: Said): boolean {
  if (before === null) return reportsFault(now);
  const isOtherState = before.state !== now.state && before.state !== unknownState;
  if (isOtherState && !(isAtWork(before) && isAtWork(now))) return true;
  if (codesOf(before) !== codesOf(now) || hasJumped(before.values, now.values)) return true;
  return isAlone(before, now) || [ofAny, ofGroup[now.group]].some(leaps => leapsIn(before, now, leaps));
}

function leapsIn(
  { values: before }: Said,
  { values: now }: Said,
  leaps: Readonly<Record<string, Leap>> = {},
) {
  return Object.entries(leaps).some(([point, leap]) => {
    const [old, next] = [before[point] ?? null, now[point] ?? null];
    return old !== null && next !== null && isLeap(leap, old, next);
  });
}
