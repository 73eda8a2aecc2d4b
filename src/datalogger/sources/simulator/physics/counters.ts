import { meterRoles } from '../../../../contract/codes';
import { localDate, startOfYear } from '../../../../contract/zone';
import type { LightJudge } from '../../../plant/processing/light-judge';
import type { PlantCounters } from '../../../plant/source';
import type { PlantPlan } from '../plan';
import type { MeterState } from './meters';
import { coarseS, PlantModel } from './model';
import { gaussian } from './random';
import { streams } from './streams';

interface InverterCounters {
  readonly dayKwh: number;
  readonly totalKwh: number;
  readonly hours: number;
}
type MeterCounters = Omit<MeterState, 'plan' | 'gain' | 'power' | 'reactive'>;

/** The registers of a meter that are never reset. The others start again each day, month or quarter of an hour. */
const registers = [
  'exportedKwh',
  'importedKwh',
  'quadrant1',
  'quadrant2',
  'quadrant3',
  'quadrant4',
] as const satisfies readonly (keyof MeterCounters)[];

/** All counters of the plant at one instant. */
interface Counters {
  readonly inverters: readonly InverterCounters[];
  readonly meters: readonly MeterCounters[];
  readonly plant: PlantCounters;
  /** What the comparison of the irradiance sensors remembers. */
  readonly judge: LightJudge;
}

/** What determines the history of a plant: two plants with the same identity have the same history. */
export interface PlantIdentity {
  readonly plan: PlantPlan;
  readonly seed: number;
  readonly hasNaturalFaults: boolean;
}

/** When the counters of the plant started. */
const inServiceSince = Date.UTC(2014, 1, 14) / 1000;
/**
 * At the start of this year the totals are those of a usual yield since the plant went into service. From there the coarse model
 * counts, forwards or backwards, so that the same instant always has the same totals.
 */
const anchorYear = 2026;
const yearS = 365.2425 * 86_400;
const keptInstants = 16;
const known = new Map<string, Counters>();
/** The last day of each plant whose counters a history has left, and these counters. */
const latest = new Map<string, { readonly dayStart: number; readonly counters: Counters }>();

const nameOf = ({ plan, seed, hasNaturalFaults }: PlantIdentity) =>
  `${plan.size} ${seed} ${hasNaturalFaults}`;

function remember(identity: PlantIdentity, name: string, compute: () => Counters): Counters {
  const key = `${nameOf(identity)} ${name}`;
  let counters = known.get(key);
  if (!counters) {
    counters = compute();
    if (known.size >= keptInstants) known.clear();
    known.set(key, counters);
  }
  return counters;
}

function take({ field, meters, counting, judge }: PlantModel): Counters {
  return {
    inverters: field.inverters.map(({ dayKwh, totalKwh, hours }) => ({ dayKwh, totalKwh, hours })),
    meters: meters.map(meter => {
      const { plan: _plan, gain: _gain, power: _power, reactive: _reactive, ...counters } = meter;
      return counters;
    }),
    plant: { ...counting.counters },
    judge: judge.copy(),
  };
}

function put({ inverters, meters, plant, judge }: Counters, model: PlantModel): void {
  model.field.inverters.forEach((inverter, index) => void Object.assign(inverter, inverters[index]));
  model.meters.forEach((meter, index) => void Object.assign(meter, meters[index]));
  Object.assign(model.counting.counters, plant);
  model.judge = judge.copy();
}

/** Sets the totals at the start of the anchor year, from a usual yield and consumption. */
function anchorTotals(model: PlantModel): void {
  const { plan, seed } = model;
  const years = (startOfYear(plan.site.zone, anchorYear) - inServiceSince) / yearS;
  const hoursOfUse = plan.trackers.length > 0 ? 1815 : 1540;
  let total = 0;
  for (const inverter of model.field.inverters) {
    const { id, peakKwp } = inverter.plan;
    inverter.totalKwh =
      peakKwp * hoursOfUse * years * (1 + 0.01 * gaussian(seed, streams.inverterSpread, -id));
    inverter.hours = 4350 * years;
    total += inverter.totalKwh;
  }
  for (const meter of model.meters) Object.assign(meter, usualRegisters(meter, plan, { total, years }));
}

/**
 * Registers of a meter after some years in which the inverters made `total` kWh. The shares are a little above those of a
 * simulated year, so that no register was ever below 0.
 */
