import type { Protocol } from '../../../../contract/config/fields';
import type { ConfigKind } from '../../../../contract/config/kinds';
import type { ConfiguredRecord } from '../device-driver';
import type { LineAddress } from '../modbus/connection';
import type { Framing } from '../modbus/frame';
import type { LineSettings } from '../modbus/settings';

/** How frames travel, by protocol. Serial ports of the datalogger itself are not read; what is simulated is not dialled. */
const framings: Readonly<Partial<Record<Protocol, Framing>>> = {
  'modbus-tcp': 'tcp',
  'modbus-rtu-tcp': 'rtu',
  'sunspec-tcp': 'tcp',
  'sunspec-rtu-tcp': 'rtu',
};

/** A record with an address on a bus. */
export type AddressedRecord = Exclude<ConfiguredRecord, { kind: 'digital-signals' }>;

export const hasAddress = (configured: ConfiguredRecord): configured is AddressedRecord =>
  configured.kind !== ('digital-signals' satisfies ConfigKind);

/** Which device of its unit a record means, from 1. */
export const instanceOf = ({ record }: AddressedRecord): number => ('istanza' in record ? record.istanza : 1);

/** The register at which a record's device begins; null where its kind has none. */
export const baseOf = ({ record }: AddressedRecord): number | null =>
  'base_registri' in record ? record.base_registri : null;

/** The line on which a record's device is; null where none can be opened to it. */
export function lineOf({ record }: AddressedRecord): LineAddress | null {
  const { protocollo, host, porta } = record;
  const framing = framings[protocollo];
  return framing === undefined || host === '' ? null : { host, port: porta, framing };
}

/** Every gateway and device has one line, however many records name it. */
export const keyOfLine = ({ host, port, framing }: LineAddress): string => `${framing}:${host}:${port}`;

/** What the records on one line ask of it: the greatest counts. */
export function settingsOf(records: readonly AddressedRecord[]): LineSettings {
  const greatest = (least: number, of: (record: AddressedRecord['record']) => number) =>
    records.reduce((most, { record }) => Math.max(most, of(record)), least);
  return {
    gapMs: greatest(0, ({ pausa }) => pausa),
    settleMs: greatest(0, ({ attesa_iniziale }) => attesa_iniziale),
    connections: greatest(1, ({ connessioni }) => connessioni),
  };
}
