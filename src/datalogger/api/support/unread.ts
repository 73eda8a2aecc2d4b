import { type Finding, refuse } from '../../../contract/config/findings';
import type { ConfigKind, ConfigOf } from '../../../contract/config/kinds';
import { isPlainModbus } from '../../../contract/config/rules';
import type { Plant } from '../../plant/processing/plant';

/** What keeps a device from being in service. */
export type UnreadFindings = <K extends ConfigKind>(kind: K, record: ConfigOf<K>) => Finding[];

/**
 * On a real plant a device is refused where nothing reads its protocol, or its profile with that protocol; and a central controller while orders
 * of the datalogger are in force: two masters would undo each other's orders, and a limit would be lifted that nobody took back.
 */
export const unreadOf =
  ({ isReal, bus }: Pick<Plant, 'isReal' | 'bus'>): UnreadFindings =>
  (kind, record) => {
    if (!isReal || bus === null || !record.abilitato) return [];
    const isOrdered = () => bus.orders().some(({ chiesto }) => chiesto !== null);
    if (kind === 'cci' && isOrdered()) return [refuse('abilitato', 'in_use', 'datalogger')];
    if (bus.canRead(kind, record)) return [];
    const hasProfile = 'profilo' in record && isPlainModbus(record.protocollo);
    return [refuse(hasProfile ? 'profilo' : 'protocollo', 'not_read')];
  };
