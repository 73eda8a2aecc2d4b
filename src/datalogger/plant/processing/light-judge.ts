import { lightVerdicts } from '../../../contract/codes';
import { median } from './median';

/** A reading of a sensor that measures the light on the plane of the modules, W/m²; the one that is preferred comes first. */
export interface LightReading {
  readonly id: number;
  readonly value: number;
}

/** What else tells of the light on the same plane, W/m²; null where it is not known. */
export interface LightWitnesses {
  /** Computed from a sensor of the light on the horizontal. */
  readonly fromHorizontal: number | null;
  /** Under a clear sky. */
  readonly clearSky: number | null;
  /** The least light with which a plant without losses gives the power that this one gives. */
  readonly leastForPower: number | null;
}

/** Which sensor of the plane is believed. */
export interface LightVerdict {
  /** Id and reading of the sensor that the plant follows; null while none answers. */
  readonly used: LightReading | null;
  /** Whether the sensors disagree and nothing tells which of them is right. */
  readonly isDoubted: boolean;
  /** By id: what is said of the sensor (`lightVerdicts`), and its deviation in % from the one that is used; null in too little light. */
  readonly sensors: ReadonlyMap<number, { readonly verdict: number; readonly deviation: number | null }>;
}

/** Sensors of one plane agree within this share. Two sensors of class A (IEC 61724-1) are well within it. */
const tolerance = 0.05;
/** Light in which sensors are compared, W/m². In less light the last verdict stays. */
export const leastLight = 200;
/** A sensor that reads less than this share of the light that the power takes measures in another unit, or is covered. */
const darkShare = 0.25;
/** Readings are compared as means with this time constant, s, because a cloud does not reach all sensors at once. */
const meanS = 300;
/** A sensor below the least light for the power, or above a clear sky, by more than this share cannot be right. */
const impossible = { belowPower: 0.05, aboveClearSky: 0.1 } as const;
/**
 * A drift lasts for days, a witness errs for minutes: a sensor of two is found to drift when the witnesses were against it for this
 * much longer than against the other one, s. No more than the second is remembered.
 */
const evidence = { toDecideS: 300, mostS: 4 * 3600 } as const;

/**
 * Light that the sensors agree on is refuted when witnesses were against it for so much longer than not, s: what is impossible sooner than
 * what only differs from the light on the horizontal, by this share and in this light (W/m²).
 */
const refutation = { impossibleS: 1800, differentS: 7200, share: 0.1, leastLight: 400 } as const;
/** The evidence of one of these is forgotten after as long as it took. */
const grounds = { impossible: refutation.impossibleS, different: refutation.differentS } as const;
type Ground = keyof typeof grounds;

const differ = (a: number, b: number) => Math.abs(a - b) > tolerance * Math.max(a, b);

/**
 * Compares the sensors of one plane. Of three or more, those far from the median drift. Of two, the light on the horizontal decides,
 * then what is impossible: less light than the power takes, more than a clear sky has. Where nothing decides, the light is doubted. Light of
 * one sensor, and light that all agree on, has the same witnesses: what they refute is doubted too, and its sensors drift.
 */
export class LightJudge {
  readonly #means = new Map<number | keyof LightWitnesses | 'power', number>();
  /** By id: for how many seconds witnesses were against the sensor, less those against the other one. */
  readonly #against = new Map<number, number>();
  #drifting: ReadonlySet<number> = new Set();
  /** For how many seconds witnesses were against the light that is believed, less those in which they were not. */
  readonly #doubts = new Map<Ground, number>();
  #isRefuted = false;
  /** What the light should be by the witness that refutes it, W/m². */
  #should: number | null = null;
  #isDoubted = false;

