import * as v from 'valibot';
import { UpsKind } from './capabilities';
import type { Endpoint } from './endpoint';
import { range, wholeRange } from './quantity';
import { transferReasons } from './sharing';
import { HostName, isOneLine, line } from './text';

/** The port of `upsd`, the server of Network UPS Tools (NUT). */
export const nutPort = 3493;

/**
 * How the UPS is read, and when the box shuts down. `password` is write-only: when it is left out, the stored one stays. 422 `required`
 * when it is left out although host, port or user are new, and at `host` and `nome_ups` when NUT is chosen without them.
 */
export const Ups = v.strictObject({
  ups: v.boolean(),
  /** Dry contacts of the UPS, or `upsd` over the network. */
  interfaccia: v.optional(UpsKind),
  host: v.optional(v.union([v.literal(''), HostName])),
  /** 3493 when left out. On this device only 3493 is allowed. */
  porta: v.optional(wholeRange(1, 65535)),
  /** Name of the UPS in `ups.conf` of the server. */
  nome_ups: v.optional(v.union([v.literal(''), v.pipe(v.string(), v.regex(/^[A-Za-z0-9._-]{1,64}$/))])),
  /** Needed only for instant commands: battery test, and cutting the output after the shutdown. */
  utente: v.optional(line(64)),
  password: v.optional(v.pipe(v.string(), v.maxLength(128), isOneLine)),
  ritardo_allarme: v.optional(range(0, 600, 's')),
  /** Time from the low-battery signal to the shutdown. */
  spegnimento: v.optional(range(0, 60, 'min')),
  /** The box shuts down when it has run on battery for this long. */
  spegnimento_minuti: v.optional(range(1, 1440, 'min')),
  /** The box shuts down on battery when the UPS reports less runtime than this. */
  spegnimento_autonomia: v.optional(range(1, 240, 'min')),
  /** The box shuts down on battery when the charge is below this. */
  spegnimento_carica: v.optional(range(5, 95, '%')),
  /** At the shutdown the UPS is ordered to cut its output and to restore it with the mains (`shutdown.return`). */
  riaccensione: v.optional(v.boolean()),
});
export type Ups = v.InferOutput<typeof Ups>;

/** Why the UPS is not read. */
export const upsReasons = [
  ...transferReasons,
  /** The server has no UPS of this name. */
  'ups_sconosciuto',
  /** The driver of the UPS does not run, or has lost the UPS. */
  'driver_scollegato',
  'dati_vecchi',
] as const;
export const UpsReason = v.picklist(upsReasons);
export type UpsReason = v.InferOutput<typeof UpsReason>;

/** What `upsd` reports now. Null where the UPS does not report it, or is not read. */
export const UpsState = v.strictObject({
  /** Words of `ups.status` as NUT defines them: OL, OB, LB, RB, ... */
  stato: v.array(v.string()),
  carica: v.nullable(v.number()),
  /** Remaining runtime, s. */
  autonomia: v.nullable(v.number()),
  tensione: v.nullable(v.number()),
  /** Epoch seconds of the device's clock; null before the first reading. */
  letto: v.nullable(v.number()),
  /** Null while it is read, or where it is not asked. */
  motivo: v.nullable(UpsReason),
  /** Whether user and UPS allow the battery test, and cutting and restoring the output. */
  prova: v.boolean(),
  riaccensione: v.boolean(),
});
export type UpsState = v.InferOutput<typeof UpsState>;

export const upsEndpoints = {
  /** The UPS as `upsd` reports it. */
  'GET impianto/:id/ups': { may: 'admin-or-cci', reply: UpsState },
} as const satisfies Record<string, Endpoint>;