function usualRegisters(
  { plan: { role, share }, gain }: MeterState,
  { facts: { loadKw, auxiliaryKw }, ratedKw }: PlantPlan,
  { total, years }: { readonly total: number; readonly years: number },
): Partial<MeterCounters> {
  const hours = 8766 * years;
  // What the inverters take by night.
  const standby = 1.2e-4 * ratedKw * hours;
  const load = 0.52 * loadKw * hours;
  if (role === meterRoles.production) {
    // In sunny hours Q(V) makes the plant raise a low voltage and lower a high one; beside that it makes what the site takes.
    const reactive = {
      quadrant1: 0.09 * total,
      quadrant2: 0.1 * standby,
      quadrant3: 0.1 * standby,
      quadrant4: 0.03 * total,
    };
    return { exportedKwh: total * gain, importedKwh: standby, ...reactive };
  }
  if (role !== meterRoles.exchange) {
    const importedKwh = role === meterRoles.auxiliary ? 1.01 * auxiliaryKw * hours : load * share;
    return { importedKwh, quadrant3: 0.2801 * importedKwh };
  }
  const importedKwh = standby + 0.6 * auxiliaryKw * hours + 0.26 * loadKw * hours;
  const exportedKwh = total - 1.5 * Math.min(0.4, loadKw / ratedKw) * total;
  return {
    exportedKwh,
    importedKwh,
    quadrant1: 1e-5 * total,
    quadrant2: 1e-4 * total,
    quadrant3: 0.25 * importedKwh,
    quadrant4: 0.04 * exportedKwh,
  };
}

function run(model: PlantModel, from: number, to: number): void {
  for (let t = from; t < to; t += coarseS) model.stepCoarse(t);
}

const newModel = ({ plan, seed, hasNaturalFaults }: PlantIdentity) =>
  new PlantModel(plan, seed, hasNaturalFaults);

/** What the plant counts within one local year. */
function yearSums(identity: PlantIdentity, year: number): Counters {
  return remember(identity, `year ${year}`, () => {
    const { zone } = identity.plan.site;
    const model = newModel(identity);
    run(model, startOfYear(zone, year), startOfYear(zone, year + 1));
    return take(model);
  });
}

/** Adds or subtracts the totals of a year. */
function shift(model: PlantModel, sums: Counters, sign: 1 | -1): void {
  sums.inverters.forEach(({ totalKwh, hours }, index) => {
    const inverter = model.field.inverters[index];
    if (!inverter) return;
    inverter.totalKwh += sign * totalKwh;
    inverter.hours += sign * hours;
  });
  sums.meters.forEach((counted, index) => {
    const meter = model.meters[index];
    if (meter) for (const register of registers) meter[register] += sign * counted[register];
  });
}

/** Counts from the last day that a history has left in the same year, otherwise from the start of the year. */
function countTo(identity: PlantIdentity, dayStart: number): Counters {
  const { zone } = identity.plan.site;
  const { year } = localDate(zone, dayStart);
  const model = newModel(identity);
  const kept = latest.get(nameOf(identity));
  if (kept && kept.dayStart <= dayStart && kept.dayStart >= startOfYear(zone, year)) {
    model.roll(kept.dayStart);
    put(kept.counters, model);
    run(model, kept.dayStart, dayStart);
    model.roll(dayStart);
    return take(model);
  }
  anchorTotals(model);
  for (let past = anchorYear; past < year; past++) shift(model, yearSums(identity, past), 1);
  for (let next = anchorYear - 1; next >= year; next--) shift(model, yearSums(identity, next), -1);
  run(model, startOfYear(zone, year), dayStart);
  // Starts the new day, so that the counters of the day before are not part of it.
  model.roll(dayStart);
  return take(model);
}

const instantName = (dayStart: number) => `at ${dayStart}`;

/** A plant as it is at the start of a local day, from which it can be stepped on. */
export function modelAt(identity: PlantIdentity, dayStart: number): PlantModel {
  const counters = remember(identity, instantName(dayStart), () => countTo(identity, dayStart));
  const model = newModel(identity);
  model.roll(dayStart);
  put(counters, model);
  return model;
}

/** Stores the counters of a model at the start of a local day, so that they need not be computed again for that day. */
export function keepCounters(identity: PlantIdentity, dayStart: number, model: PlantModel): void {
  model.roll(dayStart);
  const counters = remember(identity, instantName(dayStart), () => take(model));
  latest.set(nameOf(identity), { dayStart, counters });
}
