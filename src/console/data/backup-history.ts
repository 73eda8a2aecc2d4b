import { ApiError, invalidAnswer } from './api-error';
import { isObject, type Json, numberOrNull, textIn } from './read';
import { callUnchecked } from './transport';

/** Receives the progress in whole percent, and can cancel the transfer. */
export interface Transfer {
  readonly onPercent: (percent: number) => void;
  readonly signal: AbortSignal;
}

/** A copy of the history, stored in the datalogger. */
export interface HistoryCopy {
  readonly id: string;
}

const lookEveryMs = 500;
/** A lost piece is requested again up to this many times, so that the transfer does not start from the beginning. */
const mostAttempts = 4;
/** Verifying the last piece takes long on a slow memory card. */
const pieceTimeoutMs = 60_000;
/** Size of a piece that is sent. A piece that is received states its own length. */
const pieceBytes = 128 * 1024;

type Key = Parameters<typeof callUnchecked>[0];

/** Repeats a call until it is answered. Rejects with the ApiError of a refusal, or of the last attempt. */
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

/** Starts a copy of the history and waits until it is complete. Rejects with an ApiError. */
export async function copyHistory(transfer: Transfer): Promise<HistoryCopy> {
  // If it is started twice, the second copy replaces the first.
  const begun = await insist('POST sistema/storia', {}, transfer);
  const id = textIn(begun.id);
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

/** Downloads a copy of `bytes` bytes, piece by piece. Rejects with an ApiError. */
export async function fetchHistory(id: string, bytes: number, transfer: Transfer): Promise<Blob> {
  const pieces: Blob[] = [];
  for (let fetched = 0; fetched < bytes; ) {
    const params = { id, numero: pieces.length };
    const { dati } = await insist('GET sistema/storia/:id/parti/:numero', { params }, transfer);
    const piece = Uint8Array.from(atob(textIn(dati)), character => character.charCodeAt(0));
    if (piece.length === 0) throw invalidAnswer('a piece');
    pieces.push(new Blob([piece]));
    fetched += piece.length;
    transfer.onPercent(Math.floor((100 * fetched) / bytes));
  }
  return new Blob(pieces);
}

/** Deletes a copy. If the request is lost, the next start of the datalogger deletes it. */
export function dropCopy(id: string): void {
  callUnchecked('DELETE sistema/storia/:id', { params: { id } }).catch(() => undefined);
}

/** Uploads the history for the restore with this id, piece by piece. Rejects with an ApiError. */
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
