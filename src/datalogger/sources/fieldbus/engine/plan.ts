import type {
  ConfiguredRecord,
  DeviceDriver,
  DeviceMap,
  Expected,
  Job,
  JobClass,
  Reading,
} from '../device-driver';
import type { ReadReply, ReadRequest } from '../modbus/read';
import { Health } from './health';
import type { Block } from './image';
import { mostRegisters } from './read-size';

/** A job of a record. */
export interface Owner {
  readonly configured: ConfiguredRecord;
  readonly job: Job;
}

/** What is read of a unit at once and again: for all records that want the same requests. Times in ms of the monotonic clock. */
export interface PlannedJob {
  /** `identity`: the registers of a serial number, which are read when another device may be there. */
  readonly class: JobClass | 'identity';
  readonly isMain: boolean;
  readonly everyMs: number;
  readonly requests: readonly ReadRequest[];
  /** Registers of these requests that hold the same words as when the unit was identified, unless another device or model is there. */
  readonly expects: readonly Expected[];
  /** Whether it reads several devices side by side. */
  readonly isJoined: boolean;
  readonly owners: readonly Owner[];
  readonly health: Health;
  /** Whether its requests wait or are in flight: then it is not begun again. */
  isRunning: boolean;
  /** Infinite for an identity that nobody doubts. */
  dueMs: number;
  /** When it was read last, seconds of the steady clock; null before. */
  readS: number | null;
  /** Reconnects of the line when it was read last; null before, and once anything of the unit failed. */
  readOver: number | null;
}

const keyOf = ({ class: kind, requests }: Job) => JSON.stringify([kind, requests]);

/** What a plan is made of. */
interface Planned {
  readonly driver: DeviceDriver;
  readonly map: DeviceMap | null;
  readonly records: readonly ConfiguredRecord[];
}

/** The jobs of a unit. Devices side by side are read at once, until that is refused: one of them may not be there. */
export class UnitPlan {
  jobs: readonly PlannedJob[] = [];

  renew({ driver, map, records }: Planned, nowMs: number, joins = true): void {
    this.jobs = map ? planOf(driver, map, records, { nowMs, joins }) : [];
  }

  /** Whether a refusal was met by reading each device by itself. */
  isSplit(
    of: Planned,
    what: { readonly job: PlannedJob; readonly failure: ReadReply; readonly nowMs: number },
  ): boolean {
    const { job, failure, nowMs } = what;
    if (!job.isJoined || failure.kind !== 'exception') return false;
    this.renew(of, nowMs, false);
    return true;
  }
}

/**
 * The jobs of all records of a unit; those with equal requests are one, as often as the most frequent. The main jobs come first, the identities
 * last. `joins`: jobs of devices side by side are one, with their registers in as few requests as those that touch allow.
 */
function planOf(
  driver: DeviceDriver,
  map: DeviceMap,
  records: readonly ConfiguredRecord[],
  { nowMs, joins }: { readonly nowMs: number; readonly joins: boolean },
): PlannedJob[] {
  const wanted = new Map<string, Owner[]>();
  for (const configured of records)
    for (const job of driver.jobs(map, configured)) {
      const owners = wanted.get(keyOf(job));
      if (owners) owners.push({ configured, job });
      else wanted.set(keyOf(job), [{ configured, job }]);
    }
  const jobs = (joins ? joined([...wanted.values()]) : [...wanted.values()])
    .map(owners => jobOf(owners, nowMs))
    .sort((a, b) => Number(b.isMain) - Number(a.isMain));
  return [...jobs, ...identityJobs(map)];
}

/** The same owners, those of joinable jobs together: as frequent, and main or not, as each other. */
function joined(all: readonly Owner[][]): Owner[][] {
  const groups = new Map<string, Owner[]>();
  for (const [index, owners] of all.entries()) {
    const [first] = owners;
    const { isJoinable, class: kind, isMain, everyS } = first?.job ?? {};
    const key = isJoinable ? `${kind} ${isMain} ${everyS}` : String(index);
    const known = groups.get(key);
    if (known) known.push(...owners);
    else groups.set(key, [...owners]);
  }
  return [...groups.values()];
}

