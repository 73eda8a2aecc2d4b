import type { Configuration } from '../../../src/contract/config/kinds';
import type { Group } from '../../../src/contract/points';
import { catalogue } from '../../../src/datalogger/alarms/catalogue';
import { createAlarmEngine } from '../../../src/datalogger/alarms/engine';
import type { AlarmEngine, AlarmInputs } from '../../../src/datalogger/alarms/inputs';
import type { Change, Occurrence, Rule } from '../../../src/datalogger/alarms/model';
import type { Snapshot } from '../../../src/datalogger/plant/snapshot';
import type { Fault } from '../../../src/datalogger/sources/simulator/faults/faults';
import { planConfiguration } from '../../../src/datalogger/sources/simulator/first-plant/first-configuration';
import type { TestPlant } from '../../support/simulated-plant';
import { clearMorning, plantAt } from '../sources/simulator/support';

export type Surroundings = Partial<Omit<AlarmInputs, 'snapshot'>> & {
  /** Columns that a plant which counts itself never shows. */
  readonly altered?: (snapshot: Snapshot) => Snapshot;
};

const configurations = new WeakMap<TestPlant, Configuration>();
/** What was configured when the plant was first started. */
function configurationOf(plant: TestPlant): Configuration {
  const configuration = configurations.get(plant) ?? planConfiguration(plant.plan, plant.snapshot().t);
  configurations.set(plant, configuration);
  return configuration;
}

/** Everything a cycle judges of a simulated plant. */
export function inputsOf(plant: TestPlant, { altered, ...surroundings }: Surroundings = {}): AlarmInputs {
  const snapshot = plant.snapshot();
  return {
    snapshot: altered?.(snapshot) ?? snapshot,
    configuration: configurationOf(plant),
    hardware: plant.hardware(),
    site: plant.plan.site,
    gridVoltage: plant.plan.facts.gridVoltage,
    exportLimitKw: plant.plan.ratedKw,
    usualEpi: 95,
    lostTodayKwh: null,
    diskUsedPercent: 40,
    hasUploadFailed: false,
    upsDelayS: null,
    hasDamage: false,
    isDiskRefusing: false,
    memoryEnds: 0,
    lines: [],
    isLoopOpen: null,
    strayOutputs: [],
    ...surroundings,
  };
}

/** The rules as delivered, but for what is changed of some. */
export function rulesWith(changed: Readonly<Record<string, Partial<Rule>>> = {}) {
  return new Map(catalogue.map(rule => [rule.code, { ...rule, ...changed[rule.code] }]));
}

export function ruleOf(code: string): Rule {
  const rule = catalogue.find(candidate => candidate.code === code);
  if (!rule) throw new Error(`no rule ${code}`);
  return rule;
}

/** A plant with its alarm engine, judged every few seconds. */
export class WatchedPlant {
  readonly plant: TestPlant;
  readonly engine: AlarmEngine;
  surroundings: Surroundings = {};
  rules = rulesWith();
  /** Everything that has changed so far, in order. */
  readonly changes: Change[] = [];
  readonly #everyS: number;
  t: number;

  constructor(plant: TestPlant, everyS = 5, open: readonly Occurrence[] = []) {
    this.plant = plant;
    this.#everyS = everyS;
    this.t = plant.snapshot().t;
    let id = Math.max(0, ...open.map(occurrence => occurrence.id));
    this.engine = createAlarmEngine({ open, nextId: () => ++id });
    this.cycle();
  }

  cycle(): Change[] {
    this.plant.advance(this.t);
    const changes = this.engine.cycle(inputsOf(this.plant, this.surroundings), this.rules, this.t);
    this.changes.push(...changes);
    return changes;
  }

  /** Goes on until something is so, for `seconds` at most; answers how long it took, null when it never was. */
  until(isSo: () => boolean, seconds: number): number | null {
    const start = this.t;
    while (!isSo()) {
      if (this.t - start >= seconds) return null;
      this.t += this.#everyS;
      this.cycle();
    }
    return this.t - start;
  }

  run(seconds: number): void {
    this.until(() => false, seconds);
  }

  /** What is not over, as `code device state`. */
  list(): string[] {
    return this.engine
      .open()
      .map(({ code, subject, state }) => `${code} ${subject.device ?? '-'} ${state}`)
      .sort();
  }

  of(code: string, device?: number | null): Occurrence | undefined {
    return this.engine
      .open()
      .find(({ code: own, subject }) => own === code && (device === undefined || subject.device === device));
  }
}

/** A value that a device reports instead of its own. */
export const says = (group: Group, id: number, point: string, value: number): Fault => ({
  kind: 'override',
  group,
  id,
  point,
  value,
});

/** A plant on a clear morning, with these faults from the first cycle. */
export function watch(...faults: readonly Fault[]): WatchedPlant {
  const watched = new WatchedPlant(plantAt(clearMorning));
  for (const fault of faults) watched.plant.inject(fault);
  return watched;
}

/** Replaces what was injected. */
export function now(watched: WatchedPlant, ...faults: readonly Fault[]): void {
  watched.plant.clearFaults();
  for (const fault of faults) watched.plant.inject(fault);
}
