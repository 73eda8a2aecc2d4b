import { ApiError, invalidAnswer } from './api-error';
import { isObject, type Json, numberOrNull, textOrNull } from './read';
import { callUnchecked } from './transport';

/** What hears how far it is, in whole percent, and how it is ended before that. */
export interface Transfer {
  readonly onPercent: (percent: number) => void;
  readonly signal: AbortSignal;
}

/** A copy of the history in the datalogger. */
export interface HistoryCopy {
  readonly id: string;
}

const lookEveryMs = 500;
/** A lost piece is asked for again: all else would begin anew. */
const mostAttempts = 4;
/** Verifying the last piece takes long on a slow card. */
const pieceTimeoutMs = 60_000;
/** Of a piece that is sent; one that the datalogger gives tells its own length. */
const pieceBytes = 128 * 1024;

type Key = Parameters<typeof callUnchecked>[0];

/** Calls until there is an answer. Rejects with the ApiError of a refusal, or of the last attempt. */
async function insist(key: Key, input: object, { signal }: Transfer): Promise<Json> {
  for (let attempt = 1; ; attempt++) {
    try {
      const { value } = await callUnchecked(key, { ...input, signal, timeoutMs: pieceTimeoutMs });
      if (signal.aborted) throw new ApiError('network', 'ended by the user');
      if (isObject(value)) return value;
      throw invalidAnswer(key);
    } catch (cause) {
      const isLost = cause instanceof ApiError && cause.isOutage && !signal.aborted;
      if (!isLost || attempt === mostAttempts) throw cause;
      await pause();
    }
  }
}

const pause = () => new Promise(resolve => setTimeout(resolve, lookEveryMs));

/** Has the history copied and waits until it is. Rejects with an ApiError. */
export async function copyHistory(transfer: Transfer): Promise<HistoryCopy> {
  // Begun twice, the second copy takes the place of the first.
  const begun = await insist('POST sistema/storia', {}, transfer);
  const id = textOrNull(begun.id) ?? '';
  try {
    for (;;) {
      const { copia } = await insist('GET sistema/storia', {}, transfer);
      if (!isObject(copia) || copia.id !== id || copia.stato === 'fallita') throw invalidAnswer('a copy');
      transfer.onPercent(numberOrNull(copia.percento) ?? 0);
      if (copia.stato === 'pronta') return { id };
      await pause();
    }
  } catch (cause) {
    dropCopy(id);
    throw cause;
  }
}

/** Fetches a copy of so many bytes, piece by piece. Rejects with an ApiError. */
export async function fetchHistory(id: string, bytes: number, transfer: Transfer): Promise<Blob> {
  const pieces: Blob[] = [];
  for (let fetched = 0; fetched < bytes; ) {
    const params = { id, numero: pieces.length };
    const { dati } = await insist('GET sistema/storia/:id/parti/:numero', { params }, transfer);
    const piece = Uint8Array.from(atob(textOrNull(dati) ?? ''), character => character.charCodeAt(0));
    if (piece.length === 0) throw invalidAnswer('a piece');
    pieces.push(new Blob([piece]));
    fetched += piece.length;
    transfer.onPercent(Math.floor((100 * fetched) / bytes));
  }
  return new Blob(pieces);
}

/** Gives the room of a copy back; where that is lost, the next start does. */
export function dropCopy(id: string): void {
  callUnchecked('DELETE sistema/storia/:id', { params: { id } }).catch(() => undefined);
}

/** Sends the history of the restore of that id, piece by piece. Rejects with an ApiError. */
export async function sendHistory(id: string, history: Blob, transfer: Transfer): Promise<void> {
  for (let posizione = 0; posizione < history.size; posizione += pieceBytes) {
    const bytes = new Uint8Array(await history.slice(posizione, posizione + pieceBytes).arrayBuffer());
    const dati = btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''));
    await insist(
      'POST sistema/ripristino/:id/storia',
      { params: { id }, body: { posizione, dati } },
      transfer,
    );
    transfer.onPercent(Math.floor((100 * Math.min(posizione + pieceBytes, history.size)) / history.size));
  }
}
