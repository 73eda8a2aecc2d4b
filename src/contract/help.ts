import * as v from 'valibot';
import { Lingua } from './account';
import type { Endpoint } from './endpoint';

export const helpEndpoints = {
  /** A sentence for each figure that the console explains, by the key of the figure. */
  'GET aiuti': {
    may: 'session',
    query: v.strictObject({ lingua: Lingua }),
    reply: v.record(v.string(), v.string()),
    cache: 'etag',
  },
} as const satisfies Record<string, Endpoint>;
