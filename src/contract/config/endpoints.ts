import * as v from 'valibot';
import { Nameplate } from '../bus';
import { BusCause } from '../bus-cause';
import type { Audience, Endpoint } from '../endpoint';
import { address, base_registri, line, line485, ordine } from './fields';
import { configSchemas } from './kinds';
import { Channel, ModuleConfig, ModuleNumber } from './modules';
import { ownRegisters, ProfileKey } from './profiles';
import { Punto } from './sensors';
import { Comparison, changesOf, largestTable, TableQuery } from './tables';
import { DeviceUses } from './uses';

/**
 * The address to test. A field that is left out has its stored value. `punto` is that of a sensor, `profilo` one of the record's
 * kind, `registro` and what follows those of a device with registers of its own, `modulo` and `canale` are those of a
 * digital signal, `funzione`, `primo` and `canali` those of an input module.
 */
export const ConnectionAddress = v.strictObject({
  ...v.partial(v.strictObject({ ...address, ...line485, base_registri })).entries,
  ...v.partial(v.pick(v.strictObject(line), ['numeri_propri'])).entries,
  punto: v.exactOptional(Punto),
  profilo: v.exactOptional(ProfileKey),
  ...v.partial(v.pick(v.strictObject({ ...ownRegisters, ordine }), ['registro', 'lettura', 'dato', 'ordine']))
    .entries,
  modulo: v.optional(ModuleNumber),
  canale: v.optional(Channel),
  ...v.partial(v.pick(ModuleConfig, ['funzione', 'primo', 'canali'])).entries,
});
export type ConnectionAddress = v.InferOutput<typeof ConnectionAddress>;

/**
 * `ok`: the device answered after `ms` and gave its main values. `senza_valori`: it says what it is, and does not give them. `muto`: a
 * device is there but does not answer. `indirizzo_errato`: no device of this kind is there.
 */
export const ConnectionTest = v.strictObject({
  esito: v.picklist(['ok', 'muto', 'indirizzo_errato', 'senza_valori']),
  /** Time until the answer; null when there was no answer. */
  ms: v.nullable(v.number()),
  /** Epoch seconds of the last good answer; null when there was never one. */
  ultimo: v.nullable(v.number()),
  /** What was not as it should be; with `ok` only that the serial number is another one. Left out where the source does not know. */
  causa: v.optional(BusCause),
  /** Of a Modbus exception. */
  codice: v.optional(v.nullable(v.number())),
  /** What is at the address. */
  trovato: v.optional(Nameplate),
});
export type ConnectionTest = v.InferOutput<typeof ConnectionTest>;

/** The calls of one kind. A field with a default that a PUT leaves out keeps what is stored. */
function callsOf<E extends v.ObjectEntries, const M extends Audience>(
  fields: v.StrictObjectSchema<E, undefined>,
  may: M,
) {
  const record = v.strictObject({ id: v.number(), ...fields.entries, versione: v.number() });
  const changes = changesOf(fields);
  return {
    list: { may, reply: v.array(record), cache: 'etag' },
    create: { may, body: fields, reply: record },
    change: { may, body: fields, reply: record, ifMatch: true },
    remove: { may, ifMatch: true },
    test: { may, body: ConnectionAddress, reply: ConnectionTest },
    /** All records as a table for a spreadsheet. */
    table: { may, query: TableQuery, reply: v.string() },
    /** What these changes would do; nothing is written. */
    compare: { may, body: changes, reply: Comparison, mostBytes: largestTable },
    /** Takes the changes that were shown, all of them or none. 422 while a row is wrong. */
    take: { may, body: changes, reply: Comparison, mostBytes: largestTable, ifMatch: true },
  } as const;
}

const inverters = callsOf(configSchemas.inverters, 'admin-or-cci');
const boxes = callsOf(configSchemas['box-stringhe'], 'admin');
const meters = callsOf(configSchemas.contatori, 'admin');
const sensors = callsOf(configSchemas.sensori, 'admin');
const protections = callsOf(configSchemas['protezioni-interfaccia'], 'admin-or-cci');
const signals = callsOf(configSchemas['digital-signals'], 'admin');
const modules = callsOf(configSchemas['moduli-io'], 'admin');
const trackers = callsOf(configSchemas.trackers, 'admin');
const controllers = callsOf(configSchemas.cci, 'admin-or-cci');

