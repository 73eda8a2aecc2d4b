import type { LinePlace } from '../../../../contract/bus';
import type { Protocol } from '../../../../contract/config/fields';
import type { ConfigKind } from '../../../../contract/config/kinds';
import type { ConfiguredRecord } from '../device-driver';
import { isSerial, type LineAddress } from '../modbus/address';
import type { Framing } from '../modbus/frame';
import type { LineSettings } from '../modbus/settings';

/** How frames travel, by protocol. What is simulated is not dialled. */
const framings: Readonly<Partial<Record<Protocol, Framing | 'serial'>>> = {
  'modbus-tcp': 'tcp',
  'modbus-rtu': 'serial',
  'sunspec-rtu': 'serial',
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
  const { protocollo, host, porta, porta_seriale: path, baud, parita: parity, stop: stopBits } = record;
  const framing = framings[protocollo];
  if (framing === 'serial') return path === '' ? null : { framing, path, baud, parity, stopBits };
  return framing === undefined || host === '' ? null : { host, port: porta, framing };
}

/** Every gateway, device and serial port has one line, however many records name it. */
export const keyOfLine = (address: LineAddress): string =>
  isSerial(address) ? `serial:${address.path}` : `${address.framing}:${address.host}:${address.port}`;

/** What the records on one line ask of it: the greatest counts. */
export function settingsOf(records: readonly AddressedRecord[]): LineSettings {
  const greatest = (least: number, of: (record: AddressedRecord['record']) => number) =>
    records.reduce((most, { record }) => Math.max(most, of(record)), least);
  return {
    gapMs: greatest(0, ({ pausa }) => pausa),
    settleMs: greatest(0, ({ attesa_iniziale }) => attesa_iniziale),
    // One master speaks on a serial line, and one request at a time.
    connections: greatest(1, ({ protocollo, connessioni }) =>
      framings[protocollo] === 'serial' ? 1 : connessioni,
    ),
    hasOwnNumbers: records.some(({ record }) => record.numeri_propri),
  };
}

/** A line as the contract names it: a serial one by the path of its port, with how it sends. */
export const placeOf = (address: LineAddress): LinePlace =>
  isSerial(address)
    ? {
        host: address.path,
        porta: 0,
        trama: 'seriale',
        baud: address.baud,
        parita: address.parity,
        stop: address.stopBits,
      }
    : { host: address.host, porta: address.port, trama: address.framing };

/** The line that the contract names so. A setting of a serial line that is not given is the usual one. */
export function addressAt({
  host,
  porta,
  trama,
  baud = 9600,
  parita = 'N',
  stop = 1,
}: LinePlace): LineAddress {
  return trama === 'seriale'
    ? { framing: 'serial', path: host, baud, parity: parita, stopBits: stop }
    : { framing: trama, host, port: porta };
}
