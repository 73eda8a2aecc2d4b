import * as v from 'valibot';
import { DynDns, Knx, Network, PlantBody } from '../../../contract/plant';
import { Ups } from '../../../contract/ups';
import type { Site } from '../../plant/source';
import type { Database } from '../database/database';
import { parseStored, readOnce } from '../database/stored-json';

/** What describes the plant itself, without its id. */
export const PlantFields = v.omit(PlantBody, ['id']);
export type PlantFields = v.InferOutput<typeof PlantFields>;

/** Degrees, north and east positive; null while one of them is not configured. */
export function positionOf({ lat = null, long = null }: Partial<PlantFields> = {}) {
  return lat === null || long === null ? null : { latitude: lat, longitude: long };
}

/** Where the plant is and how its modules stand; null until its place is configured. */
export function siteOf(fields: PlantFields): Site | null {
  const position = positionOf(fields);
  const { tilt, azimut: azimuth, albedo } = fields;
  return position && { ...position, tilt, azimuth, albedo };
}

const DynDnsSettings = v.omit(DynDns, ['password']);
const UpsSettings = v.omit(Ups, ['ups', 'password']);
export type UpsSettings = v.InferOutput<typeof UpsSettings>;

/** The plant as it is stored. Settings that were never made are null. */
export interface PlantRecord {
  readonly fields: PlantFields;
  readonly network: v.InferOutput<typeof Network> | null;
  readonly knx: v.InferOutput<typeof Knx> | null;
  readonly dynDns: v.InferOutput<typeof DynDnsSettings> | null;
  /** Never leaves the datalogger. */
  readonly dynDnsPassword: string | null;
  readonly hasUps: boolean;
  readonly ups: UpsSettings | null;
  /** Never leaves the datalogger, except to the server of the UPS. */
  readonly upsPassword: string | null;
  readonly version: number;
}

export type PlantParts = Partial<Omit<PlantRecord, 'version'>>;

export interface PlantConfig {
  /** Null until a plant is created. */
  read(): PlantRecord | null;
  /** The plant's IANA zone alone: asked at every sample. */
  zone(): string | null;
  create(plant: Pick<PlantRecord, 'fields'> & PlantParts): void;
  /** Writes the parts given and counts the version up. */
  change(parts: PlantParts): void;
}

interface Row {
  readonly fields: string;
  readonly network: string | null;
  readonly knx: string | null;
  readonly dynDns: string | null;
  readonly dynDnsPassword: string | null;
  readonly hasUps: number;
  readonly ups: string | null;
  readonly upsPassword: string | null;
  readonly version: number;
}

/**
 * The password of the UPS server. `usb` and `snmp` were choices that nothing obeyed: the contacts of the box were read.
 */
export const upsServerColumn = `
  ALTER TABLE plant ADD COLUMN ups_password TEXT;
  UPDATE plant SET ups = json_set(ups, '$.interfaccia', 'contatti')
    WHERE ups ->> 'interfaccia' IN ('usb', 'snmp');
`;

export function createPlantConfig(db: Database): PlantConfig {
  const select = db.prepare<[], Row>(`
    SELECT fields, network, knx, dyn_dns AS dynDns, dyn_dns_password AS dynDnsPassword, has_ups AS hasUps, ups,
      ups_password AS upsPassword, version
    FROM plant WHERE id = 1`);
  const zone = db.prepare<[], { zone: string }>("SELECT fields ->> 'fuso' AS zone FROM plant WHERE id = 1");
  const insert = db.prepare<[Omit<Row, 'version'>]>(`
    INSERT INTO plant (id, fields, network, knx, dyn_dns, dyn_dns_password, has_ups, ups, ups_password)
    VALUES (1, @fields, @network, @knx, @dynDns, @dynDnsPassword, @hasUps, @ups, @upsPassword)`);
  const update = db.prepare<[Omit<Row, 'version'>]>(`
    UPDATE plant SET fields = @fields, network = @network, knx = @knx, dyn_dns = @dynDns,
      dyn_dns_password = @dynDnsPassword, has_ups = @hasUps, ups = @ups, ups_password = @upsPassword,
      version = version + 1
    WHERE id = 1`);

  const recordOf = recordReader();
  const read = () => {
    const row = select.get();
    return row ? recordOf(row) : null;
  };
  return {
    read,
    zone: () => zone.get()?.zone ?? null,
    create: plant => void insert.run(rowOf({ ...withoutSettings, ...plant })),
    change(parts) {
      const record = read();
      if (record) update.run(rowOf({ ...record, ...parts }));
    },
  };
}

/** Makes a record of a row. */
function recordReader(): (row: Row) => PlantRecord {
  const reader = <S extends v.GenericSchema>(schema: S) =>
    readOnce(json => v.parse(schema, parseStored(json)));
  const optional = <S extends v.GenericSchema>(schema: S) => {
    const read = reader(schema);
    return (json: string | null) => (json === null ? null : read(json));
  };
  const fields = reader(PlantFields);
  const network = optional(Network);
  const knx = optional(Knx);
  const dynDns = optional(DynDnsSettings);
  const ups = optional(UpsSettings);
  return row => ({
    fields: fields(row.fields),
    network: network(row.network),
    knx: knx(row.knx),
    dynDns: dynDns(row.dynDns),
    dynDnsPassword: row.dynDnsPassword,
    hasUps: row.hasUps === 1,
    ups: ups(row.ups),
    upsPassword: row.upsPassword,
    version: row.version,
  });
}

const withoutSettings = {
  network: null,
  knx: null,
  dynDns: null,
  dynDnsPassword: null,
  hasUps: false,
  ups: null,
  upsPassword: null,
};

function rowOf(record: Omit<PlantRecord, 'version'>): Omit<Row, 'version'> {
  const text = (part: object | null) => part && JSON.stringify(part);
  return {
    fields: JSON.stringify(record.fields),
    network: text(record.network),
    knx: text(record.knx),
    dynDns: text(record.dynDns),
    dynDnsPassword: record.dynDnsPassword,
    hasUps: record.hasUps ? 1 : 0,
    ups: text(record.ups),
    upsPassword: record.upsPassword,
  };
}
