import type { Key, KeyOf } from '../../contract';
import type { ApiError } from './api-error';
import { outcome } from './outcome';
import { notePlantSaved } from './plant-saved';
import { replaceValue } from './poll';
import { isObject, type Json, readObject, textOrNull } from './read';
import { peek, type Resource } from './resource';
import { callUnchecked, urlOf } from './transport';

/** One configured object, with the fields of its schema and its `versione`. */
export type ConfigRecord = Json;

/** Poll interval of the records on the screen, in ms: another administrator may change them. */
const everyMs = 30_000;
const timeoutMs = 15_000;

/** The records of a configuration screen. An endpoint that answers a single record gives a list of one. */
export function recordsOf(
  key: KeyOf<'GET'>,
  params: object = {},
  query: object = {},
): Resource<readonly ConfigRecord[]> {
  return {
    // A different id than other readers of the same address, such as the facts of the plant.
    id: `${urlOf(key, { params, query })}#records`,
    ask: options => callUnchecked(key, { params, query, ...options }),
    read: raw => (Array.isArray(raw) ? raw.filter(isObject) : [readObject(raw, 'a record')]),
    everyMs,
    isLive: false,
    isSteady: true,
    timeoutMs,
  };
}

/**
 * Stores the record that a write has answered, so that it need not be read again. False where the answer is not the whole record, as from a
 * datalogger that only confirms the write.
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
 * The result of a write. `changed`: another user was faster, nothing was written. `unanswered`: the result is unknown, and the write is
 * never repeated before the record is read again. `refused`: see the error.
 */
export type Written =
  | { readonly kind: 'saved'; readonly value: unknown }
  | { readonly kind: 'changed' | 'unanswered' }
  | { readonly kind: 'refused'; readonly error: ApiError };

let askPassword = async () => false;
/** The handler asks for one's own password once more and answers whether the datalogger took it. */
export function setPasswordHandler(handler: typeof askPassword): void {
  askPassword = handler;
}

interface WriteInput {
  readonly params?: object;
  readonly body?: object;
  /** The record as it was read; absent where the write replaces nothing. */
  readonly record?: ConfigRecord | undefined;
}

/** Sends a write of the contract. It is never repeated, except where nothing was written before the password was typed once more. */
export async function write(key: Key, input: WriteInput): Promise<Written> {
  const written = await writeOnce(key, input);
  const isAsked = written.kind === 'refused' && written.error.details.code === 'password_again';
  return isAsked && (await askPassword()) ? writeOnce(key, input) : written;
}

async function writeOnce(key: Key, { params = {}, body, record }: WriteInput): Promise<Written> {
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
