import { inverterStates } from '../../../../contract/codes';
import { leastLightFor } from '../../../plant/processing/judged-weather';
import {
  LightJudge,
  type LightReading,
  type LightVerdict,
  type LightWitnesses,
  leastLight,
} from '../../../plant/processing/light-judge';
import { type CountedInverter, energyOf, PlantCounting } from '../../../plant/processing/plant-counters';
import { type Design, expectedNow } from '../../../plant/processing/plant-sums';
import { returnS } from '../../../plant/processing/protections';
import { computedTemperature } from '../../../plant/solar/module';
import type { Light } from '../../../plant/source';
import { FaultTimeline } from '../faults/fault-timeline';
import type { PlantPlan } from '../plan';
import { powerLimitOf, reactiveShareOf } from './dispatch';
import { Environment } from './environment';
import { Field, inverterFaults } from './field';
import { isGridFault, quietVoltage } from './grid';
import { type GridNow, quietGrid } from './grid-support';
import { heatLimit, type InverterInput, type InverterState, isFeeding, stepInverter } from './inverter';
import {
  consumedKvar,
  consumptionAt,
  type Flows,
  feedIn,
  type MeterState,
  newMeter,
  productionFor,
  stepMeter,
} from './meters';
import { doesTrip } from './protection';
import { Regulation, settingsOfPlan } from './regulation';
import { Sensors } from './sensors';

/** Step of the coarse model, s. The history and the earlier part of each day are computed by this model, so that they agree. */
export const coarseS = 300;

/** What controller, grid and protections impose on the inverters during a step. */
export interface Drive {
  /** kW that may be exported at the point of delivery; null without a limit. */
  readonly limitKw: number | null;
  /** Reactive power at the point of delivery, kvar. */
  readonly kvar: number;
  readonly isEnergized: boolean;
  readonly grid: GridNow;
  /** Whether the interface switch of a protection (by index) is closed. */
  isClosed(protection: number): boolean;
}

