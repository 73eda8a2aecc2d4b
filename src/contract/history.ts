import * as v from 'valibot';
import type { Endpoint } from './endpoint';

/*
 * The measurements of all years are one part of a backup. They are copied while sampling continues, compressed, and sent in pieces: no
 * device has to hold them in memory, and a failed transfer on a slow line loses only one piece.
 */

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));
export const Base64 = v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/]*={0,2}$/));

/** The data that describe a history. */
const historyFacts = {
  /** Epoch seconds of its first and last slot; null when the history is empty. */
  da: v.nullable(Count),
  a: v.nullable(Count),
  giorni: Count,
  /** The IANA time zone by which its days are divided. */
  zona: v.string(),
  /** Number of devices that have values in it, by group. */
  dispositivi: v.record(v.string(), Count),
};

/** The history in a backup: `byte` compressed bytes with this SHA-256, `aperta` bytes after decompression. */
export const HistoryNote = v.strictObject({
  ...historyFacts,
  byte: v.pipe(Count, v.minValue(1)),
  aperta: v.pipe(Count, v.minValue(1)),
  impronta: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
});
export type HistoryNote = v.InferOutput<typeof HistoryNote>;
export type HistoryFacts = v.InferOutput<v.StrictObjectSchema<typeof historyFacts, undefined>>;

/** Bytes after decompression. Ten years of a plant of 1 MW take 380 million. */
export const largestHistory = 1_000_000_000;
/** Bytes of a piece before it is encoded as text. The last piece is shorter. */
export const pieceBytes = 128 * 1024;
/** Greatest size in bytes of the body that carries a piece. */
const pieceBodyBytes = 256 * 1024;

/** The name of a copy. It is generated and never typed by a user. */
export const HistoryId = v.pipe(v.string(), v.regex(/^[\w-]{16}$/));
const HistoryCopy = v.strictObject({
  id: HistoryId,
  stato: v.picklist(['in_corso', 'pronta', 'fallita']),
  percento: v.pipe(Count, v.maxValue(100)),
});
export type HistoryCopy = v.InferOutput<typeof HistoryCopy>;

export const historyEndpoints = {
  /** The estimated size of a copy in bytes, and the copy that is being made or is ready to be fetched. */
  'GET sistema/storia': {
    may: 'admin',
    reply: v.strictObject({ stima: Count, copia: v.nullable(HistoryCopy) }),
  },
  /** Starts a copy, which replaces the previous one. 413 above `largestHistory`, 507 when the disk has too little space. */
  'POST sistema/storia': { may: 'admin', reply: HistoryCopy },
  /** One piece of a copy that is ready; the pieces are counted from 0. */
  'GET sistema/storia/:id/parti/:numero': { may: 'admin', reply: v.strictObject({ dati: Base64 }) },
  /** Deletes a copy, finished or not, and frees its space. */
  'DELETE sistema/storia/:id': { may: 'admin' },
  /**
   * Receives the history of a file that was checked, one piece per call, in order. A piece may be sent again. After the last piece the
   * whole history is verified. 409 when a piece is out of order. 422 when the history differs from what was written: then the file has
   * to be checked again.
   */
  'POST sistema/ripristino/:id/storia': {
    may: 'admin',
    body: v.strictObject({ posizione: Count, dati: Base64 }),
    reply: v.strictObject({ ricevuti: Count }),
    mostBytes: pieceBodyBytes,
  },
} as const satisfies Record<string, Endpoint>;
