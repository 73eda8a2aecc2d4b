import type { Clock } from '../clock';
import type { PlantSource, Snapshot } from '../plant/source';
import type { Measures } from '../store/measures';
import { defaultRetention, type Retention } from '../store/measures-kept';
import { archiveEnd, forgetAfter, minuteS } from '../store/measures-rollup';
import { longestStepS } from './day-counters';
import { MinuteWriter } from './minute-writer';

export interface SamplerOptions {
  readonly plant: PlantSource;
  readonly store: Measures;
  /** The plant's IANA zone: its days are the archive's days. */
  readonly zone: () => string;
  readonly clock: Clock;
  /** How many times faster than real time the clock runs. */
  readonly speed?: number;
  readonly retention?: () => Retention;
  /** Sees the plant second by second, or with every sample where more than a few seconds have to be made up for. */
  readonly watch?: (snapshot: Snapshot) => void;
  /** A batch could not be written (disk full): it is kept and tried again at the next tick. */
  readonly onError: (error: unknown) => void;
}

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

/**
 * Epoch seconds before which no clock is right: a device without a battery wakes up in 1970 until a time server tells it. What is
 * measured then is shown, but has no time to be kept under.
 */
const earliestS = Date.UTC(2020, 0, 1) / 1000;

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
  /** Time of the newest sample, epoch seconds. */
  #sampledTo: number;
  /** How far the clock was followed, and what the watch saw last; epoch seconds. */
  #followedTo: number;
  #watchedTo = Number.NEGATIVE_INFINITY;
  #current: { readonly snapshot: Snapshot; readonly realMs: number } | undefined;

  constructor(options: SamplerOptions) {
    const { plant, store, zone, speed = 1, retention = () => defaultRetention } = options;
    this.#options = options;
    this.#speed = speed;
    this.#intervalMs = options.watch ? 1000 : Math.min(5000, Math.max(1000, 5000 / speed));
    this.#stepS = stepOf((speed * this.#intervalMs) / 1000);
    const now = this.#now();
    const isSet = now >= earliestS;
    if (plant.isSimulated && isSet && (archiveEnd(store) ?? 0) > now + minuteS)
      forgetAfter(store, zone(), now);
    this.#writer = new MinuteWriter({ store, zone, retention });
    this.#sampledTo = archiveEnd(store) ?? now;
    this.#followedTo = this.#sampledTo;
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
      this.#sampledTo = Math.max(this.#sampledTo, archiveEnd(this.#options.store) ?? 0);
    });
  }

  tick(): void {
    this.#safely(() => {
      this.#followUntil(this.#now());
      this.#writer.commit();
    });
  }

  snapshot(): Snapshot {
    const realMs = this.#options.clock.monotonic() / this.#speed;
    if (!this.#current || realMs - this.#current.realMs >= 1000) {
      this.tick();
      this.#options.plant.advance(this.#now());
      this.#current = { snapshot: this.#options.plant.snapshot(), realMs };
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

  /** Epoch seconds. */
  #now(): number {
    return Math.floor(this.#options.clock.now() / 1000);
  }

  #followUntil(now: number): void {
    // A clock that was set back gives no samples until it is where it was: the archive only grows.
    if (now <= this.#followedTo || now < earliestS) return;
    const isGap = now - this.#followedTo > longestStepS + 10 * this.#speed;
    const from = isGap ? now : this.#followedTo + 1;
    const isClose = this.#options.watch !== undefined && now - from < watchedSecondsAtOnce;
    const stepS = isClose ? 1 : this.#stepS;
    for (let t = Math.floor(from / stepS) * stepS; t <= now; t += stepS) {
      if (t % this.#stepS === 0) this.#sample(t);
      this.#watch(t);
      this.#followedTo = Math.max(this.#followedTo, t);
    }
  }

  #watch(t: number): void {
    const { plant, watch } = this.#options;
    if (!watch) return;
    plant.advance(t);
    const snapshot = plant.snapshot();
    if (snapshot.t <= this.#watchedTo) return;
    this.#watchedTo = snapshot.t;
    watch(snapshot);
  }

  #sample(due: number): void {
    if (due <= this.#sampledTo) return;
    const { plant } = this.#options;
    plant.advance(due);
    const snapshot = plant.snapshot();
    const t = Math.max(due, Math.floor(snapshot.t)); // a plant may already be further
    this.#writer.add(snapshot, t, Math.min(this.#stepS, t - this.#sampledTo));
    this.#sampledTo = t;
  }
}