  /** Another judge that knows what this one knows. */
  copy(): LightJudge {
    const other = new LightJudge();
    for (const [name, mean] of this.#means) other.#means.set(name, mean);
    for (const [id, seconds] of this.#against) other.#against.set(id, seconds);
    other.#drifting = this.#drifting;
    other.#isDoubted = this.#isDoubted;
    for (const [ground, seconds] of this.#doubts) other.#doubts.set(ground, seconds);
    other.#isRefuted = this.#isRefuted;
    other.#should = this.#should;
    return other;
  }

  /** Takes the readings after `seconds` and says which sensor is believed. */
  judge(readings: readonly LightReading[], witnesses: () => LightWitnesses, seconds: number): LightVerdict {
    const keep = Math.exp(-seconds / meanS);
    const means = readings.map(({ id, value }) => ({ id, value: this.#mean(id, value, keep) ?? value }));
    const [first, second, third] = means;
    const heard = first && witnesses();
    const dark = darkShare * (this.#mean('power', heard?.leastForPower ?? null, keep) ?? 0);
    const isDark = dark >= darkShare * leastLight && means.some(({ value }) => value < dark);
    if (heard && (isDark || means.every(({ value }) => value >= leastLight))) {
      const { fromHorizontal } = heard;
      const isSeen = fromHorizontal !== null && fromHorizontal >= dark;
      const said = this.#witnessMeans({ ...heard, fromHorizontal: isSeen ? fromHorizontal : null }, keep);
      if (second) {
        const drifting = third ? farFromMedian(means) : this.#ofTwo(first, second, said, seconds);
        this.#isDoubted = drifting === null;
        this.#drifting = drifting ?? new Set();
      }
      this.#refute(means.find(({ id }) => !this.#drifting.has(id)) ?? first, said, seconds);
    }
    return this.#verdict(readings, means);
  }

  /** A mean that follows its value; `keep` is the share of the old mean. Without a value it is forgotten. */
  #mean(name: number | keyof LightWitnesses | 'power', value: number | null, keep: number): number | null {
    if (value === null) {
      this.#means.delete(name);
      return null;
    }
    const mean = value + ((this.#means.get(name) ?? value) - value) * keep;
    this.#means.set(name, mean);
    return mean;
  }

  /** The ids of the sensors that drift; null where the two disagree and too little speaks against one of them. */
  #ofTwo(
    a: LightReading,
    b: LightReading,
    means: LightWitnesses,
    seconds: number,
  ): ReadonlySet<number> | null {
    if (!differ(a.value, b.value)) {
      this.#against.clear();
      return new Set();
    }
    const wrong = fartherFrom(means.fromHorizontal, a, b) ?? impossibleOf(means, a, b);
    for (const { id } of wrong ? [a, b] : []) {
      const before = this.#against.get(id) ?? 0;
      const after = id === wrong?.id ? before + seconds : before - seconds;
      this.#against.set(id, Math.max(-evidence.mostS, Math.min(evidence.mostS, after)));
    }
    const found = [a, b].filter(({ id }) => (this.#against.get(id) ?? 0) >= evidence.toDecideS);
    return found.length === 0 ? null : new Set(found.map(({ id }) => id));
  }

  /** Whether the light that is believed is possible. */
  #refute(believed: LightReading, means: LightWitnesses, seconds: number): void {
    const should = { impossible: possibleOf(believed, means), different: otherThan(believed, means) };
    let [isRefuted, isOver] = [false, true];
    for (const [ground, enoughS] of Object.entries(grounds) as [Ground, number][]) {
      const step = should[ground] === null ? -seconds : seconds;
      const after = Math.max(0, Math.min(2 * enoughS, (this.#doubts.get(ground) ?? 0) + step));
      this.#doubts.set(ground, after);
      isRefuted ||= after >= enoughS;
      isOver &&= after === 0;
    }
    this.#isRefuted = isRefuted || (this.#isRefuted && !isOver);
    this.#should = should.impossible ?? should.different ?? this.#should;
  }

  #witnessMeans(witnesses: LightWitnesses, keep: number): LightWitnesses {
    return {
      fromHorizontal: this.#mean('fromHorizontal', witnesses.fromHorizontal, keep),
      clearSky: this.#mean('clearSky', witnesses.clearSky, keep),
      leastForPower: this.#mean('leastForPower', witnesses.leastForPower, keep),
    };
  }

  #verdict(readings: readonly LightReading[], means: readonly LightReading[]): LightVerdict {
    const healthy = readings.findIndex(({ id }) => !this.#drifting.has(id));
    const used = readings[Math.max(0, healthy)] ?? null;
    const reference = means[Math.max(0, healthy)]?.value ?? 0;
    const isAlone = readings.length < 2;
    const isRefuted = this.#isRefuted && used !== null;
    const isDoubted = used !== null && (healthy < 0 || isRefuted || (this.#isDoubted && !isAlone));
    const { agrees, doubted, drifts } = lightVerdicts;
    const verdictOn = (id: number) =>
      this.#drifting.has(id) || isRefuted ? drifts : isDoubted ? doubted : agrees;
    const isComparable = reference >= leastLight;
    const right = isRefuted ? (this.#should ?? reference) : reference;
    return {
      used,
      isDoubted,
      sensors: new Map(
        means.map(({ id, value }) => [
          id,
          { verdict: verdictOn(id), deviation: isComparable ? 100 * (value / right - 1) : null },
        ]),
      ),
    };
  }
}

/** The ids of the sensors that are far from the median of all; null where too many are. */
function farFromMedian(sensors: readonly LightReading[]): ReadonlySet<number> | null {
  const middle = median(sensors.map(({ value }) => value)) ?? 0;
  const far = sensors.filter(({ value }) => differ(value, middle));
  return 2 * far.length < sensors.length ? new Set(far.map(({ id }) => id)) : null;
}

/** The sensor that is at least twice as far from the witness as the other, which agrees with it. */
function fartherFrom(witness: number | null, a: LightReading, b: LightReading): LightReading | null {
  if (witness === null) return null;
  const [near, far] =
    Math.abs(a.value - witness) <= Math.abs(b.value - witness) ? ([a, b] as const) : ([b, a] as const);
  const isClear = Math.abs(far.value - witness) >= 2 * Math.abs(near.value - witness);
  return isClear && !differ(near.value, witness) ? far : null;
}

/** The one of the two sensors whose reading is not possible, where the other one's is. */
function impossibleOf(
  { clearSky, leastForPower }: LightWitnesses,
  a: LightReading,
  b: LightReading,
): LightReading | null {
  const isTooLow = ({ value }: LightReading) =>
    leastForPower !== null && value * (1 + impossible.belowPower) < leastForPower;
  const isTooHigh = ({ value }: LightReading) =>
    clearSky !== null && value > clearSky * (1 + impossible.aboveClearSky);
  const isImpossible = (reading: LightReading) => isTooLow(reading) || isTooHigh(reading);
  if (isImpossible(a) === isImpossible(b)) return null;
  return isImpossible(a) ? a : b;
}

/** The least or most light that there can be, where a sensor reads less or more; null where its reading is possible. */
function possibleOf({ value }: LightReading, { clearSky, leastForPower }: LightWitnesses): number | null {
  if (leastForPower !== null && value * (1 + impossible.belowPower) < leastForPower) return leastForPower;
  return clearSky !== null && value > clearSky * (1 + impossible.aboveClearSky) ? clearSky : null;
}

/** The light by the one on the horizontal, where a sensor reads another; null where both agree, and in light that says too little. */
function otherThan({ value }: LightReading, { fromHorizontal }: LightWitnesses): number | null {
  if (fromHorizontal === null || value < refutation.leastLight) return null;
  const isFar = Math.abs(value - fromHorizontal) > refutation.share * Math.max(value, fromHorizontal);
  return isFar ? fromHorizontal : null;
}
