import * as v from 'valibot';
import type { Endpoint } from './endpoint';
import { wholeRange } from './quantity';

/*
 * The plant as a Modbus TCP server, for plant controllers, gateways and other SCADA systems: SunSpec, off by default, read-only but for a
 * limit of the power by addresses that are listed for it. Modbus has no passwords: who may connect is said by address.
 */

export const mostAllowed = 16;

const Addresses = v.pipe(v.array(v.pipe(v.string(), v.ipv4())), v.maxLength(mostAllowed));

export const ModbusServerBody = v.strictObject({
  attivo: v.boolean(),
  /** 502, or one without privilege. */
  porta: v.pipe(
    wholeRange(1, 65_535),
    v.check(port => port === 502 || port >= 1024),
  ),
  /** IPv4 addresses that may read; nobody else is answered but those below. */
  ammessi: Addresses,
  /** Those that may read and limit the power of the plant: the grid operator's, which come first, and third parties'. */
  gestore: v.optional(Addresses, []),
  terzi: v.optional(Addresses, []),
});
export type ModbusServerBody = v.InferOutput<typeof ModbusServerBody>;
const ModbusServer = v.strictObject({ ...ModbusServerBody.entries, versione: v.number() });

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** What the server shows and who is there. */
export const ModbusServerState = v.strictObject({
  stato: v.picklist(['spento', 'in_ascolto', 'porta_occupata', 'porta_negata']),
  connessioni: Count,
  /** Since the start: requests that were answered, and connections that were refused. */
  richieste: Count,
  rifiutate: Count,
  /** The limits in force of those outside, %, by whose address, and the s until they end; null for one without end. */
  limiti: v.array(
    v.strictObject({
      fonte: v.picklist(['gestore', 'terzi']),
      indirizzo: v.string(),
      percento: v.number(),
      fine: v.nullable(Count),
    }),
  ),
  /** Each unit with its models, from register 40000 on. */
  unita: v.array(v.strictObject({ unita: Count, nome: v.string(), modelli: v.array(Count) })),
});
export type ModbusServerState = v.InferOutput<typeof ModbusServerState>;

export const modbusServerEndpoints = {
  'GET bus/server': { may: 'admin', reply: ModbusServer, cache: 'etag' },
  'PUT bus/server': {
    may: 'admin',
    body: ModbusServerBody,
    reply: ModbusServer,
    ifMatch: true,
    asksPassword: true,
  },
  'GET bus/server/stato': { may: 'admin', reply: ModbusServerState },
} as const satisfies Record<string, Endpoint>;
