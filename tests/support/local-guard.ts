import { createGuard, type Guard, OutgoingError } from '../../src/datalogger/outgoing/guard';

/** The guard with its only allowance for tests: servers on 127.0.0.1. */
export const localGuard = createGuard({ isAllowedToo: address => address === '127.0.0.1' });

const nowhere = () => Promise.reject(new OutgoingError('nome_sconosciuto'));

/** No test speaks with the world because some settings of an example would. */
export const closedGuard: Guard = {
  ...createGuard(),
  resolve: nowhere,
  resolveGroup: nowhere,
  connect: nowhere,
};