/**
 * A DELETE answers 409 `in_use` (with `da`, the first of those that use it) or `last_source` where `usi` says why it cannot be. Otherwise
 * the answer is 422 with the name of the field when a record is not valid by itself or together with the others
 * (`rules.ts`).
 */
export const configEndpoints = {
  /** Who uses a device, and which figures are missing without it. 404 for a kind that there is not; 403 for one that the role does not configure. */
  'GET config/:tipo/:id/usi': { may: 'admin-or-cci', reply: DeviceUses },
  'GET config/inverters': inverters.list,
  'POST config/inverters': inverters.create,
  'PUT config/inverters/:id': inverters.change,
  'DELETE config/inverters/:id': inverters.remove,
  'POST config/inverters/:id/prova': inverters.test,
  'GET config/inverters/csv': inverters.table,
  'POST config/inverters/confronto': inverters.compare,
  'POST config/inverters/importa': inverters.take,
  'GET config/box-stringhe': boxes.list,
  'POST config/box-stringhe': boxes.create,
  'PUT config/box-stringhe/:id': boxes.change,
  'DELETE config/box-stringhe/:id': boxes.remove,
  'POST config/box-stringhe/:id/prova': boxes.test,
  'GET config/box-stringhe/csv': boxes.table,
  'POST config/box-stringhe/confronto': boxes.compare,
  'POST config/box-stringhe/importa': boxes.take,
  'GET config/contatori': meters.list,
  'POST config/contatori': meters.create,
  'PUT config/contatori/:id': meters.change,
  'DELETE config/contatori/:id': meters.remove,
  'POST config/contatori/:id/prova': meters.test,
  'GET config/contatori/csv': meters.table,
  'POST config/contatori/confronto': meters.compare,
  'POST config/contatori/importa': meters.take,
  'GET config/sensori': sensors.list,
  'POST config/sensori': sensors.create,
  'PUT config/sensori/:id': sensors.change,
  'DELETE config/sensori/:id': sensors.remove,
  'POST config/sensori/:id/prova': sensors.test,
  'GET config/sensori/csv': sensors.table,
  'POST config/sensori/confronto': sensors.compare,
  'POST config/sensori/importa': sensors.take,
  'GET config/protezioni-interfaccia': protections.list,
  'POST config/protezioni-interfaccia': protections.create,
  'PUT config/protezioni-interfaccia/:id': protections.change,
  'DELETE config/protezioni-interfaccia/:id': protections.remove,
  'POST config/protezioni-interfaccia/:id/prova': protections.test,
  'GET config/protezioni-interfaccia/csv': protections.table,
  'POST config/protezioni-interfaccia/confronto': protections.compare,
  'POST config/protezioni-interfaccia/importa': protections.take,
} as const satisfies Record<string, Endpoint>;

/** Those of the other kinds: one list of all has a type that is too long for the compiler. */
export const furtherConfigEndpoints = {
  'GET config/digital-signals': signals.list,
  'POST config/digital-signals': signals.create,
  'PUT config/digital-signals/:id': signals.change,
  'DELETE config/digital-signals/:id': signals.remove,
  'POST config/digital-signals/:id/prova': signals.test,
  'GET config/digital-signals/csv': signals.table,
  'POST config/digital-signals/confronto': signals.compare,
  'POST config/digital-signals/importa': signals.take,
  'GET config/moduli-io': modules.list,
  'POST config/moduli-io': modules.create,
  'PUT config/moduli-io/:id': modules.change,
  'DELETE config/moduli-io/:id': modules.remove,
  'POST config/moduli-io/:id/prova': modules.test,
  'GET config/moduli-io/csv': modules.table,
  'POST config/moduli-io/confronto': modules.compare,
  'POST config/moduli-io/importa': modules.take,
  'GET config/trackers': trackers.list,
  'POST config/trackers': trackers.create,
  'PUT config/trackers/:id': trackers.change,
  'DELETE config/trackers/:id': trackers.remove,
  'POST config/trackers/:id/prova': trackers.test,
  'GET config/trackers/csv': trackers.table,
  'POST config/trackers/confronto': trackers.compare,
  'POST config/trackers/importa': trackers.take,
  'GET config/cci': controllers.list,
  'POST config/cci': controllers.create,
  'PUT config/cci/:id': controllers.change,
  'DELETE config/cci/:id': controllers.remove,
  'POST config/cci/:id/prova': controllers.test,
  'GET config/cci/csv': controllers.table,
  'POST config/cci/confronto': controllers.compare,
  'POST config/cci/importa': controllers.take,
} as const satisfies Record<string, Endpoint>;
