import { quality } from '../../contract/codes';
import type { Group } from '../../contract/points';
import { entries } from './catalogue';
import { causeOf, type Hider } from './covers';
import { type Entry, judge, priorityOf, type Verdict } from './entry';
import { CycleFacts, Device } from './facts';
import type { AlarmEngine, AlarmEngineOptions, AlarmInputs, Rules } from './inputs';
import { Memory } from './memory';
import {
  type Change,
  type Happening,
  joined,
  type Occurrence,
  type OperatorAction,
  type Rule,
  type Shelf,
} from './model';
import { apply, raise } from './state-machine';
import { keyOf, type Track, TrackIndex } from './track';

/** The engine over the whole catalogue. */
export function createAlarmEngine(options: AlarmEngineOptions): AlarmEngine {
  return new Engine(options);
}

/** What hides an occurrence: its cause, null for maintenance, undefined for nothing. */
type Hiding = Hider | null | undefined;

class Engine implements AlarmEngine {
  readonly #nextId: () => number;
  readonly #tracks: TrackIndex;
  readonly #memory = new Memory();
  /** Changes that are not returned yet: those of a cycle that failed are returned by the next one. */
  #changes = new Map<number, Change>();
  /** The moment of the cycle: `t` is recorded, `steadyS` measures delays. */
  #t = Number.NaN;
  #steadyS = Number.NaN;
  #elapsedS = 0;
  #cycle = 0;

  constructor({ open, nextId }: AlarmEngineOptions) {
    this.#nextId = nextId;
    this.#tracks = new TrackIndex(open);
  }

