import type { Key, KeyOf } from '../../contract';
import type { ApiError } from './api-error';
import { outcome } from './outcome';
import { notePlantSaved } from './plant-saved';
import { replaceValue } from './poll';
import { peek } from './poll-store';
import { isObject, type Json, readObject, textOrNull } from './read';
import type { Resource } from './resource';
import { callUnchecked, urlOf } from './transport';

/** One thing that is configured, with the fields of its schema and its `versione`. */
export type ConfigRecord = Json;

/** How often the records on the screen are read again, in ms: another administrator may be at work. */
const everyMs = 30_000;
const timeoutMs = 15_000;

/** The records that a configuration screen shows; an endpoint that answers one of them gives a list of one. */
export function recordsOf(key: KeyOf<'GET'>, params: object = {}): Resource<readonly ConfigRecord[]> {
  return {
    // Apart from what else is read of the same address, such as the facts of the plant.
    id: `${urlOf(key, { params })}#records`,
    ask: options => callUnchecked(key, { params, ...options }),
    read: raw => (Array.isArray(raw) ? raw.filter(isObject) : [readObject(raw, 'a record')]),
    everyMs,
    isLive: false,
    timeoutMs,
  };
}

/**
 * Takes the record that a write has answered in the place of the one that was read: it need not be read again. False where the
 * answer is not the whole record, as of a datalogger that only says that it was saved.
 */
export function takeAnswered(
  records: Resource<readonly ConfigRecord[]>,
  answered: unknown,
  isIt: (record: ConfigRecord) => boolean,
): boolean {
  const known = peek(records).value;
  const before = known?.find(isIt);
  if (!known || !before || !isObject(answered) || !isIt(answered)) return false;
  if (!Object.keys(before).every(key => key in answered)) return false;
  replaceValue(
    records,
    known.map(each => (each === before ? answered : each)),
  );
  return true;
}

/**
 * What became of a write. `changed`: somebody else was first, nothing was written · `unanswered`: nobody knows, and it is never
 * tried again without reading what is there · `refused`: see the error.
 */
export type Written =
  | { readonly kind: 'saved'; readonly value: unknown }
  | { readonly kind: 'changed' | 'unanswered' }
  | { readonly kind: 'refused'; readonly error: ApiError };

interface WriteInput {
  readonly params?: object;
  readonly body?: object;
  /** The record as it was read; without one nothing is there to be overwritten. */
  readonly record?: ConfigRecord | undefined;
}

/** Sends a write of the contract once. */
export async function write(key: Key, { params = {}, body, record }: WriteInput): Promise<Written> {
  const version = textOrNull(record?.versione);
  const ifMatch = version === null ? {} : { ifMatch: `"${version}"` };
  const result = await outcome(() => callUnchecked(key, { params, body, ...ifMatch }));
  if (result.kind === 'done') {
    if (/^\w+ impianto/.test(key)) notePlantSaved();
    return { kind: 'saved', value: result.value.value };
  }
  const { error } = result;
  if (error.details.status === 412) return { kind: 'changed' };
  return error.isOutage ? { kind: 'unanswered' } : { kind: 'refused', error };
}
