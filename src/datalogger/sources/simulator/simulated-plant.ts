import { inverterStates, quality } from '../../../contract/codes';
import type { ConnectionAddress } from '../../../contract/config/endpoints';
import type { ConfigKind } from '../../../contract/config/kinds';
import type { Group } from '../../../contract/points';
import { startOfLocalDay } from '../../../contract/zone';
import type { HardwareStatus } from '../../core/system/system';
import { groupOf, noRecords, shownRecords } from '../../plant/processing/setup';
import type { DeviceRows } from '../../plant/snapshot';
import type {
  Answer,
  CommandResult,
  DeviceGroup,
  Light,
  PlantCommand,
  PlantCounters,
  PlantSetup,
  ProbeResult,
  Simulation,
  Source,
} from '../../plant/source';
import { carryOut, reachOf } from './commands';
import { configureDevices } from './configure';
import { type Fault, type OverrideFault, overridesOf, type TimedFault } from './faults/faults';
import { LiveState } from './live-state';
import { modelAt } from './physics/counters';
import type { InverterOrder } from './physics/field';
import { coarseS } from './physics/model';
import { noise } from './physics/random';
import { streams } from './physics/streams';
import { type PlantPlan, plantPlan } from './plan';
import { SimulatedAnswers } from './readings/answers';
import { LastAnswers } from './readings/last-answers';
import type { PlantSize } from './sizes';
import { answerMs, movedTo, Wiring } from './wiring';

export interface SimulationOptions {
  readonly size: PlantSize;
  readonly seed: number;
  /** Epoch seconds. */
  readonly startAt: number;
  /** Whether natural faults occur, as the seed determines them; true when left out. */
  readonly hasNaturalFaults?: boolean;
}

/** The simulated plant: a source of readings into which faults can be injected. */
export interface SimulatedPlant extends Source, Simulation {
  readonly plan: PlantPlan;
  readonly simulation: Simulation;
  /** Orders single inverters, by the number of the device, as a write on the bus does. */
  orderInverters(orders: ReadonlyMap<number, InverterOrder>): void;
}

/** Seconds that are simulated one by one before an instant is shown, so that return window, ramps and temperatures settle. */
const settlingS = 900;
/** A longer time than this is simulated in coarse steps. */
const longestFineS = 3600;

/** A plant of a size as it is at `startAt`. Its counters include its whole past. */
export function createSimulatedPlant(options: SimulationOptions): SimulatedPlant {
  return new SimulatedSource(options);
}

const timeoutOf = (record: object) =>
  'timeout' in record && typeof record.timeout === 'number' ? record.timeout : Number.POSITIVE_INFINITY;

/** The result for an address at which there is no device. */
const nobody: ProbeResult = { esito: 'indirizzo_errato', ms: null };

class SimulatedSource implements SimulatedPlant {
  readonly simulation = this;
  readonly isReal = false;
  readonly bus = null;
  readonly plan: PlantPlan;
  readonly #live: LiveState;
  readonly #wiring: Wiring;
  readonly #lastAnswers = new LastAnswers();
  #configuration = noRecords;
  #answers: SimulatedAnswers;
  #t: number;

