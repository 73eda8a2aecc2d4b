import type { Read, ReadReply } from './read';

/** Number of attempts of a read in a walk: with a tenth of the replies lost, one read in 10,000 fails. */
const attempts = 4;
/** Exceptions with which a gateway reports that the device behind it did not answer. */
const gatewayExceptions: readonly number[] = [10, 11];

/** Whether a second attempt may bring what this one did not: the request or its reply was lost or damaged. */
const isLost = (reply: ReadReply) =>
  reply.kind === 'timeout' ||
  reply.kind === 'malformed' ||
  (reply.kind === 'exception' && gatewayExceptions.includes(reply.code));

/** Reads that repeat a lost request. For devices that have answered already: a silent one costs every attempt. */
export const repeated =
  (read: Read): Read =>
  async request => {
    for (let attempt = 1; ; attempt++) {
      const reply = await read(request);
      if (attempt === attempts || !isLost(reply)) return reply;
    }
  };
