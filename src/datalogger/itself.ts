import type { Caller } from './serve/handler';

/** In whose name the datalogger does what nobody asks for at the moment. */
export const itself: Caller = { role: 'admin', accountId: null, user: null, sessionId: null, address: '' };
