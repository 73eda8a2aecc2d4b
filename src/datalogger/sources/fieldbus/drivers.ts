import type { Protocol } from '../../../contract/config/fields';
import type { ConfiguredRecord, DeviceDriver } from './device-driver';
import { hasAddress } from './engine/lines';
import { libraryShelf, type ProfileShelf } from './profiles/shelf';
import { sunspecDriver } from './sunspec/driver';

/** What devices of a protocol are read with. Measured values over plain Modbus need a profile of the device. */
const drivers: Readonly<Partial<Record<Protocol, DeviceDriver>>> = {
  'sunspec-tcp': sunspecDriver,
  'sunspec-rtu': sunspecDriver,
  'sunspec-rtu-tcp': sunspecDriver,
};

/** The driver of a record, with the profiles there are; null where its device cannot be read. */
export const driverOf = (
  configured: ConfiguredRecord,
  shelf: ProfileShelf = libraryShelf,
): DeviceDriver | null =>
  configured.kind === 'moduli-io'
    ? shelf.modules
    : hasAddress(configured)
      ? (drivers[configured.record.protocollo] ?? (shelf.of(configured) && shelf.driver))
      : null;
