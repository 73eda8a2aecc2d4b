import type { Undelivered } from '../../src/datalogger/integrations/delivery/undelivered';

/** For what is tested without the screen that names failed deliveries. */
export const noneCounted: Pick<Undelivered, 'failed' | 'delivered'> = {
  failed: () => undefined,
  delivered: () => undefined,
};
