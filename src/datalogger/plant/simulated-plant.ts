import { refreshSeconds } from '../../contract/codes';
import type { ConnectionAddress, ConnectionTest } from '../../contract/config/endpoints';
import type { ConfigKind } from '../../contract/config/kinds';
import { type Group, groups } from '../../contract/points';
import type { ProtectionSettings } from '../../contract/protections';
import type { HardwareStatus } from '../system';
import { startOfLocalDay } from '../zone';
import { modelAt } from './counters';
import type { Fault } from './faults';
import { hardwareOf } from './hardware';
import { LiveState } from './live-state';
import { coarseS } from './model';
import { configuredReach, obey, plannedReach, type Reach } from './obey';
import { obeyConfiguration } from './obey-configuration';
import { type PlantPlan, plantPlan } from './plan';
import { Poller } from './poller';
import { nobody, probeAt } from './probe';
import { settingsOf } from './protection-settings';
import { Setup } from './setup';
import { countsOf } from './setup-counts';
import { declaredSettings } from './setup-grid';
import type { PlantSize } from './sizes';
import type { FaultSwitches, PlantCommand, PlantSetup, PlantSource, Snapshot, TrackerOrder } from './source';
import { angleOf } from './tracker';
import { Wiring } from './wiring';

export interface SimulationOptions {
  readonly size: PlantSize;
  readonly seed: number;
  /** Epoch seconds. */
  readonly startAt: number;
  /** Whether faults come by themselves from the seed; true when left out. */
  readonly hasNaturalFaults?: boolean;
}

/** The simulated plant: a source of values with switches for what may go wrong. */
export interface SimulatedPlant extends PlantSource, FaultSwitches {
  readonly plan: PlantPlan;
  /** The datalogger's own contacts and temperature. */
  hardware(): HardwareStatus;
}

/** Time gone second by second before an instant is shown: return window, ramps and temperatures come to rest. */
const settlingS = 900;
/** A longer way than this is gone in coarse steps. */
const longestFineS = 3600;

/** A plant of a size as it is at `startAt`, with the counters of its whole past. */
export function createSimulatedPlant(options: SimulationOptions): SimulatedPlant {
  return new Simulation(options);
}

class Simulation implements SimulatedPlant {
  readonly isSimulated = true;
  readonly faults = this;
  readonly plan: PlantPlan;
  readonly #live: LiveState;
  readonly #poller: Poller;
  #reach: Reach;
  #setup: Setup | null = null;
  #wiring: Wiring | null = null;
  #t: number;

  constructor({ size, seed, startAt, hasNaturalFaults = true }: SimulationOptions) {
    const end = Math.floor(startAt);
    this.plan = plantPlan(size);
    this.#reach = plannedReach(this.plan);
    const settleFrom = Math.floor((end - settlingS) / coarseS) * coarseS;
    this.#t = startOfLocalDay(this.plan.site.zone, settleFrom);
    const model = modelAt({ plan: this.plan, seed, hasNaturalFaults }, this.#t);
    this.#live = new LiveState(model, settleFrom);
    this.#poller = new Poller(this.#live);
    this.#coarseTo(settleFrom);
    this.#fineTo(end, end);
  }

  advance(t: number): void {
    const end = Math.floor(t);
    if (end - this.#t > longestFineS) {
      this.#fineTo(Math.ceil(this.#t / coarseS) * coarseS, end);
      this.#coarseTo(Math.floor((end - settlingS) / coarseS) * coarseS);
    }
    this.#fineTo(end, end);
  }

  snapshot(): Snapshot {
    const rows = (group: Group) => this.#poller.rows(group);
    return {
      t: this.#t,
      groups: {
        impianto: rows('impianto'),
        inverter: rows('inverter'),
        mppt: rows('mppt'),
        stringhe: rows('stringhe'),
        tracker: rows('tracker'),
        contatori: rows('contatori'),
        sensori: rows('sensori'),
        di: rows('di'),
        spi: rows('spi'),
        cci: rows('cci'),
      },
    };
  }

  counts(): Record<string, number> {
    if (this.#setup) return countsOf(this.#setup);
    const { inverters, strings, trackers, meters, sensors, digitalInputs, protections, controllers } =
      this.plan;
    return {
      inverter: inverters.length,
      stringhe: strings.length,
      tracker: trackers.length,
      contatori: meters.length,
      sensori: sensors.length,
      di: digitalInputs.length,
      spi: protections.length,
      cci: controllers.length,
    };
  }

  configure({ configuration, name, zone: wanted }: PlantSetup): void {
    const { facts, site } = this.plan;
    const zone = wanted ?? site.zone;
    this.#wiring ??= new Wiring(this.plan);
    const setup = new Setup(configuration, this.#wiring);
    this.#setup = setup;
    this.#reach = configuredReach(setup);
    this.#live.model.ledger.moveTo(zone, this.#t);
    this.#live.zone = zone;
    obeyConfiguration(this.#live, setup, name ?? facts.name);
    this.#live.desk?.step(this.#t, zone, this.#live.inputs.readings);
    this.#poller.follow(setup, this.#t);
  }

  probe(kind: ConfigKind, id: number, address: ConnectionAddress): ConnectionTest {
    return this.#setup ? probeAt(this.#setup, this.snapshot(), { kind, id, address }) : nobody;
  }

  release(signal: number): void {
    this.#live.desk?.release(signal);
  }

  protectionSettings(): readonly ProtectionSettings[] {
    return (
      this.#setup?.configuration['protezioni-interfaccia'].map(declaredSettings) ?? settingsOf(this.plan)
    );
  }

  trackersOf(group: number | null): readonly number[] {
    return this.#reach.trackersOf(group);
  }

  angleOf(order: TrackerOrder): number {
    return angleOf(order, this.#live.model.environment.trackers);
  }

  execute(command: PlantCommand): boolean {
    return obey(this.#live, command, this.#t, this.#reach);
  }

  inject(fault: Fault, seconds: number = Number.POSITIVE_INFINITY): void {
    this.#live.model.timeline.inject({ fault, from: this.#t, to: this.#t + seconds });
  }

  clearFaults(): void {
    this.#live.model.timeline.clear(this.#t);
  }

  hardware(): HardwareStatus {
    return hardwareOf(this.#live, this.#t);
  }

  #coarseTo(end: number): void {
    for (; this.#t < end; this.#t += coarseS) this.#live.coarse(this.#t);
  }

  /** Second by second to `end`; groups are polled only when `shownAt` will still show that poll. */
  #fineTo(end: number, shownAt: number): void {
    while (this.#t < end) {
      this.#t++;
      this.#live.second(this.#t);
      for (const group of groups) {
        const every = refreshSeconds[group];
        if (this.#t % every === 0 && shownAt - this.#t < every) this.#poller.poll(group, this.#t);
      }
    }
  }
}
