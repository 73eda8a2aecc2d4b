import type { AlarmRuleUpdate, NeverBecause } from '../../contract/alarm-rules';
import type { Group } from '../../contract/points';
import type { Unreported } from '../../contract/unreported';
import type { Log } from '../core/log';
import type { ClockStep, Moment } from '../core/time/steady-clock';
import type { Snapshot } from '../plant/snapshot';
import type { AlarmStore } from '../storage/alarms/alarms';
import { type ConfiguredRule, configuredRules } from './configured-rules';
import { createAlarmEngine } from './engine';
import type { AlarmEngine, InstallationInputs, Rules } from './inputs';
import { type Change, joined, type Occurrence, type OperatorAction, type Rule, type Shelf } from './model';
import { NeverAlarms } from './never';

type RaisedListener = (occurrences: readonly Occurrence[], now: Moment) => void;

export interface AlarmKeepingOptions {
  readonly store: AlarmStore;
  readonly installation: () => InstallationInputs;
  /** Releases a digital signal that is held until its alarm is acknowledged. */
  readonly release: (signal: number) => void;
  /** Whether the disk refuses writes at present, so that writing need not be tried. */
  readonly isRefused: () => boolean;
  /** Called when the disk refuses a write, so that room can be made. */
  readonly onFailure: (error: unknown) => void;
  readonly log: Log;
}

/** Plant seconds between two checks of how much history is stored. */
const trimEveryS = 300;
/** At most this many occurrences wait for the disk. Beyond that, the one that changed longest ago is dropped. */
const mostUnstored = 5000;

/** Evaluates all alarm rules each cycle and persists changes before notifying. */
/** Writes the audit rows of what a person did with alarms. Throws where the disk refuses. */
export type RecordAction = (changed: readonly Occurrence[], result: 'ok' | 'refused') => void;

export class AlarmKeeping {
  readonly #options: AlarmKeepingOptions;
  readonly #engine: AlarmEngine;
  readonly #never = new NeverAlarms();
  #configured: ReadonlyMap<string, ConfiguredRule> = new Map();
  #rules: Rules = new Map();
  /** How long mains must be missing, as it is set with the UPS, s. */
  #upsDelayS: number | null = null;
  /** Changes that are not stored yet, in order, one for each occurrence. */
  readonly #unstored = new Map<number, Change>();
  #isFailing = false;
  readonly #raisedListeners: RaisedListener[] = [];
  #trimmedAt = Number.NEGATIVE_INFINITY;

  constructor(options: AlarmKeepingOptions) {
    const { store } = options;
    this.#options = options;
    let lastId = store.lastId();
    this.#engine = createAlarmEngine({ open: store.open(), nextId: () => ++lastId });
    this.#configure();
  }

  /** Calls `listener` with the alarms that have just become active, after the attempt to store them. */
  onRaised(listener: RaisedListener): void {
    this.#raisedListeners.push(listener);
  }

