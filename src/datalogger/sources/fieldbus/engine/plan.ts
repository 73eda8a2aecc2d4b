import type { ConfiguredRecord, DeviceDriver, DeviceMap, Job, JobClass } from '../device-driver';
import type { ReadRequest } from '../modbus/read';
import { Health } from './health';

/** A job of a record. */
export interface Owner {
  readonly configured: ConfiguredRecord;
  readonly job: Job;
}

/** What is read of a unit at once and again: for all records that want the same requests. Times in ms of the monotonic clock. */
export interface PlannedJob {
  readonly class: JobClass;
  readonly isMain: boolean;
  readonly everyMs: number;
  readonly requests: readonly ReadRequest[];
  readonly owners: readonly Owner[];
  readonly health: Health;
  /** Whether its requests wait or are in flight: then it is not begun again. */
  isRunning: boolean;
  /** Infinite for what is read once, when it was. */
  dueMs: number;
  /** When it was read last, seconds of the steady clock; null before. */
  readS: number | null;
}

const keyOf = ({ class: kind, requests }: Job) => JSON.stringify([kind, requests]);

/** The jobs of all records of a unit; those with equal requests are one, as often as the most frequent. The main jobs come first. */
export function planOf(
  driver: DeviceDriver,
  map: DeviceMap,
  records: readonly ConfiguredRecord[],
  nowMs: number,
): PlannedJob[] {
  const wanted = new Map<string, Owner[]>();
  for (const configured of records)
    for (const job of driver.jobs(map, configured)) {
      const owners = wanted.get(keyOf(job));
      if (owners) owners.push({ configured, job });
      else wanted.set(keyOf(job), [{ configured, job }]);
    }
  return [...wanted.values()]
    .map(owners => jobOf(owners, nowMs))
    .sort((a, b) => Number(b.isMain) - Number(a.isMain));
}

function jobOf(owners: readonly Owner[], nowMs: number): PlannedJob {
  const [first] = owners;
  return {
    class: first?.job.class ?? 'slow',
    isMain: owners.some(({ job }) => job.isMain),
    everyMs: 1000 * Math.min(...owners.map(({ job }) => job.everyS)),
    requests: first?.job.requests ?? [],
    owners,
    health: new Health(),
    isRunning: false,
    dueMs: nowMs,
    readS: null,
  };
}

/** How urgent a class is: the part of its period within which it should be answered. A `fast` job goes between the requests of others. */
const urgency: Readonly<Record<JobClass, number>> = { fast: 0.5, mid: 1, slow: 1, once: 1 };
/** What is read once may wait as long as this, ms. */
const onceWithinMs = 30_000;

/** By when the requests of a job that is due now should be answered. */
export const deadlineOf = (job: PlannedJob, periodMs: number): number =>
  job.dueMs + (job.class === 'once' ? onceWithinMs : urgency[job.class] * periodMs);
