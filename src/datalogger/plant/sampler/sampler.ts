import { earliestS } from '../../../contract/earliest';
import type { ClockStep, SteadyClock } from '../../core/time/steady-clock';
import { takeBack, takeBackAtStart } from '../../storage/measures/clock';
import type { SetClock } from '../../storage/measures/clock-steps';
import { defaultRetention, type Retention } from '../../storage/measures/kept';
import type { Measures } from '../../storage/measures/measures';
import { archiveEnd, forgetAfter, minuteS, rewritten } from '../../storage/measures/rollup';
import type { Span } from '../../storage/measures/spans';
import { moveDays } from '../../storage/measures/zone';
import { usualLimits } from '../processing/limits';
import type { Plant } from '../processing/plant';
import type { Snapshot } from '../snapshot';
import type { FigureLimits, Site } from '../source';
import { longestStepS } from './day-counters';
import { DayRatios } from './day-ratios';
import { FineSeries } from './fine-series';
import { MarkedEnergies } from './marked-energies';
import { MinuteWriter } from './minute-writer';
import { stamped } from './stamped';
import { VoltageSeries } from './voltage-series';

export interface SamplerOptions {
  readonly plant: Plant;
  readonly store: Measures;
  /** The plant's IANA zone: its days are the archive's days. */
  readonly zone: () => string;
  /** The plant follows its steady time; the archive stores slots under its wall-clock time. */
  readonly clock: SteadyClock;
  /** How many times faster than real time the clock runs. */
  readonly speed?: number;
  readonly retention?: () => Retention;
  /** What the figures are judged by; without it the usual limits. */
  readonly limits?: () => FigureLimits;
  /** Where the plant is, for what is made while nothing is read; without it an average day is taken. */
  readonly site?: () => Site | null;
  /** Called when energy of a time became known that was written without it. */
  readonly onLate?: (from: number, to: number) => void;
  readonly watch?: Watch;
  /** Called where a batch could not be written (disk full): it is kept and tried again at the next tick. */
  readonly onError: (error: unknown) => void;
}

/**
 * Called with the plant for every second, or only for every sample where it is more than a few seconds behind. `steadyS` is the time
 * of the snapshot by the steady clock, with which durations are measured.
 */
export type Watch = (snapshot: Snapshot, steadyS: number) => void;

/** Keeps plant and archive up to date with the clock. */
export interface Sampler {
  /** Takes every sample that is due and writes what is complete. Never throws. */
  tick(): void;
  start(): void;
  /** Writes what was sampled so far; the store may be closed afterwards. */
  stop(): void;
  /** The plant now, without the energies that are marked as invalid; sampled at most once a second of real time. */
  snapshot(): Snapshot;
  /** A snapshot that the watch was given, without what is marked as invalid, as `snapshot` has it. */
  shown(snapshot: Snapshot): Snapshot;
  /** The configuration has changed: the next snapshot is computed again, and the days of the archive are those of the plant's zone. */
  renew(): void;
}

/** Divisors of a minute, so that every minute has the same number of samples. */
const steps = [5, 10, 15, 20, 30, minuteS];
const samplesPerTick = 12;
/**
 * What is sampled is written this often, s: the end of the power costs no more of it. Each batch writes a page of every
 * table: on `medium` 1.5 MiB an hour in 310 s that were measured, and 5.2 with a batch every minute.
 */
