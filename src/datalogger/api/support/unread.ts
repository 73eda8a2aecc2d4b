import { type Finding, refuse } from '../../../contract/config/findings';
import type { ConfigKind, ConfigOf, Configuration } from '../../../contract/config/kinds';
import { isPlainModbus } from '../../../contract/config/rules';
import type { Plant } from '../../plant/processing/plant';

/** What the datalogger alone can say against a record. */
export type UnreadFindings = <K extends ConfigKind>(
  kind: K,
  record: ConfigOf<K>,
  all: Configuration,
) => Finding[];

/**
 * On a real plant a device is refused where nothing reads its protocol, or its profile with that protocol; and a central controller while orders
 * of the datalogger are in force: two masters would undo each other's orders, and a limit would be lifted that nobody took back.
 */
export const unreadOf =
  ({ isReal, bus }: Pick<Plant, 'isReal' | 'bus'>): UnreadFindings =>
  (kind, record, all) => {
    const ofOutput = outputFindings(record, all);
    if (ofOutput.length > 0) return ofOutput;
    if (!isReal || bus === null || !record.abilitato) return [];
    const isOrdered = () => bus.orders().some(({ chiesto }) => chiesto !== null);
    if (kind === 'cci' && isOrdered()) return [refuse('abilitato', 'in_use', 'datalogger')];
    if (bus.canRead(kind, record)) return [];
    const hasProfile = 'profilo' in record && isPlainModbus(record.protocollo);
    return [refuse(hasProfile ? 'profilo' : 'protocollo', 'not_read')];
  };

/**
 * A module read by SunSpec has no outputs; an interlock is of an output, and names another signal. Not among the rules of the console, whose bytes
 * are scarce.
 */
export function outputFindings(record: ConfigOf<ConfigKind>, all: Configuration): Finding[] {
  if (!('interblocco' in record)) return [];
  const { modulo, canale, uscita, interblocco } = record;
  const own = all['moduli-io'].find(({ numero }) => numero === modulo);
  if (uscita !== null && own?.profilo === 'sunspec') return [refuse('uscita', 'not_allowed')];
  if (interblocco === '') return [];
  if (uscita === null) return [refuse('interblocco', 'not_allowed')];
  if (interblocco === `${modulo}.${canale}`) return [refuse('interblocco', 'invalid')];
  const isThere = all['digital-signals'].some(each => `${each.modulo}.${each.canale}` === interblocco);
  return isThere ? [] : [refuse('interblocco', 'not_found')];
}
