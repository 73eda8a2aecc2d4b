import { inverterStates } from '../../../../contract/codes';
import { isFeeding as isFeedingState } from '../../../plant/processing/inverters';
import { acPower } from '../../../plant/solar/module';
import type { InverterPlan } from '../plan';
import { type GridNow, type Reduction, reductionAt, supportAt } from './grid-support';

/** Bits of SunSpec `Evt1`; bit 16 is the first one that the manufacturer defines. */
export const inverterEvents = { groundFault: 1 << 0, gridDisconnect: 1 << 4, isolation: 1 << 16 } as const;
/** Bits of SunSpec `ThrotSrc`. */
export const limitSources = {
  maxPower: 1 << 0,
  overFrequency: 1 << 5,
  lowVoltage: 1 << 7,
  highVoltage: 1 << 8,
  derated: 1 << 14,
} as const;

const nightShare = 0.0002;
const startShare = 0.003;
const stopShare = 0.001;
const gridCheckS = 60;
/** Ramp after the interface switch has closed again, in % of the rated power per minute (CEI 0-16). */
const rampPerMinute = 20;
const apparentOverRated = 1.1;

/** Heat sink temperature above which an inverter gives less power, °C. */
export const heatsinkLimitC = 80;

/** % of the rated power that an inverter can give: 2 % less for each K of air temperature above 45 °C. */
export function heatLimit(ambient: number): number {
  return Math.max(0, Math.min(100, 100 - 2 * (ambient - 45)));
}

/** The true state of one inverter, whether or not it answers the datalogger. Powers in kW and kvar, energies in kWh. */
export interface InverterState {
  readonly plan: InverterPlan;
  /** kWp of its strings, reduced by dirt, mismatch and faults. */
  strengthKwp: number;
  /** Strings on trackers that do not follow the sun: their kWp and their angle. */
  stuck: readonly { readonly kwp: number; readonly angle: number }[];
  state: number;
  events: number;
  pac: number;
  qac: number;
  pdc: number;
  udc: number;
  limitPercent: number;
  limitSource: number;
  cabinet: number;
  heatsink: number;
  /** Seconds of the grid check that have passed; the inverter produces after 60. */
  checkedS: number;
  /** % of the rated power that the ramp after a disconnection allows. */
  rampPercent: number;
  /** Because the frequency is, or was, too high; null while it is not reduced. */
  reduction: Reduction | null;
  dayKwh: number;
  totalKwh: number;
  hours: number;
  /** How many inverters like this one feed (more than 1 when further ones are configured), and how many of these the datalogger polls. */
  presence: number;
  counted: number;
  /** kWp that counts in the availability. An inverter under maintenance does not count. */
  dutyKwp: number;
  /** Whether it follows the limit and the reactive power that the plant controller asks for. */
  isPowerControlled: boolean;
  isReactiveControlled: boolean;
}

export function newInverter(plan: InverterPlan): InverterState {
  return {
    plan,
    strengthKwp: plan.peakKwp,
    stuck: [],
    state: inverterStates.sleeping,
    events: 0,
    pac: 0,
    qac: 0,
    pdc: 0,
    udc: 0,
    limitPercent: 100,
    limitSource: 0,
    cabinet: 20,
    heatsink: 20,
    checkedS: 0,
    rampPercent: 100,
    reduction: null,
    dayKwh: 0,
    totalKwh: 0,
    hours: 0,
    presence: 1,
    counted: 1,
    dutyKwp: plan.peakKwp,
    isPowerControlled: true,
    isReactiveControlled: true,
  };
}

/** The inputs of an inverter in a step. */
export interface InverterInput {
  /** kW that the strings could give, and their voltage at maximum power. */
  dcKw: number;
  dcVolt: number;
  /** Whether interface switch and grid allow the inverter to feed. */
  isGridReady: boolean;
  isFaulty: boolean;
  /** Limits in % of the rated power: one by the plant controller, one by the air temperature and the inverter's own heat. */
  plantLimit: number;
  heatLimit: number;
  /** Requested reactive power, kvar. */
  qac: number;
  grid: GridNow;
}

