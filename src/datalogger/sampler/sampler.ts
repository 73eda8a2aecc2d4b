import { earliestS } from '../../contract/earliest';
import type { Plant } from '../devices/plant';
import type { Snapshot } from '../snapshot';
import type { Measures, SetClock } from '../store/measures';
import { takeBack, takeBackAtStart } from '../store/measures-clock';
import { defaultRetention, type Retention } from '../store/measures-kept';
import { archiveEnd, forgetAfter, minuteS, rewritten } from '../store/measures-rollup';
import { stamped } from '../time/stamped';
import type { ClockStep, SteadyClock } from '../time/steady-clock';
import { longestStepS } from './day-counters';
import { MinuteWriter } from './minute-writer';

export interface SamplerOptions {
  readonly plant: Plant;
  readonly store: Measures;
  /** The plant's IANA zone: its days are the archive's days. */
  readonly zone: () => string;
  /** The plant follows its steady time; its stamps are what the archive keeps slots under. */
  readonly clock: SteadyClock;
  /** How many times faster than real time the clock runs. */
  readonly speed?: number;
  readonly retention?: () => Retention;
  readonly watch?: Watch;
  /** A batch could not be written (disk full): it is kept and tried again at the next tick. */
  readonly onError: (error: unknown) => void;
}

/**
 * Sees the plant second by second, or with every sample where more than a few seconds have to be made up for. `steadyS` is the
 * snapshot's time by the steady clock: what lasts is measured by that.
 */
export type Watch = (snapshot: Snapshot, steadyS: number) => void;

/** Brings plant and archive along with the clock. */
export interface Sampler {
  /** Takes every sample that is due and writes what is complete. Never throws. */
  tick(): void;
  start(): void;
  /** Writes what was sampled so far; the store may be closed afterwards. */
  stop(): void;
  /** The plant now; taken anew at most once a second of real time. */
  snapshot(): Snapshot;
  /** The next snapshot is a new one: the plant is another. */
  renew(): void;
}

/** Divisors of a minute, so that every minute has the same number of samples. */
const steps = [5, 10, 15, 20, 30, minuteS];
const samplesPerTick = 12;
/** Plant seconds; further behind, the watch takes the steps of the samples. */
const watchedSecondsAtOnce = 12;

/** Seconds of plant time between two samples: the refresh time of an inverter, or more on a clock that runs fast. */
function stepOf(secondsPerTick: number): number {
  return steps.find(step => step * samplesPerTick >= secondsPerTick) ?? minuteS;
}

export function createSampler(options: SamplerOptions): Sampler {
  return new LiveSampler(options);
}

class LiveSampler implements Sampler {
  readonly #options: SamplerOptions;
  readonly #speed: number;
  readonly #intervalMs: number;
  readonly #stepS: number;
  readonly #writer: MinuteWriter;
  #timer: NodeJS.Timeout | undefined;
  /** Stamp of the newest sample. */
  #sampledTo: number;
  /** How far the steady clock was followed, and what the watch saw last of it. */
  #followedTo: number;
  #watchedTo = Number.NEGATIVE_INFINITY;
  /** From the steady clock to the stamps. */
  #offsetS: number;
  /** The end of the archive, and the time, when it began to sample. */
  readonly #started: SetClock;
  #current: { readonly snapshot: Snapshot; readonly realMs: number } | undefined;

