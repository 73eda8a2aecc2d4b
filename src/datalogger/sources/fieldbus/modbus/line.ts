import type { Clock } from '../../../core/time/clock';
import type { AllowedWrite } from '../sunspec/allowed-write';
import { addressOf, isSerial, type LineAddress } from './address';
import { longestWaitMs, waitMsOf } from './attempts';
import { BusyTime } from './busy-time';
import { type Connection, causeOfFailure, type Dial, type Lane, newLane, sent } from './connection';
import { isRequest } from './frame';
import { Pauses } from './pauses';
import type { IdentityRequest, ModbusRequest, NoConnection, ReadReply, ReadRequest } from './read';
import { type LineSettings, usualSettings } from './settings';
import { isAnswer, isSilence, Tally } from './tally';
import { type Turn, WaitingRequests } from './waiting';

export type LineOptions = LineAddress & {
  readonly dial: Dial;
  /** Its monotonic time alone. */
  readonly clock: Pick<Clock, 'monotonic'>;
};

export interface ReadOptions {
  readonly timeoutMs: number;
  /** By when it should be answered, ms of the monotonic clock: the earliest goes first. */
  readonly deadlineMs: number;
  readonly turn: Turn;
}

/** `idle`: nothing was asked for yet. `down`: the last attempt to connect failed, and the next one is not due. */
export type LineState = 'idle' | 'connecting' | 'up' | 'down';

const connectMs = 3000;
/** The doubling ends after this number of attempts where the connection is accepted and nobody answers: each asks another unit. */
const mostMuteAttempts = 1;

const illegalAddress = 2;
/** Exceptions 5 (acknowledge) and 6 (busy): the device asks for patience. */
const busyExceptions: readonly number[] = [5, 6];
const busyWaitMs = 200;
const busyTries = 5;

/**
 * The way to a device or a gateway, which all of its units share: one request in flight on its connection, or on each of several, the
 * others wait for their turn. It connects when something is asked, and again with longer and longer waits when that fails.
 */
export class Line {
  address: LineAddress;
  readonly tally = new Tally();
  /** By unit. */
  readonly units = new Map<number, Tally>();
  /** Connections that were opened after the first. */
  reconnects = 0;
  /** ms that a request took lately, gaps included; null before the first. */
  turnMs: number | null = null;
  /** Called when the line goes up or down. */
  onChange: () => void = () => undefined;
  readonly #options: LineOptions;
  #settings: LineSettings = usualSettings;
  readonly #waiting = new WaitingRequests();
  readonly #lanes: Lane[] = [];
  #state: LineState = 'idle';
  #cause: NoConnection = 'closed';
  /** Attempts to connect since the last answer. */
  #attempts = 0;
  #nextAttemptMs = Number.NEGATIVE_INFINITY;
  #isClosed = false;
  readonly #busy: BusyTime;
  readonly #pauses = new Pauses();

  constructor(options: LineOptions) {
    this.address = addressOf(options);
    this.#options = options;
    this.#busy = new BusyTime(options.clock.monotonic());
  }

  get settings(): LineSettings {
    return this.#settings;
  }