  constructor({ size, seed, startAt, hasNaturalFaults = true }: SimulationOptions) {
    const end = Math.floor(startAt);
    this.plan = plantPlan(size);
    this.#wiring = new Wiring(this.plan);
    const settleFrom = Math.floor((end - settlingS) / coarseS) * coarseS;
    this.#t = startOfLocalDay(this.plan.site.zone, settleFrom);
    const model = modelAt({ plan: this.plan, seed, hasNaturalFaults }, this.#t);
    this.#live = new LiveState(model, settleFrom);
    this.#answers = new SimulatedAnswers(this.#live, this.#configuration, this.#wiring, this.#lastAnswers);
    this.#coarseTo(settleFrom);
    this.#fineTo(end, () => undefined);
  }

  get now(): number {
    return this.#t;
  }

  start(): void {}

  async close(): Promise<void> {}

  configure({ configuration, zone: wanted, limits }: PlantSetup): void {
    const zone = wanted ?? this.plan.site.zone;
    this.#configuration = configuration;
    this.#answers = new SimulatedAnswers(this.#live, configuration, this.#wiring, this.#lastAnswers);
    this.#live.model.counting.moveTo(zone, this.#t);
    this.#live.model.counting.limits = limits;
    this.#live.zone = zone;
    configureDevices(this.#live, { configuration, wiring: this.#wiring });
  }

  advance(t: number, each: (t: number) => void): void {
    const end = Math.floor(t);
    if (end - this.#t > longestFineS) {
      this.#fineTo(Math.ceil(this.#t / coarseS) * coarseS, each);
      this.#coarseTo(Math.floor((end - settlingS) / coarseS) * coarseS);
    }
    this.#fineTo(end, each);
  }

  answers(group: DeviceGroup): readonly Answer[] {
    return this.#answers.of(group, this.#t);
  }

  light(): Light {
    return this.#live.model.light;
  }

  counters(): PlantCounters {
    return this.#live.model.counting.counters;
  }

  /** Whether a device of this kind is at the address, and whether it answers. */
  async probe(kind: ConfigKind, id: number, address: ConnectionAddress): Promise<ProbeResult> {
    const stored = this.#configuration[kind].find(record => record.id === id);
    if (!stored) return nobody;
    const record = movedTo(stored, address);
    const device = this.#wiring.deviceOf(kind, record);
    if (device === null) return nobody;
    // The enabled record of that device is the one for which it has been polled.
    const holder = this.#configuration[kind].find(
      other => other.abilitato && this.#wiring.deviceOf(kind, other) === device,
    );
    const [shown] = holder ? shownRecords(this.#configuration, kind, holder) : [];
    const answer = this.answers(groupOf[kind]).find(each => each.record === shown);
    const isMute = !this.#wiring.isUnderstood(kind, record) || answerMs(record) > timeoutOf(record);
    return isMute || (answer && !answer.isResponding)
      ? { esito: 'muto', ms: null }
      : { esito: 'ok', ms: answerMs(record) };
  }

  async execute(command: PlantCommand): Promise<CommandResult> {
    const reach = reachOf(this.#configuration, this.#wiring);
    return carryOut(this.#live, command, this.#t, reach) ? 'taken' : 'refused';
  }

  orderInverters(orders: ReadonlyMap<number, InverterOrder>): void {
    this.#live.model.field.inverterOrders = orders;
  }

  inject(fault: Fault, seconds: number = Number.POSITIVE_INFINITY): void {
    this.#live.model.timeline.inject({ fault, from: this.#t, to: this.#t + seconds });
  }

  clearFaults(): void {
    this.#live.model.timeline.clear(this.#t);
  }

  altered(group: Group, rows: DeviceRows): DeviceRows {
    return overridden(rows, this.#live.model.timeline.activeAt(this.#t), group);
  }

  hardware(): HardwareStatus {
    return hardwareOf(this.#live, this.#t);
  }

  limit(): ReturnType<Simulation['limit']> {
    return this.#live.controller.limit;
  }

  #coarseTo(end: number): void {
    for (; this.#t < end; this.#t += coarseS) this.#live.coarse(this.#t);
  }

  #fineTo(end: number, each: (t: number) => void): void {
    while (this.#t < end) {
      this.#t++;
      this.#live.second(this.#t);
      each(this.#t);
    }
  }
}

/** Contacts and processor temperature of the datalogger in the simulated cabin at `t`. */
export function hardwareOf(live: LiveState, t: number): HardwareStatus {
  const { model, outageSince } = live;
  const active = model.timeline.activeAt(t);
  const has = (kind: string) => active.some(({ fault }) => fault.kind === kind);
  const room = 0.5 * model.field.conditions.ambient + 13;
  const quiet = room + 24 + 1.5 * noise(model.seed, streams.cpuTemperature, t, 900);
  const temperature = active.reduce(
    (highest, { fault }) => (fault.kind === 'cpu-hot' ? Math.max(highest, fault.celsius) : highest),
    quiet,
  );
  return {
    cpuTemperature: Math.round(temperature * 10) / 10,
    acContact: outageSince !== null || has('ups-mains-lost') ? '1' : '0',
    batteryContact: live.isBatteryLow(t) ? '0' : '1',
  };
}

const replaced = <T>(list: readonly T[], index: number, value: T) =>
  list.map((old, at) => (at === index ? value : old));

/** The rows with the override faults applied. A device that does not answer keeps its last values. */
function overridden(rows: DeviceRows, active: readonly TimedFault[], group: Group): DeviceRows {
  let changed = rows;
  for (const fault of overridesOf(active, group)) {
    const index = rows.id.indexOf(fault.id);
    if (rows.q[index] !== quality.bad) changed = { ...changed, ...columnsOf(changed, fault, index) };
  }
  return changed;
}

function columnsOf(rows: DeviceRows, fault: OverrideFault, index: number): Partial<DeviceRows> {
  switch (fault.kind) {
    case 'override': {
      const { point, value } = fault;
      const column = rows.values[point];
      if (!column) throw new Error(`${fault.group} has no point ${point}`);
      return { values: { ...rows.values, [point]: replaced(column, index, value) } };
    }
    case 'override-state':
      return { stato: replaced(rows.stato, index, fault.state) };
    case 'override-quality':
      return { q: replaced(rows.q, index, fault.quality) };
    case 'override-silent':
      // The plant as a whole is not polled, so its row is made silent here. Devices are made silent where they are polled.
      return fault.group === 'impianto'
        ? {
            q: replaced(rows.q, index, quality.bad),
            stato: replaced(rows.stato, index, inverterStates.commLost),
          }
        : {};
  }
}
