import * as v from 'valibot';
import { protectionFunctionCodes } from './codes';
import type { Endpoint } from './endpoint';
import { protectionNorms } from './protection-standards';

/** A threshold in per unit of the nominal voltage (27, 59, 59N) or Hz (81), and a delay in s. */
const Setting = v.strictObject({ soglia: v.number(), tempo: v.number() });

const Span = v.tuple([v.number(), v.number()]);

/** What a relay is declared to be set to, beside what the standard asks. */
export const ProtectionThreshold = v.strictObject({
  codice: v.picklist(protectionFunctionCodes),
  abilitata: v.boolean(),
  /** Only in the restrictive window: see `spi.finestra`. */
  restrittiva: v.boolean(),
  /** Averaging time of the judged value, s; null for the instantaneous value. */
  media: v.nullable(v.number()),
  ...Setting.entries,
  /** Null where the standard has no such function. */
  norma: v.nullable(Setting),
  /** Least and most of each, where the standard leaves the setting to the distribution operator (EN 50549-2:2019, 4.9.3). */
  campo: v.optional(v.strictObject({ soglia: Span, tempo: Span })),
});

export const ProtectionSettings = v.strictObject({
  id: v.number(),
  nome: v.string(),
  norma: v.picklist(protectionNorms),
  /** Nominal voltage, V. */
  un: v.number(),
  /** How long the grid must be good before the switch closes again, s. */
  rientro: v.number(),
  soglie: v.array(ProtectionThreshold),
});
export type ProtectionSettings = v.InferOutput<typeof ProtectionSettings>;

/** A start of functions, with or without a trip. */
export const ProtectionEvent = v.strictObject({
  id: v.number(),
  /** Epoch seconds of the plant's clock. */
  t: v.number(),
  /** The functions that started; the one that tripped alone. */
  funzioni: v.array(v.string()),
  scattata: v.boolean(),
  /** The value it tripped at, or the furthest one that was seen, in the unit of the threshold. */
  valore: v.nullable(v.number()),
  /** s until the functions were back, or until the switch closed again; null while that lasts. */
  durata: v.nullable(v.number()),
});

export const protectionEndpoints = {
  /** The newest events of one protection, at most 2,048, newest first: as precise as the protection is polled. */
  'GET protezioni_interfaccia/:id/eventi': { may: 'session', reply: v.array(ProtectionEvent), cache: 'etag' },
  /** Declared settings of all interface protections. They are never written to a relay. */
  'GET protezioni_interfaccia': {
    may: 'session',
    reply: v.strictObject({ protezioni: v.array(ProtectionSettings) }),
    cache: 'etag',
  },
} as const satisfies Record<string, Endpoint>;