/** The whole plant without its protections: from the light to the energy. */
export class PlantModel {
  readonly plan: PlantPlan;
  readonly seed: number;
  readonly environment: Environment;
  readonly timeline: FaultTimeline;
  readonly field: Field;
  readonly meters: readonly MeterState[];
  readonly sensors: Sensors;
  readonly counting: PlantCounting;
  readonly regulation: Regulation;
  readonly flows: Flows = { production: 0, auxiliary: 0, load: 0, exchange: 0 };
  /** Installed power to which energies and expected values are related. */
  design: Design;
  /** What the plant's sensors read in this step; null when no sensor of that kind answers. */
  poa: number | null = null;
  /** Whether the sensors of `poa` disagree without a witness for either. */
  isLightDoubted = false;
  /** What was last found about the irradiance sensors, by day. */
  lightVerdict: LightVerdict = { used: null, isDoubted: false, sensors: new Map() };
  /** Compares the irradiance sensors. Years begin with a new one, because the counters of a year are computed by themselves. */
  judge = new LightJudge();
  cell: number | null = null;
  isCellComputed = false;
  ambient: number | null = null;
  expectedKw: number | null = null;
  /** kW of all inverters in the last step, whether or not they answer. */
  acKw = 0;
  readonly #input: InverterInput = {
    dcKw: 0,
    dcVolt: 0,
    isGridReady: true,
    isFaulty: false,
    plantLimit: 100,
    heatLimit: 100,
    qac: 0,
    grid: quietGrid,
  };

  constructor(plan: PlantPlan, seed: number, hasNaturalFaults: boolean) {
    this.plan = plan;
    this.design = { peakKwp: plan.peakKwp, ratedKw: plan.ratedKw };
    this.seed = seed;
    this.environment = new Environment(plan, seed);
    this.timeline = new FaultTimeline(plan, seed, hasNaturalFaults);
    this.field = new Field(plan, seed, this.environment, this.timeline);
    this.meters = plan.meters.map(meter => newMeter(meter, seed));
    this.sensors = new Sensors(plan, seed, this.environment.weather);
    this.counting = new PlantCounting(plan.site.zone);
    this.regulation = new Regulation(settingsOfPlan(plan));
  }

  /**
   * Simulates the `seconds` from `t`, at most `coarseS`, in one step with mean light. Protections are not run: a grid event that would
   * make them trip opens their switch.
   */
  stepCoarse(t: number, seconds = coarseS): void {
    const { field, environment, timeline, plan } = this;
    this.roll(t);
    environment.mean(t, seconds, field.conditions);
    const middle = t + seconds / 2;
    field.settle(middle, seconds);
    let limitPercent = 100;
    let isClosed = true;
    let isEnergized = true;
    for (const { fault } of field.active) {
      if (fault.kind === 'dso-limit') limitPercent = Math.min(limitPercent, fault.percent);
      if (fault.kind === 'ddi-open' || fault.kind === 'remote-trip') isClosed = false;
      if (fault.kind === 'grid-outage') isEnergized = false;
    }
    for (const event of timeline.during(middle - returnS, middle))
      if (isGridFault(event) && doesTrip(event, plan.facts.norm)) isClosed = false;
    const voltage = quietVoltage(this.seed, middle, this.acKw / plan.ratedKw, 0);
    const kvar = this.regulation.byVoltage({ voltage, kw: this.flows.exchange });
    const limitKw = limitPercent < 100 ? (limitPercent / 100) * this.regulation.settings.apparentKva : null;
    // Events of the grid are shorter than a step.
    this.#step(t, seconds, { limitKw, kvar, isEnergized, grid: quietGrid, isClosed: () => isClosed });
  }

  /** Simulates the `seconds` that end at `t` with the conditions at `t`. */
  stepFine(t: number, seconds: number, drive: Drive): void {
    this.roll(t - seconds);
    this.environment.at(t, this.field.conditions);
    this.field.settle(t, seconds);
    this.#step(t - seconds, seconds, drive);
  }

  #step(from: number, seconds: number, drive: Drive): void {
    const { field, plan, sensors } = this;
    const { conditions, cellTemperature, active } = field;
    const { isEnergized, limitKw } = drive;
    consumptionAt(plan, this.seed, { t: conditions.t, isEnergized }, this.flows);
    const shares = {
      limitPercent:
        limitKw === null ? 100 : powerLimitOf(field.inverters, productionFor(limitKw, this.flows)),
      reactive: reactiveShareOf(field.inverters, drive.kvar + consumedKvar(this.flows)),
    };
    let kvar = 0;
    this.acKw = 0;
    for (const inverter of field.inverters) {
      this.#stepInverter(inverter, seconds, drive, shares);
      this.acKw += inverter.pac * inverter.presence;
      kvar += inverter.qac * inverter.presence;
    }
    feedIn(isEnergized ? this.acKw : 0, this.flows);
    for (const meter of this.meters) stepMeter(meter, this.flows, { t: from + seconds, seconds, kvar });
    this.cell = sensors.first('tmod', conditions, cellTemperature, active);
    this.ambient = sensors.first('tamb', conditions, cellTemperature, active);
    this.#judgeLight(seconds);
    this.isCellComputed = this.cell === null;
    if (this.isCellComputed) {
      const wind = sensors.first('ws', conditions, cellTemperature, active);
      this.cell = computedTemperature(this.ambient, this.poa, wind);
    }
    this.expectedKw = expectedNow(this.design, { poa: this.poa, cell: this.cell }, this.light);
    this.#count(seconds);
  }

  /** Follows the sensor of the irradiance that the others do not contradict. By night there is nothing to judge. */
  #judgeLight(seconds: number): void {
    const { field, sensors } = this;
    const { conditions, cellTemperature, active } = field;
    const first = () => sensors.first('poa', conditions, cellTemperature, active);
    this.isLightDoubted = false;
    if (conditions.sun.cosZenith <= 0) {
      this.poa = first();
      return;
    }
    const readings = sensors.light(conditions, cellTemperature, active);
    this.lightVerdict = this.judge.judge(readings, () => this.#witnesses(readings), seconds);
    const { used, isDoubted } = this.lightVerdict;
    this.poa = used?.value ?? first();
    this.isLightDoubted = isDoubted;
  }

  #witnesses(readings: readonly LightReading[]): LightWitnesses {
    const { field, sensors, environment, design, cell, light } = this;
    const { conditions, cellTemperature, active } = field;
    const ghi = sensors.first('ghi', conditions, cellTemperature, active);
    const brightest = Math.max(leastLight, ...readings.map(({ value }) => value));
    const expectedKw = expectedNow(design, { poa: brightest, cell }, light);
    return {
      fromHorizontal: ghi === null ? null : environment.planeLight(ghi, conditions),
      clearSky: environment.clearSky('poa', conditions),
      leastForPower: leastLightFor(this.#answeringKw(), brightest, expectedKw),
    };
  }

  /** kW of the inverters that answer. */
  #answeringKw(): number {
    const { inverters, active } = this.field;
    return inverters.reduce(
      (sum, { plan, pac, counted }) => sum + (inverterFaults(active, plan.id).isSilent ? 0 : pac * counted),
      0,
    );
  }

  /** The true light on the modules, not the reading of a sensor. */
  get light(): Light {
    const { poa, effective } = this.field.conditions;
    return { onPlane: poa, throughGlass: effective };
  }

  /** Moves the counters to `t`. When a new day begins, the day counters of the devices restart together with those of the plant. */
  roll(t: number): void {
    const turn = this.counting.roll(t);
    if (turn === 'none') return;
    if (turn === 'year') this.judge = new LightJudge();
    for (const inverter of this.field.inverters) inverter.dayKwh = 0;
    for (const meter of this.meters) {
      meter.dayKwh = 0;
      if (turn !== 'day') meter.peakKw = 0;
    }
  }

  #count(seconds: number): void {
    const { inverters, active } = this.field;
    for (const inverter of inverters) {
      const produced = energyOf(inverter.pac, seconds);
      inverter.dayKwh += produced;
      inverter.totalKwh += produced;
      if (isFeeding(inverter)) inverter.hours += seconds / 3600;
    }
    const { isLightDoubted } = this;
    // The datalogger counts what it hears, as it does of any source.
    const isHeard = !active.some(({ fault }) => fault.kind === 'plant-silent');
    this.counting.add({
      seconds,
      expectedKw: isHeard ? this.expectedKw : null,
      poa: isHeard ? this.poa : null,
      isLightDoubted,
      configuredKwp: this.plan.peakKwp,
      inverters: inverters.map(inverter =>
        countedInverter(inverter, isHeard && !inverterFaults(active, inverter.plan.id).isSilent),
      ),
    });
  }

  #stepInverter(
    inverter: InverterState,
    seconds: number,
    drive: Drive,
    shares: { readonly limitPercent: number; readonly reactive: number },
  ): void {
    const { field } = this;
    const { conditions } = field;
    const { cloudDelayS, id, protection, ratedKw } = inverter.plan;
    // A cloud crosses the whole field within a minute, so its delay matters only in shorter steps.
    const isDelayed = seconds < 60 && cloudDelayS > 0;
    const effective = isDelayed
      ? this.environment.effectiveAfter(conditions, cloudDelayS)
      : conditions.effective;
    const { events, derating } = inverterFaults(field.active, id);
    inverter.events = events;
    const input = this.#input;
    input.dcKw = effective > 0 ? field.dcPower(inverter, effective) : 0;
    input.dcVolt = field.dcVoltage(effective);
    input.isGridReady = drive.isEnergized && drive.isClosed(protection);
    input.isFaulty = events !== 0;
    const order = field.inverterOrders.get(id);
    const shared = inverter.isPowerControlled ? shares.limitPercent : 100;
    input.plantLimit = Math.min(shared, order?.percent ?? 100);
    input.heatLimit = Math.min(derating, heatLimit(conditions.ambient));
    input.qac = (order?.reactive ?? (inverter.isReactiveControlled ? shares.reactive : 0)) * ratedKw;
    input.grid = drive.grid;
    stepInverter(inverter, input, seconds);
    field.warm(inverter, derating);
  }
}

function countedInverter(inverter: InverterState, isHeard: boolean): CountedInverter {
  const { pac, counted, dutyKwp, state } = inverter;
  const isStarting = state === inverterStates.starting;
  return { pac, counted, dutyKwp: isHeard ? dutyKwp : 0, isFeeding: isFeeding(inverter), isStarting };
}
