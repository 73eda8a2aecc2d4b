import type { Verdict } from './entry';
import type { Occurrence, Rule } from './model';

/** A condition that comes this often within a minute is unstable (ISA-18.2); s without a change until it is stable again. */
const chatterComings = 3;
const chatterS = 60;

/** What the engine remembers of one alarm on one device while there is something to remember. Times are steady seconds. */
export class Track {
  /** Null while nothing is open. */
  occurrence: Occurrence | null = null;
  /** Cycle in which it was judged last. */
  seen = 0;
  /** Since when the condition differs from what the occurrence says. */
  #since: number | null = null;
  /** When the condition came, at most the last three times. */
  #comings: number[] = [];
  /** While it is unstable: when it went last, and how often it came without a change being recorded. */
  #wentAt = Number.NEGATIVE_INFINITY;
  #untold = 0;
  /** When the condition of the cause that hides it was last true, and for how many seconds more it explains this one. */
  #coveredAt = Number.NEGATIVE_INFINITY;
  #outlastsS = 0;

  get isPresent(): boolean {
    return this.occurrence?.isPresent ?? false;
  }

  /** Whether it can be forgotten. */
  isIdle(t: number): boolean {
    const last = this.#comings.at(-1) ?? Number.NEGATIVE_INFINITY;
    return this.occurrence === null && this.#since === null && t - last > chatterS;
  }

  /** Applies the delays to a verdict: whether the condition now comes (true), goes (false) or stays as it was (null). */
  settle(verdict: Verdict, rule: Rule, t: number, elapsedS: number): Verdict {
    if (verdict === null) {
      // While the condition cannot be judged, no delay runs.
      if (this.#since !== null) this.#since += elapsedS;
      if (this.occurrence?.isSuppressed) this.#coveredAt += elapsedS;
      return null;
    }
    if (verdict === this.isPresent) {
      if (verdict && this.#since !== null && this.isChattering) this.#untold++;
      this.#since = null;
      return null;
    }
    if (this.#since === null) {
      this.#since = t;
      if (!verdict) this.#wentAt = t;
    }
    const delayS = verdict ? rule.onDelayS : this.#offDelay(rule);
    if (t - this.#since < delayS) return null;
    this.#since = null;
    if (verdict) this.#comings = [...this.#comings.slice(1 - chatterComings), t];
    return verdict;
  }

  get isChattering(): boolean {
    return this.occurrence?.isChattering ?? false;
  }

  /** Whether it has come so often that it counts as unstable. */
  hasBecomeUnstable(t: number): boolean {
    const [first] = this.#comings;
    const isOften = this.#comings.length === chatterComings && first !== undefined && t - first <= chatterS;
    return isOften && this.isPresent && !this.isChattering;
  }

  /** Whether it has not changed for a minute. */
  hasBecomeQuiet(t: number): boolean {
    if (!this.isChattering) return false;
    // Not known after a restart.
    if (this.#wentAt === Number.NEGATIVE_INFINITY) this.#wentAt = t;
    return !this.isPresent || (this.#since === null && t - this.#wentAt >= chatterS);
  }

  /** How often the condition came within the occurrence, including the times that were not recorded until now. */
  takeTimes(): number {
    const times = (this.occurrence?.times ?? 0) + this.#untold;
    this.#untold = 0;
    return times;
  }

  /** Notes that the condition of the cause is true at `t`, and explains this one for `outlastsS` more. */
  cover(t: number, outlastsS: number): void {
    this.#coveredAt = t;
    this.#outlastsS = outlastsS;
  }

  /** Whether the cause has been gone for as long as the condition had to last before its alarm was raised, or as the cause explains it. */
  isUncovered(rule: Rule, t: number): boolean {
    if (this.#coveredAt === Number.NEGATIVE_INFINITY) this.#coveredAt = t;
    return !this.isPresent || t - this.#coveredAt >= Math.max(rule.onDelayS, this.#outlastsS);
  }

  #offDelay({ offDelayS }: Rule): number {
    return this.isChattering ? Math.max(offDelayS, chatterS) : offDelayS;
  }
}

type DeviceId = number | null;

/** Where the tracks of an alarm are kept: of a code with several alarms on a device, by the maker's number as well. */
export const keyOf = (code: string, report?: string) => (report === undefined ? code : `${code} ${report}`);

/** The tracks of all alarms, by code and device, and the open occurrences by id. */
export class TrackIndex {
  readonly #byCode = new Map<string, Map<DeviceId, Track>>();
  readonly #byId = new Map<number, Track>();

  constructor(open: readonly Occurrence[]) {
    for (const occurrence of open) this.set(occurrence);
  }

  get(code: string, device: DeviceId): Track | undefined {
    return this.#byCode.get(code)?.get(device);
  }

  /** The tracks of a code by device; the same map for ever. */
  of(code: string): ReadonlyMap<DeviceId, Track> {
    return this.#of(code);
  }

  create(code: string, device: DeviceId): Track {
    const track = new Track();
    this.#of(code).set(device, track);
    return track;
  }

  #of(code: string): Map<DeviceId, Track> {
    let ofCode = this.#byCode.get(code);
    if (!ofCode) {
      ofCode = new Map();
      this.#byCode.set(code, ofCode);
    }
    return ofCode;
  }

  delete(code: string, device: DeviceId): void {
    this.#byCode.get(code)?.delete(device);
  }

  /** The maker's numbers that are known of a code, by device. */
  reports(code: string): ReadonlyMap<DeviceId, readonly string[]> {
    const start = keyOf(code, '');
    const known = new Map<DeviceId, string[]>();
    for (const [key, tracks] of this.#byCode) {
      if (!key.startsWith(start)) continue;
      // A device may report any number: what no device has is forgotten.
      if (tracks.size === 0) this.#byCode.delete(key);
      for (const device of tracks.keys())
        known.set(device, [...(known.get(device) ?? []), key.slice(start.length)]);
    }
    return known;
  }

  /** The tracks of what is open now. */
  open(): Track[] {
    return [...this.#byId.values()];
  }

  find(id: number): Occurrence | undefined {
    return this.#byId.get(id)?.occurrence ?? undefined;
  }

  /** The occurrence as it is now. */
  set(occurrence: Occurrence): void {
    const { code, subject } = occurrence;
    const key = keyOf(code, subject.report);
    this.put(this.get(key, subject.device) ?? this.create(key, subject.device), occurrence);
  }

  put(track: Track, occurrence: Occurrence): void {
    const isOver = occurrence.state === 'chiuso';
    track.occurrence = isOver ? null : occurrence;
    if (isOver) this.#byId.delete(occurrence.id);
    else this.#byId.set(occurrence.id, track);
  }

  /** Id of the occurrence of a code whose condition is true: on one device, or (undefined) on any. */
  present(code: string, device: DeviceId | undefined): number | undefined {
    const ofCode = this.#byCode.get(code);
    if (!ofCode) return undefined;
    if (device !== undefined) return presentIn(ofCode.get(device));
    for (const track of ofCode.values()) {
      const id = presentIn(track);
      if (id !== undefined) return id;
    }
    return undefined;
  }
}

function presentIn(track: Track | undefined): number | undefined {
  return track?.occurrence?.isPresent ? track.occurrence.id : undefined;
}
