import { localDate } from '../../../../contract/zone';
import type { DeviceDriver, DeviceMap, Identified, Registers } from '../device-driver';
import type { Line } from '../modbus/line';
import type { Read, ReadReply, ReadRequest } from '../modbus/read';
import { isAnswer } from '../modbus/tally';
import type { Turn } from '../modbus/waiting';
import { type Answered, type Brought, blocksOf, confirmed, decodedOf } from './confirmed';
import { Doubt } from './doubt';
import { Health } from './health';
import { RegisterImage } from './image';
import { KnownMap } from './known-map';
import type { AddressedRecord } from './lines';
import { areExpected, deadlineOf, isReadSince, type PlannedJob, UnitPlan } from './plan';
import { ReadSize } from './read-size';
import { type GroupAnswer, HeldReadings } from './readings';

/** What the engine knows besides the bus. */
export interface Surroundings {
  /** ms of the monotonic clock. */
  readonly nowMs: () => number;
  /** Seconds of the steady clock. */
  readonly nowS: () => number;
  /** IANA zone of the plant. */
  readonly zone: () => string;
  /** Whether the sun is so low that inverters may be asleep. */
  readonly isNight: () => boolean;
}

/** A unit is identified again after this silence, ms, and after this many refused addresses in a row. */
const longSilenceMs = 600_000;
const refusedTimes = 3;
const illegalAddress = 2;
/** Local hours in which an inverter shows all it has. */
const [noonHour, eveningHour] = [12, 16];

/** The devices behind one unit of a line: finds out what they are, reads them when it is due, and keeps what they said. */
export class Unit {
  readonly line: Line;
  readonly unit: number;
  readonly #base: number | null;
  readonly driver: DeviceDriver;
  readonly #around: Surroundings;
  #records: readonly AddressedRecord[];
  readonly health = new Health();
  readonly size = new ReadSize();
  readonly #image = new RegisterImage();
  readonly held = new HeldReadings();
  readonly #known = new KnownMap();
  readonly #plan = new UnitPlan();
  #isIdentifying = false;
  readonly #doubt = new Doubt();
  /** What the newest attempt to identify brought; null before the first. */
  identified: Identified | null = null;
  /** Changed with the configuration: what was asked for an earlier one is dropped. */
  #turnNumber = 0;

  constructor(
    line: Line,
    { unit, base, driver }: { unit: number; base: number | null; driver: DeviceDriver },
    records: readonly AddressedRecord[],
    around: Surroundings,
  ) {
    this.line = line;
    this.unit = unit;
    this.#base = base;
    this.driver = driver;
    this.#records = records;
    this.#around = around;
  }

  get map(): DeviceMap | null {
    return this.#known.map;
  }

  /** Since when models may be missing (ms of the monotonic clock): a header of the chain was not answered. Null while it is whole. */
  get incompleteSinceMs(): number | null {
    return this.#known.incompleteSinceMs;
  }

  get jobs(): readonly PlannedJob[] {
    return this.#plan.jobs;
  }

  get records(): readonly AddressedRecord[] {
    return this.#records;
  }

  /** Takes over changed records of the same unit. */
  configure(records: readonly AddressedRecord[]): void {
    this.#records = records;
    this.#turnNumber++;
    this.#isIdentifying = false;
    this.held.keepOnly(records);
    this.#plan.renew(this, this.#around.nowMs());
  }

  /** Whether something is on its way. */
  get isBusy(): boolean {
    return this.#isIdentifying || this.#plan.jobs.some(({ isRunning }) => isRunning);
  }

  /** Nothing that is still on its way counts any more. */
  close(): void {
    this.#turnNumber++;
  }

  /** Whether as many tries as are configured brought no answer, or the line is down. */
  get isSilent(): boolean {
    return this.line.state === 'down' || this.health.isSilent(this.#retries);
  }

  /** Seconds of requests that it wants in every second. */
  demand(turnMs: number): number {
    if (this.isSilent) return 0;
    return this.#plan.jobs.reduce(
      (sum, job) => sum + (job.class === 'identity' ? 0 : (job.requests.length * turnMs) / job.everyMs),
      0,
    );
  }

