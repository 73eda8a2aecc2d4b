import type { BusCause } from '../../../contract/bus-cause';
import type { NotIdentified } from './device-driver';
import type { NoConnection } from './modbus/read';

/** Exceptions with which a gateway says that it has no way to a unit, or no answer from it. */
const gatewayCodes: readonly number[] = [10, 11];

/** Why there is no answer as it should be, for people; `codice` of a Modbus exception. */
export function causeOf(reply: NotIdentified): { readonly causa: BusCause; readonly codice: number | null } {
  switch (reply.kind) {
    case 'exception':
      return { causa: gatewayCodes.includes(reply.code) ? 'unita_errata' : 'eccezione', codice: reply.code };
    case 'timeout':
      return { causa: reply.isRenumbered ? 'numeri_propri' : 'scaduta', codice: null };
    case 'malformed':
      return { causa: 'malformata', codice: null };
    case 'foreign':
      return { causa: 'non_sunspec', codice: null };
    case 'no-connection':
      return { causa: causeOfNone(reply.cause), codice: null };
  }
}

const noConnection: Readonly<Record<NoConnection, BusCause>> = {
  refused: 'rifiutata',
  closed: 'rifiutata',
  unreachable: 'non_raggiungibile',
  absent: 'porta_assente',
  denied: 'porta_negata',
};

/** Why there is no connection, for people. */
export const causeOfNone = (cause: NoConnection): BusCause => noConnection[cause];