export const batchS = 300;
/** Where it is further behind than this, the watch is called only for samples. Plant seconds. */
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
  readonly #fine: FineSeries;
  readonly #voltages: VoltageSeries;
  readonly #marked: MarkedEnergies;
  readonly #ratios: DayRatios;
  #timer: NodeJS.Timeout | undefined;
  /** Number of the newest batch that is written. */
  #flushed = Number.NaN;
  /** Stamp of the newest sample. */
  #sampledTo: number;
  /** Steady time up to which the plant was followed, and of the last call of the watch. */
  #followedTo: number;
  #watchedTo = Number.NEGATIVE_INFINITY;
  /** Wall-clock time minus steady time, s. */
  #offsetS: number;
  /** The end of the archive and the clock's time at the start of sampling. */
  readonly #started: SetClock;
  #current:
    | { readonly snapshot: Snapshot; readonly realMs: number; readonly spans: readonly Span[] }
    | undefined;

  constructor(options: SamplerOptions) {
    const { plant, store, zone, clock, speed = 1, retention = () => defaultRetention } = options;
    const { limits = () => usualLimits, site = () => null, onLate = () => undefined } = options;
    this.#options = options;
    this.#fine = new FineSeries(store, limits);
    this.#voltages = new VoltageSeries(store);
    this.#marked = new MarkedEnergies(store, zone);
    this.#ratios = new DayRatios(store, zone);
    this.#speed = speed;
    this.#intervalMs = options.watch ? 1000 : Math.min(5000, Math.max(1000, 5000 / speed));
    this.#stepS = stepOf((speed * this.#intervalMs) / 1000);
    const { steadyS, stampS } = clock.moment();
    this.#offsetS = stampS - steadyS;
    const isSet = stampS >= earliestS;
    this.#safely(() => moveDays(store, zone()));
    if (plant.simulation && isSet && (archiveEnd(store) ?? 0) > stampS + minuteS)
      forgetAfter(store, zone(), stampS);
    if (isSet) takeBackAtStart(store, zone(), stampS);
    this.#showToNow(stampS);
    this.#started = { said: archiveEnd(store) ?? stampS, says: stampS };
    this.#writer = new MinuteWriter(
      { store, zone, retention, limits, site, onLate, counted: () => plant.stands() },
      isSet ? stampS : Number.POSITIVE_INFINITY,
    );
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
      this.#fine.commit(true);
      this.#voltages.commit(true);
      this.#options.store.flush();
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
      if (this.#writer.commit()) this.#ratios.renew();
      this.#fine.commit();
      this.#flushWhenDue(stampS);
    });
  }

  /** Minutes and samples reach the disk together, to spare the flash. */
  #flushWhenDue(stampS: number): void {
    const batch = Math.floor(stampS / batchS);
    if (batch === this.#flushed) return;
    this.#options.store.flush();
    this.#voltages.commit();
    this.#flushed = batch;
  }

  snapshot(): Snapshot {
    const { clock, plant } = this.#options;
    const realMs = clock.monotonic() / this.#speed;
    const { spans } = this.#marked;
    if (!this.#current || realMs - this.#current.realMs >= 1000 || this.#current.spans !== spans) {
      this.tick();
      plant.advance(clock.moment().steadyS);
      this.#current = { snapshot: this.shown(this.#snapshot()), realMs, spans };
    }
    return this.#current.snapshot;
  }

  shown(snapshot: Snapshot): Snapshot {
    return this.#ratios.shown(this.#marked.shown(snapshot));
  }

  renew(): void {
    this.#current = undefined;
    this.#ratios.renew();
    this.#safely(() => this.#writer.followZone());
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
   * The clock was set: everything continues at once under the new time. Samples so far are written under the old time. Where the clock was
   * set back, later samples are added to the slots that already exist (store/measures-clock.ts).
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
      store.clockSteps.note({ said: Math.floor(fromMs / 1000), says: Math.floor(toMs / 1000) });
      rewritten(store);
    });
  }

  #followUntil(now: number): void {
    if (now <= this.#followedTo) return;
    const isGap = now - this.#followedTo > longestStepS + 10 * this.#speed;
    const from = isGap ? now : this.#followedTo + 1;
    const isClose = this.#options.watch !== undefined && now - from < watchedSecondsAtOnce;
    const stepS = isClose ? 1 : this.#stepS;
    // Aligned to wall-clock time, so that every slot has the same number of samples.
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
    const snapshot = this.#snapshot();
    this.#fine.add(snapshot);
    this.#voltages.add(snapshot);
    watch(snapshot, steadyS);
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