  /** Judges the plant as it is at one moment. Never throws: changes that the disk refuses are shown and are stored in a later cycle. */
  cycle(snapshot: Snapshot, steadyS: number): void {
    try {
      const inputs = { ...this.#options.installation(), snapshot };
      if (inputs.upsDelayS !== this.#upsDelayS) {
        this.#upsDelayS = inputs.upsDelayS;
        this.#configure();
      }
      this.#never.observe(inputs, steadyS);
      const changes = this.#engine.cycle(inputs, this.#rules, snapshot.t, steadyS);
      this.#wait(changes);
      const raised = changes.filter(isRaising).map(({ occurrence }) => occurrence);
      const isStored = this.#storeOrShow(changes);
      if (raised.length > 0)
        for (const tell of this.#raisedListeners) tell(raised, { stampS: snapshot.t, steadyS });
      if (!isStored) return;
      this.#trim(snapshot.t, steadyS);
      this.#isFailing = false;
    } catch (error) {
      this.#fail(error);
    }
  }

  #wait(changes: readonly Change[]): void {
    for (const change of changes) {
      const { id } = change.occurrence;
      const earlier = this.#unstored.get(id);
      // Put at the end again: the one that changed longest ago is dropped first.
      this.#unstored.delete(id);
      this.#unstored.set(id, joined(earlier, change));
    }
    for (const [id] of this.#unstored) {
      if (this.#unstored.size <= mostUnstored) break;
      this.#unstored.delete(id);
    }
  }

  /** Whether everything is stored. What is not stored yet is shown all the same. */
  #storeOrShow(changes: readonly Change[]): boolean {
    if (this.#unstored.size > 0 && this.#options.isRefused()) {
      this.#show(changes);
      return false;
    }
    try {
      this.#store([]);
      return true;
    } catch (error) {
      this.#fail(error);
      return false;
    }
  }

  #fail(error: unknown): void {
    const { log, onFailure } = this.#options;
    if (!this.#isFailing) log.error('alarms could not be judged or stored, they are kept', error);
    this.#isFailing = true;
    onFailure(error);
  }

  /** An occurrence as it is now, also when it is over. */
  find(id: number): Occurrence | null {
    return this.#engine.find(id) ?? this.#options.store.find(id);
  }

  /** Acknowledges the unacknowledged ones of these alarms, all or none. Returns the changed ones. Throws where the disk refuses. */
  acknowledge(ids: Iterable<number>, action: OperatorAction, record: RecordAction): Occurrence[] {
    const changed = this.#do(
      Array.from(new Set(ids), id => this.#engine.acknowledge(id, action)),
      record,
    );
    for (const { subject } of changed)
      if (subject.group === 'di' && subject.device !== null) this.#options.release(subject.device);
    return changed;
  }

  shelve(id: number, shelf: Shelf, record: RecordAction): Occurrence[] {
    return this.#do([this.#engine.shelve(id, shelf)], record);
  }

  unshelve(id: number, action: OperatorAction, record: RecordAction): Occurrence[] {
    return this.#do([this.#engine.unshelve(id, action)], record);
  }

  /** The alarms that are active and unacknowledged. */
  active(): Occurrence[] {
    return this.#options.store.open().filter(({ state }) => state === 'attivo');
  }

  /** Every rule of the catalogue as configured. */
  rules(): ConfiguredRule[] {
    return [...this.#configured.values()];
  }

  rule(code: string): ConfiguredRule | null {
    return this.#configured.get(code) ?? null;
  }

  /** Why an alarm can never come on this plant; null where it can. */
  neverBecause(code: string): NeverBecause | null {
    return this.#never.because(code);
  }

  /** What devices do not report, of the groups that somebody may read. */
  unreported(readable: readonly Group[]): Unreported {
    return this.#never.unreported(readable);
  }

  #configure(): void {
    const delays = this.#upsDelayS === null ? {} : { UPS01: this.#upsDelayS };
    this.#configured = configuredRules(this.#options.store.rules.all(), delays);
    this.#rules = rulesOf(this.#configured);
  }

  /** Takes effect in the next cycle. */
  changeRule({ rule, changed, version }: ConfiguredRule, update: AlarmRuleUpdate): void {
    const { store } = this.#options;
    this.#store([]);
    store.rules.put({ code: rule.code, changed: { ...changed, ...update }, version: version + 1 });
    this.#configure();
  }

  /** Replaces all changes of rules by these, by code. */
  replaceRules(changed: Readonly<Record<string, AlarmRuleUpdate>>): void {
    const { store } = this.#options;
    this.#store([]);
    for (const { rule, version } of this.#configured.values()) {
      const next = changed[rule.code] ?? {};
      const isSame = JSON.stringify(next) === JSON.stringify(this.rule(rule.code)?.changed);
      if (!isSame) store.rules.put({ code: rule.code, changed: next, version: version + 1 });
    }
    this.#configure();
  }

  /**
   * The clock was set: open occurrences that were stamped in this run of the program move with it, so that their age stays the same.
   * Occurrences that are over keep their times.
   */
  shift({ sinceMs, fromMs, shiftMs }: ClockStep): void {
    const { store } = this.#options;
    this.#store([]);
    const [from, to] = [Math.floor(sinceMs / 1000), Math.ceil(fromMs / 1000)];
    store.shift(Math.round(shiftMs / 1000), from, to);
    for (const occurrence of store.open()) this.#engine.accept({ occurrence });
  }

  /** Tries once more to store what is not stored yet. */
  close(): void {
    try {
      this.#store([]);
    } catch (error) {
      this.#fail(error);
    }
    this.#options.store.close();
  }

  /** Alarms and audit log are two databases: the audit rows are written first, and a row says so where the alarms were refused. */
  #do(wanted: readonly (Change | null)[], record: RecordAction): Occurrence[] {
    const changes = wanted.filter(change => change !== null);
    const changed = changes.map(({ occurrence }) => occurrence);
    record(changed, 'ok');
    try {
      this.#store(changes);
    } catch (error) {
      record(changed, 'refused');
      throw error;
    }
    for (const change of changes) this.#engine.accept(change);
    return changed;
  }

  /** Writes the changes that are not stored yet together with these, all or none. */
  #store(changes: readonly Change[]): void {
    try {
      this.#options.store.write([...this.#unstored.values(), ...changes]);
      this.#unstored.clear();
    } catch (error) {
      this.#show([...this.#unstored.values()]);
      throw error;
    }
  }

  #show(changes: readonly Change[]): void {
    try {
      this.#options.store.show(changes);
    } catch (error) {
      this.#fail(error);
    }
  }

  #trim(t: number, steadyS: number): void {
    if (steadyS - this.#trimmedAt < trimEveryS) return;
    this.#trimmedAt = steadyS;
    // The earlier of both times: a clock that was set ahead must not delete history.
    this.#options.store.trim(Math.min(t, steadyS));
  }
}

const isRaising = ({ steps }: Change) => steps.some(({ from, to }) => to === 'attivo' && from !== to);

function rulesOf(configured: ReadonlyMap<string, ConfiguredRule>): Rules {
  return new Map([...configured].map(([code, { rule }]): [string, Rule] => [code, rule]));
}
