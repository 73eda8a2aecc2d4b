import * as v from 'valibot';
import type { Endpoint } from './endpoint';

/*
 * The measurements of all the years, as one part of a backup. It is copied while sampling goes on, compressed, and travels in pieces:
 * no device has to hold it in memory, and a slow line loses one piece at a time.
 */

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));
export const Base64 = v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/]*={0,2}$/));

/** What a history tells of itself. */
const historyFacts = {
  /** Epoch seconds of its first and last slot; null of an empty one. */
  da: v.nullable(Count),
  a: v.nullable(Count),
  giorni: Count,
  /** The IANA zone whose days it has. */
  zona: v.string(),
  /** How many devices of each group have values in it. */
  dispositivi: v.record(v.string(), Count),
};

/** The history in a backup: `byte` compressed bytes with this SHA-256, `aperta` bytes when they are opened. */
export const HistoryNote = v.strictObject({
  ...historyFacts,
  byte: v.pipe(Count, v.minValue(1)),
  aperta: v.pipe(Count, v.minValue(1)),
  impronta: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
});
export type HistoryNote = v.InferOutput<typeof HistoryNote>;
export type HistoryFacts = v.InferOutput<v.StrictObjectSchema<typeof historyFacts, undefined>>;

/** Bytes, opened: ten years of a plant of 1 MW are 380 million. */
export const largestHistory = 1_000_000_000;
/** Bytes of a piece before they become text; the last one is shorter. */
export const pieceBytes = 128 * 1024;
/** Bytes of the body that carries one. */
const pieceBodyBytes = 256 * 1024;

/** What names a copy: nobody types it. */
export const HistoryId = v.pipe(v.string(), v.regex(/^[\w-]{16}$/));
const HistoryCopy = v.strictObject({
  id: HistoryId,
  stato: v.picklist(['in_corso', 'pronta', 'fallita']),
  percento: v.pipe(Count, v.maxValue(100)),
});
export type HistoryCopy = v.InferOutput<typeof HistoryCopy>;

export const historyEndpoints = {
  /** About how many bytes a copy will have, and the one that is being made or waits to be fetched. */
  'GET sistema/storia': {
    may: 'admin',
    reply: v.strictObject({ stima: Count, copia: v.nullable(HistoryCopy) }),
  },
  /** Begins a copy in the place of the one before. 413 beyond `largestHistory`, 507 where the disk has no room for it. */
  'POST sistema/storia': { may: 'admin', reply: HistoryCopy },
  /** The pieces of a copy that is ready, counted from 0. */
  'GET sistema/storia/:id/parti/:numero': { may: 'admin', reply: v.strictObject({ dati: Base64 }) },
  /** Ends a copy, finished or not, and gives its room back. */
  'DELETE sistema/storia/:id': { may: 'admin' },
  /**
   * The pieces of the history of a file that was checked, in their order; one that came already may come again. With the last the
   * whole is verified. 409 out of order, 422 when it is not as it was written: then the file has to be checked again.
   */
  'POST sistema/ripristino/:id/storia': {
    may: 'admin',
    body: v.strictObject({ posizione: Count, dati: Base64 }),
    reply: v.strictObject({ ricevuti: Count }),
    mostBytes: pieceBodyBytes,
  },
} as const satisfies Record<string, Endpoint>;
