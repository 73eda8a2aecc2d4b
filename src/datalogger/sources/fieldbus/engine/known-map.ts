import type { DeviceMap } from '../device-driver';

/** A unit is identified again at this interval, ms; and after a long silence or refused addresses, but not more often than `pauseMs`. */
const everyMs = 86_400_000;
const pauseMs = 600_000;
/** One wrong answer may cut or falsify a map: a first or another map is proved after so long, ms; one that reads nothing sooner. */
const proof = { afterMs: 300_000, uselessMs: 60_000 } as const;
/** A map that proved wrong is corrected at once; not sooner than after this, where that brought another map or the same one again, ms. */
const wrong = { pauseMs: 5000, samePauseMs: 60_000 } as const;
/** A chain whose end was not read is walked again after this, ms. After this number of equal walks the device is taken to have no end. */
const incomplete = { afterMs: 60_000, equalWalks: 3 } as const;

/** What decides whether a unit is identified again. */
interface Moment {
  /** ms of the monotonic clock. */
  readonly nowMs: number;
  /** Whether an inverter shows all its models now. */
  readonly isNoon: boolean;
  /** Whether nothing is read by the known map. */
  readonly isUseless: boolean;
}

/** The map of a unit, and when the unit has to be identified again. Times in ms of the monotonic clock. */
export class KnownMap {
  #map: DeviceMap | null = null;
  #identifiedMs = Number.NEGATIVE_INFINITY;
  #isWanted = false;
  #isWrong = false;
  #wrongPauseMs = 0;
  /** Whether it showed less than before when it was identified last. */
  #hasShrunk = false;
  /** Whether it showed the same twice. */
  #isProved = true;
  #incompleteSinceMs: number | null = null;
  #equalWalks = 0;

  get map(): DeviceMap | null {
    return this.#map;
  }

  /** Since when models may be missing because a header was not answered; null while the chain is whole. */
  get incompleteSinceMs(): number | null {
    return this.#incompleteSinceMs;
  }

  /** Identifies the unit again soon: a device may have been changed. */
  want(): void {
    this.#isWanted = true;
  }

  /** Identifies the unit again at once: what was read shows that another device or model is there. */
  isNoLongerRight(): void {
    this.#isWrong = true;
  }

  isDue({ nowMs, isNoon, isUseless }: Moment): boolean {
    if (this.#map === null) return true;
    const age = nowMs - this.#identifiedMs;
    if (this.#isWrong && age >= this.#wrongPauseMs) return true;
    if (this.#incompleteSinceMs !== null && age >= incomplete.afterMs) return true;
    if (!this.#isProved && age >= (isUseless ? proof.uselessMs : proof.afterMs)) return true;
    const isWanted = this.#isWanted || (this.#hasShrunk && isNoon);
    return age >= everyMs || (isWanted && age >= pauseMs);
  }

  /** The unit was not identified: one that was before is tried again after minutes. */
  failed(nowMs: number): void {
    if (this.#map === null) return;
    this.#identifiedMs = nowMs;
    this.#isProved = false;
  }

  /**
   * Takes over what was found, and returns whether the map changed. Inverters that are half asleep show less: a shorter chain of the same
   * device replaces a longer one around noon only, and one without a read end never does.
   */
  take(map: DeviceMap, { nowMs, isNoon }: Omit<Moment, 'isUseless'>): boolean {
    const known = this.#map;
    this.#identifiedMs = nowMs;
    this.#isWanted = false;
    const isSame = known !== null && isEqual(map, known);
    const isLess = known !== null && !this.#isWrong && isShorter(map, known);
    if (this.#isWrong) this.#wrongPauseMs = isSame ? wrong.samePauseMs : wrong.pauseMs;
    this.#isWrong = false;
    const isCut = isLess && !map.isWhole;
    this.#hasShrunk = isLess && !isCut && !isNoon;
    this.#isProved = this.#hasShrunk || isSame;
    if (this.#hasShrunk || isCut) return false;
    const isWhole = map.isWhole || (isSame && known.isWhole);
    this.#map = { ...map, isWhole };
    this.#equalWalks = isSame ? this.#equalWalks + 1 : 1;
    const isOpen = !isWhole && this.#equalWalks < incomplete.equalWalks;
    this.#incompleteSinceMs = isOpen ? (this.#incompleteSinceMs ?? nowMs) : null;
    return !isSame;
  }
}

const contentOf = ({ base, devices }: DeviceMap) => JSON.stringify([base, devices]);
const isEqual = (map: DeviceMap, other: DeviceMap) => contentOf(map) === contentOf(other);

const modelsOf = ({ devices }: DeviceMap) => devices.reduce((sum, { models }) => sum + models.length, 0);
const serialsOf = ({ devices }: DeviceMap) => devices[0]?.nameplate.serial ?? '';

const isShorter = (map: DeviceMap, than: DeviceMap) =>
  serialsOf(map) === serialsOf(than) && modelsOf(map) < modelsOf(than);
