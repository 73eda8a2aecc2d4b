import type { BusCause } from '../../../contract/bus';
import type { NotIdentified } from './device-driver';

/** Exceptions with which a gateway says that it has no way to a unit, or no answer from it. */
const gatewayCodes: readonly number[] = [10, 11];

/** Why there is no answer as it should be, for people; `codice` of a Modbus exception. */
export function causeOf(reply: NotIdentified): { readonly causa: BusCause; readonly codice: number | null } {
  switch (reply.kind) {
    case 'exception':
      return { causa: gatewayCodes.includes(reply.code) ? 'unita_errata' : 'eccezione', codice: reply.code };
    case 'timeout':
      return { causa: 'scaduta', codice: null };
    case 'malformed':
      return { causa: 'malformata', codice: null };
    case 'foreign':
      return { causa: 'non_sunspec', codice: null };
    case 'no-connection':
      return { causa: reply.cause === 'unreachable' ? 'non_raggiungibile' : 'rifiutata', codice: null };
  }
}