  constructor(options: SamplerOptions) {
    const { plant, store, zone, clock, speed = 1, retention = () => defaultRetention } = options;
    this.#options = options;
    this.#speed = speed;
    this.#intervalMs = options.watch ? 1000 : Math.min(5000, Math.max(1000, 5000 / speed));
    this.#stepS = stepOf((speed * this.#intervalMs) / 1000);
    const { steadyS, stampS } = clock.moment();
    this.#offsetS = stampS - steadyS;
    const isSet = stampS >= earliestS;
    if (plant.simulation && isSet && (archiveEnd(store) ?? 0) > stampS + minuteS)
      forgetAfter(store, zone(), stampS);
    if (isSet) takeBackAtStart(store, zone(), stampS);
    this.#showToNow(stampS);
    this.#started = { said: archiveEnd(store) ?? stampS, says: stampS };
    this.#writer = new MinuteWriter({ store, zone, retention }, isSet ? stampS : Number.POSITIVE_INFINITY);
    this.#sampledTo = Math.min(stampS, archiveEnd(store) ?? stampS);
    this.#followedTo = this.#sampledTo - this.#offsetS;
    clock.onStep(step => this.#safely(() => this.#takeStep(step)));
  }

  start(): void {
    this.tick();
    this.#timer = setInterval(() => this.tick(), this.#intervalMs);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.tick();
    this.#safely(() => {
      this.#writer.closeMinute();
      this.#writer.commit();
    });
  }

  tick(): void {
    const { clock } = this.#options;
    this.#safely(() => {
      clock.look();
      const { steadyS, stampS } = clock.moment();
      this.#offsetS = stampS - steadyS;
      this.#showToNow(stampS);
      this.#followUntil(steadyS);
      this.#writer.commit();
    });
  }

  snapshot(): Snapshot {
    const { clock, plant } = this.#options;
    const realMs = clock.monotonic() / this.#speed;
    if (!this.#current || realMs - this.#current.realMs >= 1000) {
      this.tick();
      plant.advance(clock.moment().steadyS);
      this.#current = { snapshot: this.#snapshot(), realMs };
    }
    return this.#current.snapshot;
  }

  renew(): void {
    this.#current = undefined;
  }

  #safely(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#options.onError(error);
    }
  }

  /** The plant as it is, with the stamps of now. */
  #snapshot(): Snapshot {
    return stamped(this.#options.plant.snapshot(), this.#offsetS);
  }

  #showToNow(stampS: number): void {
    this.#options.store.showTo(stampS < earliestS ? Number.POSITIVE_INFINITY : stampS);
  }

  /**
   * The clock was set: everything goes on at once under its new time. What was measured so far is written under the old one; set
   * back, the slots to come join those that are there already (store/measures-clock.ts).
   */
  #takeStep({ fromMs, toMs, shiftMs }: ClockStep): void {
    const { store, zone, clock } = this.#options;
    const { steadyS, stampS } = clock.moment();
    const shiftS = stampS - steadyS - this.#offsetS;
    this.#offsetS += shiftS;
    this.#current = undefined;
    if (shiftMs !== 0 && fromMs >= earliestS * 1000) {
      this.#writer.shift(shiftS);
      this.#sampledTo += shiftS;
      this.#safely(() => this.#writer.commit());
    }
    store.showTo(Number.POSITIVE_INFINITY);
    if (shiftS < 0) takeBack(store, zone(), { now: stampS, until: stampS - shiftS, started: this.#started });
    else if (fromMs < earliestS * 1000) takeBackAtStart(store, zone(), stampS);
    this.#showToNow(stampS);
    store.transaction(() => {
      store.noteClockStep({ said: Math.floor(fromMs / 1000), says: Math.floor(toMs / 1000) });
      rewritten(store);
    });
  }

  #followUntil(now: number): void {
    if (now <= this.#followedTo) return;
    const isGap = now - this.#followedTo > longestStepS + 10 * this.#speed;
    const from = isGap ? now : this.#followedTo + 1;
    const isClose = this.#options.watch !== undefined && now - from < watchedSecondsAtOnce;
    const stepS = isClose ? 1 : this.#stepS;
    // In steps of the stamps, so that every slot has as many samples.
    const first = Math.floor((from + this.#offsetS) / stepS) * stepS - this.#offsetS;
    for (let t = first; t <= now; t += stepS) {
      this.#sample(t);
      this.#watch(t);
      this.#followedTo = Math.max(this.#followedTo, t);
    }
  }

  #watch(t: number): void {
    const { plant, watch } = this.#options;
    if (!watch) return;
    plant.advance(t);
    const { t: steadyS } = plant.snapshot();
    if (steadyS <= this.#watchedTo) return;
    this.#watchedTo = steadyS;
    watch(this.#snapshot(), steadyS);
  }

  /** The sample that is due by steady time `at`, if one is. */
  #sample(at: number): void {
    const due = Math.floor((at + this.#offsetS) / this.#stepS) * this.#stepS;
    if (due <= this.#sampledTo || due < earliestS) return;
    this.#options.plant.advance(at);
    const snapshot = this.#snapshot();
    const isFurther = snapshot.t > at + this.#offsetS;
    const t = isFurther ? Math.floor(snapshot.t) : due;
    this.#writer.add(snapshot, t, Math.min(this.#stepS, t - this.#sampledTo));
    this.#sampledTo = t;
  }
}
