import {
  cellTemperature,
  moduleCoefficients,
  remainder,
  specificPower,
  stringVoltage,
} from '../../../plant/solar/module';
import { angleOf } from '../../../plant/solar/tracker';
import type { TrackerOrder } from '../../../plant/source';
import type { FaultTimeline } from '../faults/fault-timeline';
import type { TimedFault } from '../faults/faults';
import type { PlantPlan } from '../plan';
import { type Conditions, type Environment, emptyConditions } from './environment';
import { heatsinkLimitC, type InverterState, inverterEvents, newInverter } from './inverter';
import { gaussian, noise } from './random';
import { streams } from './streams';

const mismatchSpread = 0.008;
/** Spread of the voltage between MPPT inputs, as a share: each input finds its own maximum power point. */
const inputVoltSpread = 0.004;
/** Heat sink temperature of an inverter whose cooling fails, °C. */
const hotHeatsink = heatsinkLimitC + 4;
const inverterLagS = 600;

/** What one inverter was ordered by itself: a limit and a reactive power in % and as a share of its rated power; null for nothing. */
export interface InverterOrder {
  readonly percent: number | null;
  readonly reactive: number | null;
}

interface StuckTracker {
  readonly angle: number;
}

/** The modules and their inverters: what power the strings give in the light of the moment, with dirt, mismatch and faults. */
export class Field {
  readonly plan: PlantPlan;
  readonly environment: Environment;
  readonly conditions: Conditions = emptyConditions();
  readonly inverters: readonly InverterState[];
  /** Share of its nominal power that each string gives, after dirt, mismatch and faults. */
  readonly health: Float64Array;
  /** Trackers that do not move, by id. */
  stuck: ReadonlyMap<number, StuckTracker> = new Map();
  active: readonly TimedFault[] = [];
  /** Trackers that a command has sent to a position, by id. */
  orders: ReadonlyMap<number, TrackerOrder> = new Map();
  /** By inverter. */
  inverterOrders: ReadonlyMap<number, InverterOrder> = new Map();
  /** °C */
  cellTemperature = Number.NaN;
  /** Voltage of each string (and of its MPPT input) divided by the voltage of its inverter. */
  readonly voltShare: Float64Array;
  readonly #seed: number;
  readonly #timeline: FaultTimeline;
  readonly #mismatch: Float64Array;
  readonly #spread: Float64Array;
  #soiling = Number.NaN;
  #isStowed = false;
  #inverterRemainder = 1;

  constructor(plan: PlantPlan, seed: number, environment: Environment, timeline: FaultTimeline) {
    this.plan = plan;
    this.environment = environment;
    this.#seed = seed;
    this.#timeline = timeline;
    this.inverters = plan.inverters.map(newInverter);
    this.#mismatch = Float64Array.from(
      plan.strings,
      ({ id }) => 1 + mismatchSpread * gaussian(seed, streams.mismatch, id),
    );
    this.#spread = Float64Array.from(plan.inverters, ({ id }) => gaussian(seed, streams.inverterSpread, id));
    this.health = Float64Array.from(this.#mismatch);
    this.voltShare = Float64Array.from(
      plan.strings,
      ({ inverter, input }) =>
        1 + inputVoltSpread * gaussian(seed, streams.inputVoltage, inverter * 100 + input),
    );
  }