/** Requests of one unit in as few as their length allows: registers that touch or overlap are read at once, and no others. */
export function joinedRequests(requests: readonly ReadRequest[]): ReadRequest[] {
  const sorted = [...requests].sort((a, b) => a.fc - b.fc || a.from - b.from || b.count - a.count);
  const made: ReadRequest[] = [];
  for (const request of sorted) {
    const last = made.at(-1);
    const end = Math.max(request.from + request.count, last ? last.from + last.count : 0);
    const touches = last !== undefined && last.fc === request.fc && request.from <= last.from + last.count;
    if (touches && end - last.from <= mostRegisters)
      made[made.length - 1] = { ...last, count: end - last.from };
    else made.push(request);
  }
  return made;
}

function identityJobs({ unit, devices }: DeviceMap): PlannedJob[] {
  return devices.flatMap(({ identity }) =>
    identity.map(expected => {
      const { fc, from, words } = expected;
      return {
        class: 'identity',
        isMain: false,
        isJoined: false,
        everyMs: identityWithinMs,
        owners: [],
        health: new Health(),
        requests: [{ unit, fc, from, count: words.length }],
        expects: [expected],
        isRunning: false,
        dueMs: Number.POSITIVE_INFINITY,
        readS: null,
        readOver: null,
      };
    }),
  );
}

/** Whether registers that were read hold the words by which a device or a model is recognised. */
export const areExpected = (expects: readonly Expected[], blocks: readonly Block[]): boolean =>
  expects.every(({ fc, from, words }) =>
    blocks.some(({ request, values }) => {
      const start = from - request.from;
      return request.fc === fc && start >= 0 && words.every((word, index) => values[start + index] === word);
    }),
  );

function jobOf(owners: readonly Owner[], nowMs: number): PlannedJob {
  const [first] = owners;
  const isJoined = owners.some(({ job }) => job.isJoinable && keyOf(job) !== keyOf(first?.job ?? job));
  return {
    class: first?.job.class ?? 'slow',
    isMain: owners.some(({ job }) => job.isMain),
    everyMs: 1000 * Math.min(...owners.map(({ job }) => job.everyS)),
    requests: isJoined
      ? joinedRequests(owners.flatMap(({ job }) => job.requests))
      : (first?.job.requests ?? []),
    expects: first?.job.expects ?? [],
    isJoined,
    owners,
    health: new Health(),
    isRunning: false,
    dueMs: nowMs,
    readS: null,
    readOver: null,
  };
}

/** Whether these requests were read since, with the words that were expected of them, and the device has answered to everything after that. */
export const isReadSince = (
  jobs: readonly PlannedJob[],
  requests: readonly ReadRequest[],
  { fromS, reconnects }: { readonly fromS: number; readonly reconnects: number },
): boolean => {
  const wanted = JSON.stringify(requests);
  return jobs.some(
    ({ readS, readOver, expects, requests: own }) =>
      expects.length > 0 &&
      readOver === reconnects &&
      (readS ?? 0) >= fromS &&
      JSON.stringify(own) === wanted,
  );
};

/** The job of a reading, when it was read, and when the points of other jobs were; null where it was not read. Seconds. */
export function readTimesOf(
  jobs: readonly PlannedJob[],
  configured: ConfiguredRecord,
  { job: name, jobOf: others }: Reading,
): { job: PlannedJob; sampled: number; readAt?: Readonly<Record<string, number>> } | null {
  const named = (wanted: string) =>
    jobs.find(({ owners }) =>
      owners.some(owner => owner.configured === configured && owner.job.name === wanted),
    );
  const job = named(name);
  const sampled = job?.readS ?? null;
  if (!job || sampled === null) return null;
  if (!others) return { job, sampled };
  const times = Object.entries(others).map(([point, other]) => [point, named(other)?.readS ?? sampled]);
  return { job, sampled, readAt: Object.fromEntries(times) };
}

/** How urgent a class is: the part of its period within which it should be answered. A `fast` job goes between the requests of others. */
const urgency: Readonly<Record<PlannedJob['class'], number>> = { fast: 0.5, mid: 1, slow: 1, identity: 1 };
/** An identity may wait as long as this, ms. */
const identityWithinMs = 10_000;

/** By when the requests of a job that is due now should be answered. */
export const deadlineOf = (job: PlannedJob, periodMs: number): number =>
  job.dueMs + urgency[job.class] * periodMs;
