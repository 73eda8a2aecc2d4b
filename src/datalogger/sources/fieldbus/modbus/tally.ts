import { ResponseCount } from '../../../plant/response-times';
import type { ReadReply } from './read';

/** Number of response times that are kept. */
const keptTimes = 64;

/** Why a request brought no values. */
export type Failure = Exclude<ReadReply, { kind: 'values' }>;

/** What came of the requests to a line or to one of its units, since the start. Times in ms of the monotonic clock. */
export class Tally {
  requests = 0;
  timeouts = 0;
  malformed = 0;
  /** By code. */
  readonly exceptions = new Map<number, number>();
  /** When values came last; null before the first. */
  lastGoodMs: number | null = null;
  lastFailure: { readonly failure: Failure; readonly atMs: number } | null = null;
  /** Whether the newest request was answered, be it by an exception of the device itself. */
  isAnswering = false;
  readonly responses = new ResponseCount();
  readonly #times: number[] = [];

  add(reply: ReadReply, tookMs: number, nowMs: number): void {
    this.requests++;
    this.isAnswering = isAnswer(reply);
    this.responses.add(this.isAnswering ? tookMs : null);
    if (this.isAnswering) {
      this.#times.push(tookMs);
      if (this.#times.length > keptTimes) this.#times.shift();
    }
    if (reply.kind === 'values') {
      this.lastGoodMs = nowMs;
      return;
    }
    this.lastFailure = { failure: reply, atMs: nowMs };
    if (reply.kind === 'timeout') this.timeouts++;
    else if (reply.kind === 'malformed') this.malformed++;
    else if (reply.kind === 'exception')
      this.exceptions.set(reply.code, (this.exceptions.get(reply.code) ?? 0) + 1);
  }

  /** The response time, ms, below which this share of the newest answers was; null before the first. */
  responseMs(share: number): number | null {
    const sorted = [...this.#times].sort((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? null;
  }
}

/** Exceptions with which a gateway says that the device behind it is not reached. */
const gatewayExceptions: readonly number[] = [10, 11];

/** Whether the device itself answered. */
export const isAnswer = (reply: ReadReply): boolean =>
  reply.kind === 'values' || (reply.kind === 'exception' && !gatewayExceptions.includes(reply.code));

/** Whether a connection stood and the device did not answer on it. */
export const isSilence = (reply: ReadReply): boolean => reply.kind !== 'no-connection' && !isAnswer(reply);
