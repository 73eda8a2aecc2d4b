import type { AlarmRuleUpdate } from '../../contract/alarm-rules';
import type { Log } from '../log';
import type { Snapshot } from '../snapshot';
import type { AlarmStore } from '../store/alarms';
import type { ClockStep, Moment } from '../time/steady-clock';
import { type ConfiguredRule, configuredRules } from './configured-rules';
import { createAlarmEngine } from './engine';
import type { AlarmEngine, InstallationInputs, Rules } from './inputs';
import type { Change, Occurrence, OperatorAction, Rule, Shelf } from './model';

type RaisedListener = (occurrences: readonly Occurrence[], now: Moment) => void;

export interface AlarmKeepingOptions {
  readonly store: AlarmStore;
  readonly installation: () => InstallationInputs;
  /** Lets go of a digital signal that is held until its alarm is acknowledged. */
  readonly release: (signal: number) => void;
  /** Whether the disk takes nothing at present, so that it need not be tried. */
  readonly isRefused: () => boolean;
  /** Something may be done about a disk that does not take it. */
  readonly onFailure: (error: unknown) => void;
  readonly log: Log;
}

/** Plant seconds between two looks at how much history there is. */
const trimEveryS = 3600;
/** Occurrences that wait for the disk. Beyond, the oldest change is given up: the newest one of each alarm says how it is. */
const mostUnstored = 5000;

/** Judges the plant in every cycle and stores what changed before anybody is told. */
export class AlarmKeeping {
  readonly #options: AlarmKeepingOptions;
  readonly #engine: AlarmEngine;
  #configured: ReadonlyMap<string, ConfiguredRule>;
  #rules: Rules;
  /** Changes that no disk has taken yet, in order, one of each occurrence. */
  readonly #unstored = new Map<number, Change>();
  #isFailing = false;
  readonly #raisedListeners: RaisedListener[] = [];
  #trimmedAt = Number.NEGATIVE_INFINITY;

  constructor(options: AlarmKeepingOptions) {
    const { store } = options;
    this.#options = options;
    let lastId = store.lastId();
    this.#engine = createAlarmEngine({ open: store.open(), nextId: () => ++lastId });
    this.#configured = configuredRules(store.rules.all());
    this.#rules = rulesOf(this.#configured);
  }

  /** `listener` is told of what has just become active, once the disk was tried. */
  onRaised(listener: RaisedListener): void {
    this.#raisedListeners.push(listener);
  }

  /** Judges the plant at one time, by its stamp and by the steady clock. Never throws: what the disk does not take is shown, and waits for the next cycle. */
  cycle(snapshot: Snapshot, steadyS: number): void {
    try {
      const inputs = { ...this.#options.installation(), snapshot };
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
      const earlier = this.#unstored.get(id)?.steps ?? [];
      // Anew at the end: what has not changed for longest is given up first.
      this.#unstored.delete(id);
      this.#unstored.set(id, { occurrence: change.occurrence, steps: [...earlier, ...change.steps] });
    }
    for (const [id] of this.#unstored) {
      if (this.#unstored.size <= mostUnstored) break;
      this.#unstored.delete(id);
    }
  }

  /** Whether nothing waits any more. What does is shown all the same. */
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

  /** Acknowledges what still waits for it, all or nothing; answers what this has changed. Throws when the disk does. */
  acknowledge(ids: Iterable<number>, action: OperatorAction): Occurrence[] {
    const changed = this.#do(Array.from(new Set(ids), id => this.#engine.acknowledge(id, action)));
    for (const { subject } of changed)
      if (subject.group === 'di' && subject.device !== null) this.#options.release(subject.device);
    return changed;
  }

  shelve(id: number, shelf: Shelf): Occurrence[] {
    return this.#do([this.#engine.shelve(id, shelf)]);
  }

  unshelve(id: number, action: OperatorAction): Occurrence[] {
    return this.#do([this.#engine.unshelve(id, action)]);
  }

  /** What is active and waits to be acknowledged. */
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

  /** Counts from the next cycle on. */
  changeRule({ rule, changed, version }: ConfiguredRule, update: AlarmRuleUpdate): void {
    const { store } = this.#options;
    this.#store([]);
    store.rules.put({ code: rule.code, changed: { ...changed, ...update }, version: version + 1 });
    this.#configured = configuredRules(store.rules.all());
    this.#rules = rulesOf(this.#configured);
  }

  /** What the plant has changed of each rule, by code, in the place of all that was. */
  replaceRules(changed: Readonly<Record<string, AlarmRuleUpdate>>): void {
    const { store } = this.#options;
    this.#store([]);
    for (const { rule, version } of this.#configured.values()) {
      const next = changed[rule.code] ?? {};
      const isSame = JSON.stringify(next) === JSON.stringify(this.rule(rule.code)?.changed);
      if (!isSame) store.rules.put({ code: rule.code, changed: next, version: version + 1 });
    }
    this.#configured = configuredRules(store.rules.all());
    this.#rules = rulesOf(this.#configured);
  }

  /**
   * The clock was set: what is open and was stamped in this run moves with it, so that its age stays what it is. What is over keeps its
   * stamps.
   */
  shift({ sinceMs, fromMs, shiftMs }: ClockStep): void {
    const { store } = this.#options;
    this.#store([]);
    const [from, to] = [Math.floor(sinceMs / 1000), Math.ceil(fromMs / 1000)];
    store.shift(Math.round(shiftMs / 1000), from, to);
    for (const occurrence of store.open()) this.#engine.accept({ occurrence, steps: [] });
  }

  /** What waits is tried once more. */
  close(): void {
    try {
      this.#store([]);
    } catch (error) {
      this.#fail(error);
    }
    this.#options.store.close();
  }

  #do(wanted: readonly (Change | null)[]): Occurrence[] {
    const changes = wanted.filter(change => change !== null);
    this.#store(changes);
    for (const change of changes) this.#engine.accept(change);
    return changes.map(({ occurrence }) => occurrence);
  }

  /** Writes what waits and some changes more, all or nothing. */
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
    // A clock that was set ahead makes nothing old.
    this.#options.store.trim(Math.min(t, steadyS));
  }
}

const isRaising = ({ steps }: Change) => steps.some(({ from, to }) => to === 'attivo' && from !== to);

function rulesOf(configured: ReadonlyMap<string, ConfiguredRule>): Rules {
  return new Map([...configured].map(([code, { rule }]): [string, Rule] => [code, rule]));
}
