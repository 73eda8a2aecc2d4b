import { inverterStates, quality } from '../../../../contract/codes';
import { hasJumped, hasLeapt } from '../../../plant/gate/leaps';
import type { Answer, DeviceGroup, Values } from '../../../plant/source';
import type { Reading } from '../device-driver';
import type { Decoded } from './confirmed';
import type { AddressedRecord } from './lines';
import { type PlannedJob, readTimesOf } from './plan';

export type GroupAnswer = Answer & { readonly group: DeviceGroup };

/** A reading, whose it is, and when it was read (seconds of the steady clock). It is shown until a newer one comes. */
interface Found {
  readonly reading: Reading;
  readonly configured: AddressedRecord;
  readonly job: PlannedJob;
  readonly sampled: number;
  /** When points of other jobs were read. */
  readonly readAt?: Readonly<Record<string, number>>;
}

/** How the unit is at a moment. */
interface Moment {
  /** Seconds of the steady clock. */
  readonly nowS: number;
  /** By how much all periods are longer than they are configured. */
  readonly stretch: number;
  readonly isSilent: boolean;
  readonly isNight: boolean;
  readonly retries: number;
  readonly jobs: readonly PlannedJob[];
}

/** A sample stays valid for three periods, and at least this long, s. */
const leastValidS = 30;
const validPeriods = 3;
/** From this many periods on, a value is uncertain; a second more is lost in rounding. */
const uncertainPeriods = 1.5;
const roundingS = 1;
/** An inverter that gave at most this share of its rated power when it fell silent at night has gone to sleep. */
const sleepyShare = 0.02;

const keyOf = ({ kind, record }: AddressedRecord, { group, part }: Reading) =>
  `${kind}:${record.id}:${group}:${part}`;

/** What the devices of a unit said last. */
export class HeldReadings {
  readonly #held = new Map<string, Found>();

  /** Forgets what other records said. */
  keepOnly(records: readonly AddressedRecord[]): void {
    for (const [key, { configured }] of this.#held)
      if (!records.some(({ kind, record }) => kind === configured.kind && record.id === configured.record.id))
        this.#held.delete(key);
  }

  /** Whether one of these differs from what its device said last as devices seldom do. */
  areOdd(decoded: readonly Decoded[]): boolean {
    return decoded.some(({ configured, readings }) =>
      readings.some(reading => {
        const before = this.#held.get(keyOf(configured, reading))?.reading ?? null;
        return hasLeapt(before, reading);
      }),
    );
  }

  /** Takes over what was read of `jobs`. Returns whether a lifetime counter moved as that of one device does not. */
  take(jobs: readonly PlannedJob[], decoded: readonly Decoded[]): boolean {
    let hasMoved = false;
    for (const { configured, readings } of decoded)
      for (const reading of readings) {
        const times = readTimesOf(jobs, configured, reading);
        if (!times) continue;
        const key = keyOf(configured, reading);
        const before = this.#held.get(key)?.reading.values;
        hasMoved ||= before !== undefined && hasJumped(before, reading.values);
        this.#held.set(key, { reading, configured, ...times });
      }
    return hasMoved;
  }

  /** What the alarms of a record's device reported last, in the words of its profile. */
  reportsOf({ kind, record }: AddressedRecord): readonly string[] {
    const texts = [...this.#held.values()].flatMap(({ configured, reading }) =>
      configured.kind === kind && configured.record.id === record.id
        ? (reading.reports?.made ?? []).map(({ text }) => text)
        : [],
    );
    // Those of a module are with each of its channels.
    return [...new Set(texts)];
  }

  answers(moment: Moment): readonly GroupAnswer[] {
    return [...this.#held.values()].map(held => this.#answer(held, moment));
  }

  #answer(held: Found, moment: Moment): GroupAnswer {
    const { nowS, isSilent, retries } = moment;
    const { reading, configured, job, sampled, readAt } = held;
    const { group, part, state, values } = reading;
    const periodS = (job.everyMs / 1000) * moment.stretch;
    const validS = Math.max(leastValidS, validPeriods * periodS);
    const { reports } = reading;
    const common = {
      group,
      record: configured.record.id,
      part,
      validS,
      ...(readAt && { readAt }),
      ...(reports && { reports: { ...reports, made: ofMaker(reports.made) } }),
    };
    if (this.#isAsleep(held, moment))
      return { ...common, ...asleep(values, nowS), isResponding: true, quality: quality.uncertain };
    const ageS = nowS - sampled;
    const isOld = ageS > roundingS + uncertainPeriods * periodS;
    const isCertain = !isOld && isComplete(held, moment);
    return {
      ...common,
      isResponding: !isSilent && !job.health.isSilent(retries) && ageS <= validS,
      state,
      sampled,
      values,
      quality: isCertain ? quality.good : quality.uncertain,
    };
  }

  /** Whether it fell silent, or refuses its main values, at night after it had hardly given anything: an inverter without sun. */
  #isAsleep(found: Found, { isSilent, isNight, retries }: Moment): boolean {
    const { configured } = found;
    if (configured.kind !== 'inverters' || !isNight) return false;
    const { reading, job } = this.#held.get(`inverters:${configured.record.id}:inverter:0`) ?? found;
    if (!isSilent && !job.health.isSilent(retries)) return false;
    return (reading.values.pac ?? 0) <= sleepyShare * configured.record.pn;
  }
}

/** The reports for which no alarm of the catalogue stands. */
const ofMaker = (made: NonNullable<Reading['reports']>['made']) =>
  made.flatMap(({ isOurs, ...report }) => (isOurs ? [] : [report]));

/** Whether every job of the record was read when it should have been. */
const isComplete = ({ configured }: Found, { jobs }: Moment): boolean =>
  jobs.every(
    ({ owners, health }) => health.failures === 0 || !owners.some(owner => owner.configured === configured),
  );

/** Points of an inverter that sleep does not change: what it counted. */
const counted = ['etot', 'eday', 'ore'];
/** Points that are nothing without sun. */
const nothing = ['pac', 'p'];

const asleep = (values: Values, nowS: number) => ({
  state: inverterStates.sleeping,
  sampled: nowS,
  values: Object.fromEntries(
    Object.entries(values).flatMap(([point, value]) => {
      if (counted.includes(point)) return [[point, value]];
      return nothing.includes(point) ? [[point, 0]] : [];
    }),
  ),
});
