import * as v from 'valibot';
import type { Endpoint } from './endpoint';
import { wholeRange } from './quantity';

/*
 * The plant as a Modbus TCP server, for plant controllers, gateways and other SCADA systems: SunSpec, read-only, off by default. Modbus has
 * no passwords: who may connect is said by address.
 */

export const mostAllowed = 16;

export const ModbusServerBody = v.strictObject({
  attivo: v.boolean(),
  /** 502, or one without privilege. */
  porta: v.pipe(
    wholeRange(1, 65_535),
    v.check(port => port === 502 || port >= 1024),
  ),
  /** IPv4 addresses that may connect; nobody else is answered. */
  ammessi: v.pipe(v.array(v.pipe(v.string(), v.ipv4())), v.maxLength(mostAllowed)),
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
