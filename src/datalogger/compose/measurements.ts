import type { Plant } from '../devices/plant';
import { nothingConfigured } from '../devices/setup';
import { atMostEvery, type Log } from '../log';
import { type MeasureHandlers, measureHandlers } from '../routes/measures';
import { type SeriesKey, seriesHandlers } from '../routes/series';
import { fillHistory } from '../sampler/history';
import { createSampler, type Watch } from '../sampler/sampler';
import type { Handlers } from '../serve/handler';
import type { Snapshot } from '../snapshot';
import type { PastSlot, PlantSetup } from '../source';
import { type Measures, openMeasures } from '../store/measures';
import type { Retention } from '../store/measures-kept';
import type { Storage } from '../store/storage';
import type { SteadyClock } from '../time/steady-clock';

/** The plant with its sampler and its archive: all values of the plant in the API come from here. */
export interface Measurements {
  readonly handlers: MeasureHandlers & Pick<Handlers, SeriesKey>;
  readonly plant: Plant;
  /** Gives the plant its new configuration; the next snapshot shows it. */
  configure(setup: PlantSetup): void;
  readonly archive: Measures;
  /** The plant's IANA zone. */
  readonly zone: () => string;
  /** The plant now, after every sample that is due was taken. */
  snapshot(): Snapshot;
  /** Takes every sample that is due and calls the watch; at most once a second of real time. */
  bringUpToDate(): void;
  /** Samples with the clock from now on; until then only when somebody asks. */
  start(): void;
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
  /** What a simulated plant did before its first start, in order of time. */
  readonly past: () => Iterable<PastSlot>;
  /** Called while that past is written; epoch seconds. */
  readonly onProgress: (writtenTo: number) => void;
  /** Called with the plant in every cycle. */
  readonly watch: Watch;
  readonly log: Log;
}

/** Time between two lines in the log about the same failure: a full disk must not be filled with such lines. */
const failureSaidEveryMs = 60_000;

/** Opens the archive, writes the past of a simulated plant into a new one, and continues sampling where it ended. */
export function createMeasurements(options: MeasurementsOptions): Measurements {
  const { plant, zone, retention, clock, speed, watch, log, storage } = options;
  const store = storage.open('measures.db', openMeasures);
  storage.whenFull(() => store.dropOldestMinutes());
  fillHistory({ store, slots: lazily(options.past), zone: zone(), onProgress: options.onProgress });
  plant.resume(store.stands(), zone());
  const say = atMostEvery(failureSaidEveryMs, (error: unknown) =>
    log.error('samples could not be written, they are kept', error),
  );
  const onError = (error: unknown) => {
    say(error);
    storage.relieve(error);
  };
  let { limits } = nothingConfigured;
  const sampler = createSampler({
    ...{ plant, store, zone, retention, clock, speed, watch, onError },
    limits: () => limits,
  });
  return {
    handlers: {
      ...measureHandlers({ store, sampler, clock, zone }),
      ...seriesHandlers({ store, sampler, zone, certain: () => limits.coverage.certain }),
    },
    plant,
    configure(setup) {
      plant.configure(setup);
      limits = setup.limits;
      sampler.renew();
    },
    archive: store,
    zone,
    snapshot: () => sampler.snapshot(),
    bringUpToDate: () => void sampler.snapshot(),
    start() {
      plant.start();
      sampler.start();
    },
    close() {
      sampler.stop();
      // Nothing waits for a device: the connections are closed at once.
      void plant.close();
      store.close();
    },
  };
}

/** Computed only when it is iterated: a past that is already written is not computed again. */
function* lazily<T>(make: () => Iterable<T>): Generator<T> {
  yield* make();
}
