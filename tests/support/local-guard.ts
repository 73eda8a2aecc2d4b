import { createGuard } from '../../src/datalogger/outgoing/guard';

/** The guard with its only allowance for tests: servers on 127.0.0.1. */
export const localGuard = createGuard(address => address === '127.0.0.1');
