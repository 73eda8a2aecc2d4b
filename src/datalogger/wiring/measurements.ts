import type { Handlers } from '../api/http/handler';
import type { LongWork } from '../api/long-work/long-work';
import { type MeasureHandlers, measureHandlers } from '../api/routes/measures';
import { type SeriesKey, seriesHandlers } from '../api/routes/series';
import { atMostEvery, type Log } from '../core/log';
import type { SteadyClock } from '../core/time/steady-clock';
import type { Plant } from '../plant/processing/plant';
import { nothingConfigured } from '../plant/processing/setup';
import { fillHistory } from '../plant/sampler/history';
import { createSampler, type Watch } from '../plant/sampler/sampler';
import type { Snapshot } from '../plant/snapshot';
import type { PastSlot, PlantSetup } from '../plant/source';
import type { Storage } from '../storage/database/storage';
import type { Retention } from '../storage/measures/kept';
import { type Measures, openMeasures } from '../storage/measures/measures';
import { makeRecent, RestOfPast, type RestOptions } from './rest-of-past';

/** The plant with its sampler and its archive: all values of the plant in the API come from here. */
export interface Measurements {
  readonly handlers: (longWork: LongWork) => MeasureHandlers & Pick<Handlers, SeriesKey>;
  readonly plant: Plant;
  /** Gives the plant its new configuration; the next snapshot shows it. */
  configure(setup: PlantSetup): void;
  readonly archive: Measures;
  /** The plant's IANA zone. */
  readonly zone: () => string;
  /** Share of a simulated past that is written, %. */
  readonly pastPercent: () => number;
  /** The plant now, after every sample that is due was taken. */
  snapshot(): Snapshot;
  /** The plant in a cycle without what is marked as invalid, as `snapshot` has it. */
  shown(snapshot: Snapshot): Snapshot;
  /** Takes every sample that is due and calls the watch; at most once a second of real time. */
  bringUpToDate(): void;
  /** Samples with the clock from now on; until then only when somebody asks. */
  start(): void;
  /** Calls `call` when energy of [from, to) becomes known that was written without it. */
  onLate(call: (from: number, to: number) => void): void;
  /** Writes what was sampled so far. */
  close(): void;
}

export interface MeasurementsOptions {
  /** Where the archive is kept. */
  readonly storage: Storage;
  readonly plant: Plant;
  /** The plant's IANA zone. */
  readonly zone: () => string;
  /** How long slots are kept. */
  readonly retention: () => Retention;
  /** The plant's clock, and how many times faster than real time it runs. */
  readonly clock: SteadyClock;
  readonly speed: number;
  /** What a plant did before its first start, in order of time; absent where there is nothing, or `rest` writes it. */
  readonly past?: () => Iterable<PastSlot>;
  readonly rest?: Rest;
  /** Called with the plant in every cycle. */
  readonly watch: Watch;
  readonly log: Log;
}

/** How other processes write a past that ends at `endS`: its last days before the start, all before them later. */
export interface Rest extends Pick<RestOptions, 'alarms' | 'folder' | 'command' | 'onProgress'> {
  readonly endS: number;
}

/** Time between two lines in the log about the same failure: a full disk must not be filled with such lines. */
const failureSaidEveryMs = 60_000;

/** Opens the archive, writes the past of a simulated plant into a new one, and continues sampling where it ended. */
export function createMeasurements(options: MeasurementsOptions): Measurements {
  const { plant, zone, clock, storage } = options;
  const store = storage.open('measures.db', openMeasures);
  storage.whenFull(() => store.dropOldestMinutes());
  const rest = fillPast(store, options);
  plant.resume(store.stands(), zone());
  let { limits, site } = nothingConfigured;
  const late = lateCalls();
  const sampler = createSampler({
    ...options,
    store,
    onError: failureOf(options),
    limits: () => limits,
    site: () => site,
    onLate: late.call,
  });
  return {
    handlers: longWork => ({
      ...measureHandlers({ store, sampler, clock, zone, longWork }),
      ...seriesHandlers({ store, sampler, zone, longWork, certain: () => limits.coverage.certain }),
    }),
    plant,
    configure(setup) {
      plant.configure(setup);
      ({ limits, site } = setup);
      sampler.renew();
    },
    archive: store,
    zone,
    onLate: late.add,
    pastPercent: () => rest?.percent ?? 100,
    snapshot: () => sampler.snapshot(),
    shown: snapshot => sampler.shown(snapshot),
    bringUpToDate: () => void sampler.snapshot(),
    start() {
      plant.start();
      sampler.start();
      rest?.start();
    },
    close() {
      void rest?.stop();
      sampler.stop();
      // Nothing waits for a device: the connections are closed at once.
      void plant.close();
      store.close();
    },
  };
}

/** What is done about samples that could not be written. */
function failureOf({ log, storage }: Pick<MeasurementsOptions, 'log' | 'storage'>): (error: unknown) => void {
  const say = atMostEvery(failureSaidEveryMs, (error: unknown) =>
    log.error('samples could not be written, they are kept', error),
  );
  return error => {
    say(error);
    storage.relieve(error);
  };
}

/** Who is called when energy becomes known late. */
function lateCalls() {
  const calls: Parameters<Measurements['onLate']>[0][] = [];
  return {
    add: (call: (typeof calls)[number]) => void calls.push(call),
    call: (from: number, to: number) => {
      for (const each of calls) each(from, to);
    },
  };
}

/** Writes the past of a first start where there is one to write. */
function fillPast(store: Measures, options: MeasurementsOptions): RestOfPast | null {
  const { rest, past = () => [], zone, storage, log } = options;
  if (!rest) {
    fillHistory({ store, slots: lazily(past), zone: zone() });
    return null;
  }
  makeRecent(store, rest.command('recent', rest.endS));
  return new RestOfPast({ ...rest, archive: store, storage, zone, log });
}

/** Computed only when it is iterated: a past that is already written is not computed again. */
function* lazily<T>(make: () => Iterable<T>): Generator<T> {
  yield* make();
}