  configure(settings: LineSettings): void {
    this.#settings = settings;
    for (const { client } of this.#lanes.slice(settings.connections)) client?.close();
    for (const { client } of this.#lanes) if (client) client.takesAnyNumber = settings.hasOwnNumbers;
  }

  /** The same line with other settings of its port: it is opened again. */
  moveTo(address: LineAddress): void {
    if (JSON.stringify(address) === JSON.stringify(this.address)) return;
    this.address = address;
    for (const { client } of this.#lanes) client?.close();
  }

  get state(): LineState {
    return this.#state;
  }

  /** Why the last connection failed or ended. */
  get cause(): NoConnection {
    return this.#cause;
  }

  /** Requests that wait for their turn. */
  get queued(): number {
    return this.#waiting.count;
  }

  /** Share of the time in which a request was in flight, 0 to 1. */
  get load(): number {
    return this.#busy.share(this.#now(), this.#settings.connections);
  }

  /** Never rejects. While the line is down, it answers so at once. */
  read(request: ReadRequest | IdentityRequest, options: ReadOptions): Promise<ReadReply> {
    return this.#ask(request, options);
  }

  /** Writes, and nothing that is not on the list of what may be written. Answered without values when it was carried out. */
  write({ request }: AllowedWrite, timeoutMs: number): Promise<ReadReply> {
    return this.#ask(request, { timeoutMs, deadlineMs: this.#now(), turn: 'order' });
  }

  #ask(request: ModbusRequest, options: ReadOptions): Promise<ReadReply> {
    // What no device can have is not asked for: its answer is known.
    if (!isRequest(request)) return Promise.resolve({ kind: 'exception', code: illegalAddress });
    if (!this.canRead) return Promise.resolve(this.#noConnection());
    return new Promise(settle => {
      this.#waiting.add({ request, ...options, settle });
      this.#pauses.endAll();
      this.#runOneMore();
    });
  }

  /** The next request may connect at once, because a person waits for its answer. */
  retryNow(): void {
    this.#nextAttemptMs = Number.NEGATIVE_INFINITY;
  }

  close(): void {
    this.#isClosed = true;
    for (const { client } of this.#lanes) client?.close();
    this.#pauses.endAll();
    for (const { settle } of this.#waiting.takeAll()) settle({ kind: 'no-connection', cause: 'closed' });
  }

  #noConnection(): ReadReply {
    return { kind: 'no-connection', cause: this.#cause };
  }

  /** Whether a read would reach the line now: it is up, or an attempt to connect is due. */
  get canRead(): boolean {
    if (this.#isClosed) return false;
    return this.#isOpen || this.#attempts === 0 || this.#now() >= this.#nextAttemptMs;
  }

  #now(): number {
    return this.#options.clock.monotonic();
  }

  get #isOpen(): boolean {
    return this.#lanes.some(({ client }) => client?.isOpen);
  }

  /** Sets one more connection to work, where one is left. */
  #runOneMore(): void {
    const { connections } = this.#settings;
    const idle = this.#lanes.slice(0, connections).find(({ isRunning }) => !isRunning);
    if (idle === undefined && this.#lanes.length >= connections) return;
    const lane = idle ?? newLane();
    if (idle === undefined) this.#lanes.push(lane);
    void this.#run(lane);
  }

  async #run(lane: Lane): Promise<void> {
    lane.isRunning = true;
    while (!this.#isClosed && this.#waiting.count > 0 && (await this.#isUsable(lane))) {
      const next = this.#waiting.next(this.#now(), this.#isAnswering());
      if (next === null) {
        await this.#pauses.untilWoken(this.#waiting.pauseMs(this.#now()) ?? 0);
        continue;
      }
      const sentMs = this.#now();
      const reply = await this.#turn(lane, next.request, next.timeoutMs);
      if (isSilence(reply)) this.#waiting.wasSilent(next.turn, this.#now() - sentMs, this.#now());
      next.settle(reply);
      if (reply.kind !== 'no-connection') await this.#pauses.of(this.#settings.gapMs);
      else if (!this.#isOpen) for (const { settle } of this.#waiting.takeAll()) settle(reply);
    }
    lane.isRunning = false;
  }

  /** Whether a connection may take requests: a further one only where it is opened, so that none waits for one that is refused. */
  async #isUsable(lane: Lane): Promise<boolean> {
    const place = this.#lanes.indexOf(lane);
    if (place >= this.#settings.connections) return false;
    if (place === 0 || lane.client?.isOpen) return true;
    if (!this.#isOpen || this.#now() < lane.notBeforeMs) return false;
    lane.notBeforeMs = this.#now() + longestWaitMs;
    const isOpen = await this.#open(lane).catch(() => false);
    return isOpen && !this.#isClosed && this.#waiting.count > 0;
  }

  /** Whether any of its units answers. */
  #isAnswering(): boolean {
    for (const { isAnswering } of this.units.values()) if (isAnswering) return true;
    return false;
  }

  /** One read, and once more over a new connection where the old one was closed meanwhile. */
  async #turn(lane: Lane, request: ModbusRequest, timeoutMs: number): Promise<ReadReply> {
    const hadAnswered = this.#attempts === 0;
    const reply = await this.#patiently(lane, request, timeoutMs);
    // Many a gateway closes a connection that was idle, in the moment in which it is used again.
    const isStale = reply.kind === 'no-connection' && reply.cause === 'closed' && hadAnswered;
    return isStale ? this.#patiently(lane, request, timeoutMs) : reply;
  }

  /** One read, and more of them while the device asks for patience. */
  async #patiently(lane: Lane, request: ModbusRequest, timeoutMs: number): Promise<ReadReply> {
    for (let left = busyTries; ; left--) {
      const reply = await this.#once(lane, request, timeoutMs);
      const isBusy = reply.kind === 'exception' && busyExceptions.includes(reply.code);
      if (!isBusy || left === 0) return reply;
      await this.#pauses.of(busyWaitMs);
    }
  }

  async #once(lane: Lane, request: ModbusRequest, timeoutMs: number): Promise<ReadReply> {
    const client = await this.#connected(lane);
    if (client === null) return this.#noConnection();
    const sentMs = this.#now();
    const reply = await sent(client, request, timeoutMs);
    const now = this.#now();
    const tookMs = now - sentMs;
    this.#count(request.unit, reply, tookMs, now);
    if (isAnswer(reply)) {
      this.#attempts = 0;
      lane.hasAnswered = true;
    }
    if (reply.kind === 'timeout') {
      this.#attempts = Math.min(this.#attempts, mostMuteAttempts);
      // A device with one client at a time may accept a second connection and never answer on it.
      const isMute = !lane.hasAnswered && !this.#isAnswering();
      // A serial port is nobody's connection: opened again it would forget which answers are still to come.
      if (isMute && !isSerial(this.address)) client.close();
    }
    if (reply.kind === 'no-connection') this.#cause = 'closed';
    return reply;
  }

  #count(unit: number, reply: ReadReply, tookMs: number, now: number): void {
    const own = this.units.get(unit) ?? new Tally();
    this.units.set(unit, own);
    own.add(reply, tookMs, now);
    this.tally.add(reply, tookMs, now);
    const turnMs = tookMs + this.#settings.gapMs;
    if (isAnswer(reply))
      this.turnMs = this.turnMs === null ? turnMs : this.turnMs + (turnMs - this.turnMs) / 16;
    this.#busy.add(turnMs, now, this.#settings.connections);
  }

  /** The open connection, or a new one; null if absent. */
  async #connected(lane: Lane): Promise<Connection | null> {
    if (lane.client?.isOpen) return lane.client;
    if (!this.canRead) return null;
    if (lane.client !== null) this.reconnects++;
    if (this.#state === 'idle') this.#state = 'connecting';
    this.#waitLonger();
    try {
      await this.#open(lane);
      return lane.client;
    } catch (error) {
      if (this.#isOpen) return null;
      this.#cause = causeOfFailure(error);
      this.#become('down');
      return null;
    }
  }

  async #open(lane: Lane): Promise<true> {
    lane.client = await this.#options.dial(this.address, connectMs);
    lane.client.takesAnyNumber = this.#settings.hasOwnNumbers;
    lane.hasAnswered = false;
    if (this.#isClosed) lane.client.close();
    this.#become('up');
    await this.#pauses.of(this.#settings.settleMs);
    return true;
  }

  /** An attempt begins. A connection that never brings an answer is no better than none: only an answer ends the waits. */
  #waitLonger(): void {
    this.#nextAttemptMs = this.#now() + waitMsOf(this.address, this.#attempts++);
  }

  #become(state: LineState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.onChange();
  }
}