  /** Updates faults, health and temperatures, `seconds` after the last call. The conditions must already be those of `t`. */
  settle(t: number, seconds: number): void {
    const { ambient, poa, wind, soiling, isStowed } = this.conditions;
    const target = cellTemperature(ambient, poa, wind);
    this.cellTemperature = Number.isNaN(this.cellTemperature)
      ? target
      : target + (this.cellTemperature - target) * remainder(seconds, moduleCoefficients.thermalLagS);
    this.#inverterRemainder = remainder(seconds, inverterLagS);
    const active = this.#timeline.activeAt(t);
    if (active === this.active && soiling === this.#soiling && isStowed === this.#isStowed) return;
    this.active = active;
    this.#soiling = soiling;
    this.#isStowed = isStowed;
    this.#assessHealth(soiling);
  }

  /** From now on these trackers, and no others, follow an order. */
  obey(orders: ReadonlyMap<number, TrackerOrder>): void {
    this.orders = orders;
    this.#assessHealth(this.#soiling);
  }

  /** The angle of a tracker that does not follow the sun, in degrees; undefined when it follows the sun with the others. */
  stillAngle(tracker: number): number | undefined {
    const order = this.orderOf(tracker);
    return this.stuck.get(tracker)?.angle ?? (order && angleOf(order, this.environment.trackers));
  }

  /** The order that a tracker follows. While the trackers are stowed against the wind, no order applies. */
  orderOf(tracker: number): TrackerOrder | undefined {
    return this.#isStowed ? undefined : this.orders.get(tracker);
  }

  /** kW that the strings of an inverter could give; `effective` is the light through the glass, W/m². */
  dcPower(inverter: InverterState, effective: number): number {
    let kwp = inverter.strengthKwp;
    for (const { kwp: still, angle } of inverter.stuck)
      kwp += still * (this.environment.shareAt(this.conditions, angle) - 1);
    return specificPower(effective, this.cellTemperature) * kwp;
  }

  /** Voltage of the strings at maximum power, V. */
  dcVoltage(effective: number): number {
    return stringVoltage(this.plan.stringVoltage, effective, this.cellTemperature);
  }

  /** Updates the temperatures of an inverter from its power in the step that ends now. */
  warm(inverter: InverterState, derating: number): void {
    const { ambient } = this.conditions;
    const { id, ratedKw } = inverter.plan;
    const load = Math.max(0, inverter.pac / ratedKw);
    const spread = this.#spread[id - 1] ?? 0;
    const target = derating < 100 && load > 0 ? hotHeatsink : ambient + 8 + (31 + 2 * spread) * load;
    const inside = ambient + 6 + (14 + spread) * load;
    inverter.heatsink = target + (inverter.heatsink - target) * this.#inverterRemainder;
    inverter.cabinet = inside + (inverter.cabinet - inside) * this.#inverterRemainder;
  }

  /** Insulation resistance of the array of an inverter, kΩ. It is lower with dew (low sun), and 38 after an insulation fault. */
  insulation({ plan, events }: InverterState): number {
    if (events & inverterEvents.isolation) return 38;
    const { t, sun } = this.conditions;
    const drift = 1 + 0.1 * noise(this.#seed, streams.insulation + plan.id * 1000, t, 7200);
    return (sun.elevation < 10 ? 1560 : 2600) * drift;
  }

  #assessHealth(soiling: number): void {
    const { plan, health } = this;
    health.set(this.#mismatch);
    const stuck = new Map<number, StuckTracker>();
    for (const { fault, from } of this.active) {
      if (fault.kind === 'string-open') health[fault.string - 1] = 0;
      if (fault.kind === 'string-drift')
        health[fault.string - 1] = (health[fault.string - 1] ?? 0) * (1 - fault.percent / 100);
      if (fault.kind === 'soiled-group')
        for (const { id, box } of plan.strings)
          if (box === fault.box) health[id - 1] = (health[id - 1] ?? 0) * (1 - fault.percent / 100);
      if (fault.kind === 'tracker-stuck' && !stuck.has(fault.tracker))
        stuck.set(fault.tracker, { angle: this.environment.targetAt(from) });
    }
    this.stuck = stuck;
    for (const inverter of this.inverters) {
      inverter.strengthKwp = 0;
      inverter.stuck = [];
    }
    for (const { id, inverter: owner, tracker } of plan.strings) {
      const inverter = this.inverters[owner - 1];
      if (!inverter) continue;
      const kwp = (health[id - 1] ?? 0) * (1 - soiling) * plan.stringKwp;
      health[id - 1] = kwp / plan.stringKwp;
      inverter.strengthKwp += kwp;
      const angle = this.stillAngle(tracker);
      if (angle !== undefined) inverter.stuck = [...inverter.stuck, { kwp, angle }];
    }
  }
}

/** The effect of the active faults on one inverter. */
export interface InverterFaults {
  readonly events: number;
  readonly isSilent: boolean;
  /** % of the rated power that the heat of the inverter allows. */
  readonly derating: number;
}

const healthy: InverterFaults = { events: 0, isSilent: false, derating: 100 };

export function inverterFaults(active: readonly TimedFault[], id: number): InverterFaults {
  if (active.length === 0) return healthy;
  let { events, isSilent, derating } = healthy;
  for (const { fault } of active) {
    if (!('inverter' in fault) || fault.inverter !== id) continue;
    if (fault.kind === 'inverter-silent') isSilent = true;
    if (fault.kind === 'inverter-derating') derating = Math.min(derating, fault.percent);
    if (fault.kind === 'inverter-trip')
      events |= fault.cause === 'ground' ? inverterEvents.groundFault : inverterEvents.isolation;
  }
  return { events, isSilent, derating };
}