  /** Begins what is due; `stretch` lengthens every period of an overloaded line. */
  tick(stretch: number): void {
    const now = this.#around.nowMs();
    if (this.#isIdentifying || !this.line.canRead || !this.health.mayTry(now)) return;
    const isUseless = this.#plan.jobs.length === 0;
    if (this.#known.isDue({ nowMs: now, isNoon: this.#isNoon, isUseless })) {
      void this.#identify();
      return;
    }
    if (this.#doubt.isDue(this.line.reconnects, now))
      for (const job of this.#plan.jobs) if (job.class === 'identity') job.dueMs = now;
    const silent = this.health.failures > 0;
    for (const job of this.#plan.jobs) {
      const isDue = !job.isRunning && (silent || (now >= job.dueMs && job.health.mayTry(now)));
      if (isDue) void this.#do(job, stretch);
      // Of a device that does not answer only the first main job is tried.
      if (silent) return;
    }
  }

  /** What its devices said last, and whether it still holds at `nowS`. */
  answers(nowS: number, stretch: number): readonly GroupAnswer[] {
    const { isSilent, jobs } = this;
    const isNight = this.#around.isNight();
    return this.held.answers({ nowS, stretch, isSilent, isNight, retries: this.#retries, jobs });
  }

  get #retries(): number {
    return Math.max(...this.#records.map(({ record }) => record.tentativi));
  }

  get timeoutMs(): number {
    return Math.max(...this.#records.map(({ record }) => record.timeout));
  }

  /** Registers of a job, where they were read within this time, over this connection, and without a failure since; else null. */
  readLately(requests: readonly ReadRequest[], withinS: number): Registers | null {
    const [fromS, { reconnects }] = [this.#around.nowS() - withinS, this.line];
    return isReadSince(this.#plan.jobs, requests, { fromS, reconnects }) ? this.#image : null;
  }

  /** Whether its silence may be sleep: of an inverter at night, with all that is read through it, or of what the sun supplies. */
  get mayBeAsleep(): boolean {
    return (
      this.#around.isNight() &&
      this.#records.some(({ kind }) => kind === 'inverters' || kind === 'box-stringhe')
    );
  }

  get #turn(): Turn {
    return this.health.failures === 0 ? 'poll' : 'doubtful';
  }

  #patience(everyMs: number) {
    const isNight = this.#around.isNight();
    return { retries: this.#retries, everyMs, isNight, mayBeAsleep: this.mayBeAsleep };
  }

  async #identify(): Promise<void> {
    const own = this.#turnNumber;
    this.#isIdentifying = true;
    const read: Read = request => this.#read(request, this.#around.nowMs() + this.timeoutMs);
    const at = { unit: this.unit, base: this.#base, records: this.#records };
    const identified = await this.driver.identify(read, at);
    if (own !== this.#turnNumber) return;
    this.#isIdentifying = false;
    this.identified = identified;
    const now = this.#around.nowMs();
    if (identified.kind === 'found') {
      this.#takeMap(identified.map, now);
      return;
    }
    // A failure of the line is not a failure of the device.
    if (identified.kind === 'no-connection') return;
    // A unit without models is asked again later, like a silent one: it may be starting.
    this.health.failed(now, this.#patience(this.#periodMs));
    this.#known.failed(now);
  }

  get #periodMs(): number {
    return 1000 * Math.min(...this.#records.map(({ record }) => record.polling));
  }

  #takeMap(map: DeviceMap, now: number): void {
    this.#heard(now);
    const isChanged = this.#known.take(map, { nowMs: now, isNoon: this.#isNoon });
    if (!isChanged) return;
    this.size.reset();
    this.#image.clear();
    this.#plan.renew(this, now);
  }

  get #isNoon(): boolean {
    const { hour } = localDate(this.#around.zone(), this.#around.nowS());
    return hour >= noonHour && hour < eveningHour;
  }

  /** The first answer restores everything. */
  #heard(now: number): void {
    const since = this.health.silentSinceMs;
    if (since === null) return;
    if (this.isSilent) this.#doubt.raise();
    if (now - since > longSilenceMs) this.#known.want();
    this.health.answered();
    for (const job of this.#plan.jobs) if (job.class !== 'identity') job.dueMs = Math.min(job.dueMs, now);
  }

  #read(request: ReadRequest, deadlineMs: number): Promise<ReadReply> {
    return this.line.read(request, { timeoutMs: this.timeoutMs, deadlineMs, turn: this.#turn });
  }

  async #do(job: PlannedJob, stretch: number): Promise<void> {
    const own = this.#turnNumber;
    const periodMs = job.everyMs * stretch;
    job.isRunning = true;
    const read = () => this.#readJob(job, periodMs, own);
    const brought = await confirmed(read, decoded => this.held.areOdd(decoded));
    if (own !== this.#turnNumber) return;
    job.isRunning = false;
    const now = this.#around.nowMs();
    // No two answers say the same: nothing of them is taken, and what was said before ages.
    if (!brought) job.dueMs = Math.max(now, job.dueMs + periodMs);
    else if (brought.failure) this.#failed(job, brought.failure, now, periodMs);
    else if (areExpected(job.expects, brought.blocks)) this.#succeeded(job, brought, now, periodMs);
    else this.#mistaken(job, now, periodMs);
  }

  async #readJob(job: PlannedJob, periodMs: number, own: number): Promise<Brought> {
    const read: Read = part => this.#read(part, deadlineOf(job, periodMs));
    const size = (request: ReadRequest) => this.size.read(request, read, this.#around.nowMs());
    const blocks = await blocksOf(job.requests, size, () => own !== this.#turnNumber);
    if (!Array.isArray(blocks)) return { failure: blocks };
    if (!this.map || !areExpected(job.expects, blocks)) return { failure: null, blocks, decoded: [] };
    const says = this.driver.decode.bind(this.driver, this.map);
    return { failure: null, blocks, decoded: decodedOf(job, this.#records, this.#image.with(blocks), says) };
  }

  #failed(job: PlannedJob, failure: ReadReply, now: number, periodMs: number): void {
    for (const each of this.#plan.jobs) each.readOver = null;
    const patience = this.#patience(periodMs);
    const soonMs = now + Math.min(periodMs, 1000);
    if (failure.kind === 'no-connection') {
      job.dueMs = soonMs;
      return;
    }
    if (this.#plan.isSplit(this, { job, failure, nowMs: now })) return;
    if (isAnswer(failure)) this.#heard(now);
    else if (job.isMain) {
      this.health.failed(now, patience);
      return;
    }
    job.health.failed(now, patience);
    const isRefused = failure.kind === 'exception' && failure.code === illegalAddress;
    if (isRefused && job.health.failures >= refusedTimes) this.#known.want();
    const isSilent = job.health.isSilent(patience.retries);
    job.dueMs = isSilent ? now : soonMs;
    if (isSilent && !job.isMain) this.#image.forget(job.requests);
  }

  /** Another device or model is there: what was read means something else. */
  #mistaken(job: PlannedJob, now: number, periodMs: number): void {
    this.#heard(now);
    job.health.failed(now, this.#patience(periodMs));
    job.dueMs = now;
    this.#image.forget(job.requests);
    this.#known.isNoLongerRight();
  }

  #succeeded(job: PlannedJob, { blocks, decoded }: Answered, now: number, periodMs: number): void {
    this.#heard(now);
    job.health.answered();
    [job.readS, job.readOver] = [this.#around.nowS(), this.line.reconnects];
    job.dueMs = job.class === 'identity' ? Number.POSITIVE_INFINITY : Math.max(now, job.dueMs + periodMs);
    this.#image.put(blocks);
    if (this.held.take(this.#plan.jobs, decoded)) this.#doubt.raise();
  }
}
