import type { KeyOf } from '../../contract';
import type { Judge } from './plant-clock';
import { type Answer, call, type Input, type Options, urlOf } from './transport';

/** Something the datalogger is asked for again and again, or once. Equal ids share one request and one timer. */
export interface Resource<T> {
  readonly id: string;
  /** Sends the request. */
  readonly ask: (options: Options) => Promise<Answer>;
  /** Turns an answer into what the console shows; throws an `invalid` ApiError when it is not one. */
  readonly read: (raw: unknown) => T;
  /** Milliseconds between two polls; null asks once and again only after an outage. */
  readonly everyMs: number | null;
  /** Whether its answers decide if the datalogger is reachable. */
  readonly isLive: boolean;
  readonly timeoutMs: number;
  /** Of what carries the plant's time: when the answer was made, or null when it is older than what is shown and must not replace it. */
  readonly judge?: Judge | undefined;
}

interface Pace {
  readonly judge?: Judge;
  readonly everyMs?: number | null;
  readonly isLive?: boolean;
  readonly timeoutMs?: number;
}

/** Live polls give up after this long, the rest after 15 s. */
const liveTimeoutMs = 8_000;
const defaultTimeoutMs = 15_000;

/** `resource('GET dati_impianto/RT', { query: { m: 'impianto' } }, readTable, { everyMs: 5000, isLive: true })`. */
export function resource<K extends KeyOf<'GET'>, T>(
  key: K,
  input: Input<K>,
  read: (raw: unknown) => T,
  { everyMs = null, isLive = false, timeoutMs = isLive ? liveTimeoutMs : defaultTimeoutMs, judge }: Pace = {},
): Resource<T> {
  const ask = (options: Options) => call(key, { ...input, ...options });
  return { id: urlOf(key, input), ask, read, everyMs, isLive, timeoutMs, judge };
}
