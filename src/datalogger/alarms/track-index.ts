import type { Occurrence } from './model';
import { Track } from './track';

type DeviceId = number | null;

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
    this.put(this.get(code, subject.device) ?? this.create(code, subject.device), occurrence);
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