  cycle(inputs: AlarmInputs, rules: Rules, t: number, steadyS = t): Change[] {
    this.#cycle++;
    this.#elapsedS = Number.isNaN(this.#steadyS) ? 0 : Math.max(0, steadyS - this.#steadyS);
    this.#t = t;
    this.#steadyS = steadyS;
    const facts = new CycleFacts(inputs, this.#memory, { t, steadyS });
    this.#memory.observe(facts);
    for (const track of this.#tracks.open()) this.#happen(track, { kind: 'expire', t });
    for (const entry of entries) this.#judgeAll(entry, rules.get(entry.rule.code) ?? entry.rule, facts);
    for (const track of this.#tracks.open()) this.#closeVanished(track, facts);
    const changes = [...this.#changes.values()];
    this.#changes = new Map();
    return changes;
  }

  acknowledge(id: number, action: OperatorAction): Change | null {
    return this.#preview(id, { kind: 'acknowledge', action });
  }

  shelve(id: number, shelf: Shelf): Change | null {
    return this.#preview(id, { kind: 'shelve', shelf });
  }

  unshelve(id: number, action: OperatorAction): Change | null {
    return this.#preview(id, { kind: 'unshelve', action });
  }

  accept({ occurrence }: Pick<Change, 'occurrence'>): void {
    this.#tracks.set(occurrence);
  }

  find(id: number): Occurrence | undefined {
    return this.#tracks.find(id);
  }

  open(): Occurrence[] {
    return this.#tracks.open().flatMap(({ occurrence }) => occurrence ?? []);
  }

  #preview(id: number, happening: Happening): Change | null {
    const occurrence = this.find(id);
    return occurrence ? apply(occurrence, happening) : null;
  }

  #judgeAll(entry: Entry, rule: Rule, facts: CycleFacts): void {
    const device = new Device(facts, entry.source, entry.rows?.(facts));
    const count = entry.source === null && !entry.rows ? 1 : device.rows.id.length;
    if (count === 0) return;
    const known = entry.isOfReports ? this.#tracks.reports(rule.code) : null;
    if (known?.size === 0 && device.rows.reports === undefined) return;
    const tracks = this.#tracks.of(rule.code);
    for (let index = 0; index < count; index++) {
      device.index = index;
      if (entry.concerns?.(device) === false) continue;
      if (known) this.#judgeReports(entry, rule, device, known.get(device.id) ?? []);
      else this.#judgeOne(entry, rule, device, tracks);
    }
  }

  #judgeOne(
    entry: Entry,
    rule: Rule,
    device: Device<Group>,
    tracks: ReadonlyMap<number | null, Track>,
    key = rule.code,
  ): void {
    const known = tracks.size === 0 ? undefined : tracks.get(device.id);
    const verdict = judge(entry, rule, device, known?.isPresent ?? false);
    // The usual case, a hundred thousand times an hour: no alarm before and no alarm now.
    if (!known && verdict !== true) return;
    const track = known ?? this.#tracks.create(key, device.id);
    track.seen = this.#cycle;
    this.#follow(track, entry, rule, device, verdict);
    if (track.isIdle(this.#steadyS)) this.#tracks.delete(key, device.id);
  }

  /** Each report that a device makes, and each that it made before. A device that no longer has any such registers ends them. */
  #judgeReports(entry: Entry, rule: Rule, device: Device<Group>, known: readonly string[]): void {
    const { reports, rows, index } = device;
    if (known.length === 0 && !reports?.made.length) return;
    if (rows.reports === undefined && rows.q[index] === quality.good) return;
    const told = new Map(reports?.made.map(report => [report.number, report]));
    for (const number of new Set([...told.keys(), ...known])) {
      device.report = told.get(number) ?? { number, text: '' };
      const key = keyOf(rule.code, number);
      this.#judgeOne(entry, rule, device, this.#tracks.of(key), key);
    }
    device.report = null;
  }

  #follow(track: Track, entry: Entry, rule: Rule, device: Device<Group>, verdict: Verdict): void {
    const t = this.#t;
    const service = device.group === null ? 'active' : device.facts.service(device.group, device.index);
    const isInService = rule.isEnabled && service !== 'disabled';
    if (track.occurrence === null && !isInService) {
      this.#tracks.delete(keyOf(rule.code, device.report?.number), device.id);
      return;
    }
    const hiding = service === 'maintenance' ? null : causeOf(rule, device, this.#tracks);
    if (hiding) track.cover(this.#steadyS, hiding.outlastsS);
    const turn = track.settle(verdict, rule, this.#steadyS, this.#elapsedS);
    if (turn === true) this.#come(track, entry, rule, device, hiding);
    if (turn === false) this.#happen(track, { kind: 'off', t, value: entry.value?.(device) ?? null });
    this.#tellChatter(track);
    if (track.occurrence === null) return;
    this.#happen(track, { kind: isInService ? 'backInService' : 'outOfService', t });
    this.#hide(track, rule, hiding);
    if (verdict === true && track.isPresent)
      this.#happen(track, { kind: 'prioritise', t, priority: priorityOf(entry, rule, device) });
  }

  #come(track: Track, entry: Entry, rule: Rule, device: Device<Group>, hiding: Hiding): void {
    const t = this.#t;
    const isByValue = entry.isByValue?.(device, rule) ?? true;
    const value = isByValue ? (entry.value?.(device) ?? null) : null;
    const threshold = isByValue ? (entry.reference?.(device) ?? rule.threshold) : null;
    if (track.occurrence !== null) {
      this.#happen(track, { kind: 'on', t, value, threshold });
      return;
    }
    const name = entry.nameOf?.(device) ?? device.name;
    const report = device.report?.number;
    const change = raise({
      id: this.#nextId(),
      code: rule.code,
      subject: { group: entry.group, device: device.id, name, ...(report !== undefined && { report }) },
      priority: priorityOf(entry, rule, device),
      t,
      value,
      threshold,
      isSuppressed: hiding !== undefined,
      cause: hiding?.id ?? null,
      isOutOfService: false,
    });
    this.#record(track, change);
  }

  #tellChatter(track: Track): void {
    const isUnstable = track.hasBecomeUnstable(this.#steadyS);
    if (!isUnstable && !track.hasBecomeQuiet(this.#steadyS)) return;
    this.#happen(track, { kind: 'chatter', isChattering: isUnstable, times: track.takeTimes() });
  }

  /**
   * Suppresses at once an alarm whose condition is true. When the cause goes, the alarm stays hidden for its own delay before it is shown.
   * An alarm whose condition is gone but not acknowledged is not hidden: the operator has to see it.
   */
  #hide(track: Track, rule: Rule, hiding: Hiding): void {
    const t = this.#t;
    const cause = hiding?.id ?? null;
    if (hiding !== undefined && track.isPresent) this.#happen(track, { kind: 'suppress', t, cause });
    else if (track.occurrence?.cause === null || track.isUncovered(rule, this.#steadyS))
      this.#happen(track, { kind: 'release', t });
  }

  /** Ends the alarm of a device that is no longer in the plant, or of a code that is no longer in the catalogue. */
  #closeVanished(track: Track, facts: CycleFacts): void {
    if (track.seen === this.#cycle || track.occurrence === null) return;
    const source = entries.find(({ rule }) => rule.code === track.occurrence?.code)?.source ?? null;
    // A group without any row was not read.
    if (source !== null && facts.rows(source).id.length === 0) return;
    this.#happen(track, { kind: 'off', t: this.#t, value: null });
  }

  #happen(track: Track, happening: Happening): void {
    const change = track.occurrence && apply(track.occurrence, happening);
    if (change) this.#record(track, change);
  }

  #record(track: Track, change: Change): void {
    const { occurrence } = change;
    this.#changes.set(occurrence.id, joined(this.#changes.get(occurrence.id), change));
    this.#tracks.put(track, occurrence);
  }
}
