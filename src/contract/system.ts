import * as v from 'valibot';
import type { Endpoint } from './endpoint';
import { Network } from './plant';
import { wholeRange } from './quantity';
import { HostName } from './text';

/* System setup: the datalogger itself. Its network is part of the plant (`PATCH impianto/:id/network`). */

/** s that a new network waits to be confirmed from its address before the old one comes back. */
export const networkTrialS = 120;

export const SystemBody = v.strictObject({
  /** The clock follows these; without one it is set by hand (`POST sistema/ora`). */
  ntp: v.pipe(v.array(HostName), v.maxLength(3)),
  /** How many days minutes and quarters of an hour are kept; days stay for ever. */
  giorni_minuti: wholeRange(1, 400, 'd'),
  giorni_quarti: wholeRange(35, 3660, 'd'),
  /** Whether the plant's aggregates are shown without a login (raw data). */
  dati_pubblici: v.boolean(),
  /** Whether normal users may shelve alarms, up to 8 h. */
  sospensione_operatori: v.optional(v.boolean(), false),
  /** How long a login lasts. */
  ore_sessione: wholeRange(1, 168, 'h'),
});
export type SystemBody = v.InferOutput<typeof SystemBody>;

/** A new network that nobody has confirmed yet. */
const NetworkTrial = v.strictObject({
  /** s until the old one comes back. */
  secondi: v.number(),
  /** Null where there was none before. */
  precedente: v.nullable(Network),
  nuova: Network,
});

export const SystemSettings = v.strictObject({
  ...SystemBody.entries,
  /** Epoch seconds of the device's clock. */
  ora: v.number(),
  /** Nothing of this machine is touched: what would be done is only recorded. */
  solo_registrato: v.boolean(),
  rete_in_prova: v.nullable(NetworkTrial),
  versione: v.number(),
});
export type SystemSettings = v.InferOutput<typeof SystemSettings>;

export const systemEndpoints = {
  'GET sistema': { may: 'admin-or-cci', reply: SystemSettings },
  'PUT sistema': { may: 'admin', body: SystemBody, reply: SystemSettings, ifMatch: true },
  /** Sets the clock, epoch seconds. 409 `conflict` while it follows servers. */
  'POST sistema/ora': { may: 'admin', body: v.strictObject({ ora: wholeRange(1.7e9, 4.1e9, 's') }) },
  /** Answered before it happens. */
  'POST sistema/riavvio': { may: 'admin' },
  /** Keeps the network that was changed; 404 when none waits for it. */
  'POST impianto/:id/network/conferma': { may: 'admin' },
} as const satisfies Record<string, Endpoint>;
