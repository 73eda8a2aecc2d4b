import type { KeyOf } from '../../contract';
import type { Judge } from './plant-clock';
import { type Answer, call, type Input, type Options, urlOf } from './transport';

/** Something that is requested from the datalogger once or in a poll. Resources with equal ids share one request and one timer. */
export interface Resource<T> {
  readonly id: string;
  /** Sends the request. */
  readonly ask: (options: Options) => Promise<Answer>;
  /** Converts an answer to the console's value; throws an `invalid` ApiError when it cannot. */
  readonly read: (raw: unknown) => T;
  /** Milliseconds between two polls; null: it is read once, and again only after a loss of connection. */
  readonly everyMs: number | null;
  /** Whether it is polled so often that its failures put in doubt whether the datalogger can be reached. */
  readonly isLive: boolean;
  /** Whether it is the poll of every screen, which goes on at its pace even where it is refused. */
  readonly isHeartbeat?: boolean | undefined;
  readonly timeoutMs: number;
  /** For answers with the plant's time: when the answer was created; null when it is older than the shown one and must not replace it. */
  readonly judge?: Judge | undefined;
  /** Whether its answer changes only when somebody changes a setting, so that two unequal answers mean that one may be wrong. */
  readonly isSteady: boolean;
}

export interface Pace {
  readonly isSteady?: boolean;
  readonly judge?: Judge;
  readonly everyMs?: number | null;
  readonly isLive?: boolean;
  readonly isHeartbeat?: boolean;
  readonly timeoutMs?: number;
}

/** Timeout of live polls. All other requests have 15 s. */
const liveTimeoutMs = 8_000;
const defaultTimeoutMs = 15_000;

/** `resource('GET dati_impianto/RT', { query: { m: 'impianto' } }, readTable, { everyMs: 5000, isLive: true })`. */
export function resource<K extends KeyOf<'GET'>, T>(
  key: K,
  input: Input<K>,
  read: (raw: unknown) => T,
  {
    everyMs = null,
    isHeartbeat = false,
    isLive = isHeartbeat,
    isSteady = false,
    timeoutMs,
    judge,
  }: Pace = {},
): Resource<T> {
  const ask = (options: Options) => call(key, { ...input, ...options });
  const usualTimeoutMs = isLive ? liveTimeoutMs : defaultTimeoutMs;
  const pace = { everyMs, isLive, isHeartbeat, isSteady, timeoutMs: timeoutMs ?? usualTimeoutMs, judge };
  return { id: urlOf(key, input), ask, read, ...pace };
}
