import { createGuard, type Guard, OutgoingError } from '../../src/datalogger/integrations/outgoing/guard';
import { dialThrough } from '../../src/datalogger/sources/fieldbus/modbus/connection';

const isHere = (address: string) => address === '127.0.0.1';

/** A guard that also allows connections to 127.0.0.1, for servers of tests. */
export const localGuard = createGuard({ isAllowedToo: isHere });

/** A guard that allows connections to 127.0.0.1, and knows no name. */
export const namelessGuard = createGuard({
  isAllowedToo: isHere,
  lookUp: async host => (isHere(host) ? [{ address: host }] : []),
});

const nowhere = () => Promise.reject(new OutgoingError('nome_sconosciuto'));

/** A guard that refuses every connection, so that no test contacts a host from the settings of an example. */
export const closedGuard: Guard = {
  ...createGuard(),
  resolve: nowhere,
  resolveGroup: nowhere,
  connect: nowhere,
  connectToUps: nowhere,
};

/** Connections to this machine. */
export const localDial = dialThrough(localGuard);