/** Advances the operating state by `seconds` and sets power and voltage. */
export function stepInverter(inverter: InverterState, input: InverterInput, seconds: number): void {
  const { ratedKw } = inverter.plan;
  const possible = acPower(input.dcKw, ratedKw);
  if (!input.isGridReady) inverter.rampPercent = 0;
  const canFeed = input.isGridReady && !input.isFaulty;
  const needed = ratedKw * (isFeeding(inverter) ? stopShare : startShare);
  if (!canFeed || possible < needed) {
    inverter.checkedS = 0;
    inverter.state = idleState(input, possible < needed);
  } else if (inverter.checkedS < gridCheckS) {
    inverter.checkedS += seconds;
    inverter.state = inverterStates.starting;
  }
  if (canFeed && possible >= needed && inverter.checkedS >= gridCheckS)
    feed(inverter, input, possible, seconds);
  else rest(inverter, input);
}

export function isFeeding({ state }: { readonly state: number }): boolean {
  return isFeedingState(state);
}

function idleState({ isFaulty, isGridReady }: InverterInput, isDark: boolean): number {
  if (isFaulty) return inverterStates.fault;
  if (isDark) return inverterStates.sleeping;
  return isGridReady ? inverterStates.starting : inverterStates.standby;
}

function feed(inverter: InverterState, input: InverterInput, possible: number, seconds: number): void {
  const { ratedKw } = inverter.plan;
  const rise = (rampPerMinute * seconds) / 60;
  const ramp = Math.min(100, inverter.rampPercent + rise / 2);
  const limit = Math.min(input.plantLimit, input.heatLimit, ramp);
  const { hertz, voltage } = input.grid;
  const support = supportAt(voltage);
  // In a dip the greatest current gives less power.
  const apparent = ratedKw * apparentOverRated * (support === null ? 1 : Math.min(1, voltage));
  const qac = support === null ? input.qac : support * apparent;
  const beside = Math.sqrt(Math.max(0, apparent ** 2 - qac ** 2));
  const wasReduced = inverter.reduction !== null;
  inverter.reduction = reductionAt(inverter.reduction, inverter.pac, hertz, seconds);
  const droopKw = inverter.reduction?.limitKw ?? Number.POSITIVE_INFINITY;
  // Back to the full power goes by the ramp.
  const isReturning = wasReduced && inverter.reduction === null;
  if (isReturning) inverter.rampPercent = (100 * inverter.pac) / ratedKw;
  else inverter.rampPercent = Math.min(100, inverter.rampPercent + rise);
  inverter.pac = Math.min(possible, (ratedKw * limit) / 100, ratedKw, beside, droopKw);
  if (isReturning) inverter.pac = Math.min(inverter.pac, (ratedKw * inverter.rampPercent) / 100);
  const isLimited = inverter.pac < possible;
  inverter.state = isLimited ? inverterStates.throttled : inverterStates.mppt;
  inverter.limitPercent = Math.min(input.plantLimit, input.heatLimit);
  inverter.limitSource =
    (input.plantLimit < 100 ? limitSources.maxPower : 0) |
    (isLimited && input.heatLimit < 100 ? limitSources.derated : 0) |
    (inverter.reduction ? limitSources.overFrequency : 0) |
    supportSource(support);
  inverter.pdc = (input.dcKw * inverter.pac) / possible;
  // When the power is limited, the voltage rises from that of the maximum power point towards the open-circuit voltage.
  inverter.udc = input.dcVolt * (1 + 0.12 * (1 - inverter.pac / possible));
  inverter.qac = qac;
}

function supportSource(support: number | null): number {
  if (support === null) return 0;
  return support > 0 ? limitSources.lowVoltage : limitSources.highVoltage;
}

function rest(inverter: InverterState, input: InverterInput): void {
  inverter.reduction = null;
  inverter.pac = input.isGridReady ? -nightShare * inverter.plan.ratedKw : 0;
  inverter.pdc = 0;
  inverter.qac = 0;
  inverter.udc = input.dcVolt * 1.17;
  inverter.limitPercent = input.plantLimit;
  inverter.limitSource = 0;
}
