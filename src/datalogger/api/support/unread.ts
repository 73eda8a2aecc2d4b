import { type Finding, refuse } from '../../../contract/config/findings';
import type { ConfigKind, ConfigOf } from '../../../contract/config/kinds';
import { isPlainModbus } from '../../../contract/config/rules';
import type { Plant } from '../../plant/processing/plant';

/** What keeps a device that is in service from being read. */
export type UnreadFindings = <K extends ConfigKind>(kind: K, record: ConfigOf<K>) => Finding[];

/** On a real plant a device is refused where nothing reads its protocol, or its profile with that protocol. */
export const unreadOf =
  ({ isReal, bus }: Pick<Plant, 'isReal' | 'bus'>): UnreadFindings =>
  (kind, record) => {
    if (!isReal || bus === null || !record.abilitato || bus.canRead(kind, record)) return [];
    const hasProfile = 'profilo' in record && isPlainModbus(record.protocollo);
    return [refuse(hasProfile ? 'profilo' : 'protocollo', 'not_read')];
  };
