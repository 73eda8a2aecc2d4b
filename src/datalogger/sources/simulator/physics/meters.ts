import { meterRoles } from '../../../../contract/codes';
import { zoneOffset } from '../../../../contract/zone';
import type { MeterPlan, PlantPlan } from '../plan';
import { gaussian, noise } from './random';
import { streams } from './streams';

/** Power flows in kW. All are positive except `exchange` (positive when exported) and `production` (negative at night). */
export interface Flows {
  production: number;
  auxiliary: number;
  load: number;
  exchange: number;
}

/** Share of the production that transformer and lines take. */
export const lineLoss = 0.01;
const quarterS = 900;
const gainSpread = 0.0012;

/** Share of the site's load at a local hour: one and a half shifts on working days, only the base load on other days. */
function loadProfile(hour: number, isWorkingDay: boolean): number {
  const always = 0.28;
  if (!isWorkingDay) return always;
  const shift = (start: number, end: number) =>
    Math.max(0, Math.min(1, (hour - start) / 1.5, (end - hour) / 1.5));
  const lunch = 0.18 * Math.max(0, 1 - Math.abs(hour - 12.75) / 0.75);
  return always + (1 - always) * Math.max(0, shift(5.5, 19.5) - lunch);
}

/** Consumption of the site at `t`, kW. */
function loadAt(plan: PlantPlan, seed: number, t: number): number {
  const local = t + zoneOffset(plan.site.zone, t);
  const weekday = (Math.floor(local / 86_400) + 4) % 7;
  const profile = loadProfile((local % 86_400) / 3600, weekday >= 1 && weekday <= 5);
  return plan.facts.loadKw * profile * (1 + 0.06 * noise(seed, streams.load, t, 420));
}

/** Writes what the site and the plant itself take at `t`. */
export function consumptionAt(
  plan: PlantPlan,
  seed: number,
  { t, isEnergized }: { t: number; isEnergized: boolean },
  out: Flows,
): void {
  out.auxiliary = isEnergized ? plan.facts.auxiliaryKw : 0;
  out.load = isEnergized ? loadAt(plan, seed, t) : 0;
}

/** Writes production and exchange; the consumption must already be that of the moment. */
export function feedIn(production: number, out: Flows): Flows {
  out.production = production;
  out.exchange = production * (1 - lineLoss) - out.auxiliary - out.load;
  return out;
}

/** kW of all inverters with which `exchange` kW are exported while the consumption is that of `flows`. */
export function productionFor(exchange: number, { auxiliary, load }: Flows): number {
  return (exchange + auxiliary + load) / (1 - lineLoss);
}

/** kvar that site and plant take between inverters and point of delivery. */
export const consumedKvar = ({ load, auxiliary }: Flows) => 0.25 * load + 0.3 * auxiliary;

/** Reactive energy by quadrant, kvarh. Quadrants: 1 P > 0 Q > 0, 2 P < 0 Q > 0, 3 P < 0 Q < 0, 4 P > 0 Q < 0. */
export interface ReactiveRegisters {
  quadrant1: number;
  quadrant2: number;
  quadrant3: number;
  quadrant4: number;
}

/** An energy meter; kW, kvar, kWh. */
export interface MeterState extends ReactiveRegisters {
  readonly plan: MeterPlan;
  /** Its constant error, as a factor close to 1. */
  readonly gain: number;
  power: number;
  reactive: number;
  exportedKwh: number;
  importedKwh: number;
  /** Energy of the local day so far, in the direction of its role. */
  dayKwh: number;
  /** Highest mean of 15 minutes in this month, in either direction. */
  peakKw: number;
  quarterKwh: number;
}

export function newMeter(plan: MeterPlan, seed: number): MeterState {
  const gain = 1 + gainSpread * gaussian(seed, streams.meterGain, plan.id);
  return {
    plan,
    gain,
    power: 0,
    reactive: 0,
    exportedKwh: 0,
    importedKwh: 0,
    dayKwh: 0,
    peakKw: 0,
    quarterKwh: 0,
    quadrant1: 0,
    quadrant2: 0,
    quadrant3: 0,
    quadrant4: 0,
  };
}

/** The register for a pair of active and reactive power. A power of 0 counts as positive. */
export function quadrantOf(power: number, reactive: number): keyof ReactiveRegisters {
  if (reactive >= 0) return power >= 0 ? 'quadrant1' : 'quadrant2';
  return power >= 0 ? 'quadrant4' : 'quadrant3';
}

function measured({ plan, gain }: MeterState, flows: Flows): number {
  const { production, exchange, auxiliary } = meterRoles;
  if (plan.role === production) return flows.production * gain;
  if (plan.role === exchange) return flows.exchange * gain;
  return -(plan.role === auxiliary ? flows.auxiliary : flows.load * plan.share) * gain;
}

/** Adds the `seconds` that end at `t` to the registers; `kvar` is the reactive power through the plant's own meters. */
export function stepMeter(
  meter: MeterState,
  flows: Flows,
  { t, seconds, kvar }: { t: number; seconds: number; kvar: number },
): void {
  const { production, exchange } = meterRoles;
  const { role } = meter.plan;
  meter.power = measured(meter, flows);
  if (role === production) meter.reactive = kvar;
  else if (role === exchange) meter.reactive = kvar - consumedKvar(flows);
  else meter.reactive = 0.28 * meter.power;
  const energy = (meter.power * seconds) / 3600;
  if (energy > 0) meter.exportedKwh += energy;
  else meter.importedKwh -= energy;
  meter[quadrantOf(meter.power, meter.reactive)] += (Math.abs(meter.reactive) * seconds) / 3600;
  const isSource = role === production || role === exchange;
  meter.dayKwh += Math.max(0, isSource ? energy : -energy);
  meter.quarterKwh += energy;
  if (t % quarterS < seconds) {
    meter.peakKw = Math.max(meter.peakKw, (Math.abs(meter.quarterKwh) * 3600) / quarterS);
    meter.quarterKwh = 0;
  }
}
