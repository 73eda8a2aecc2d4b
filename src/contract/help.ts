import * as v from 'valibot';
import { Lingua } from './account';
import type { Endpoint } from './endpoint';

export const helpEndpoints = {
  /**
   * Sentences that explain: figures by their key, or with `modulo` what the fields of a form take, by their name (`plantField`: `azimut`). A
   * form that has none is an empty object.
   */
  'GET aiuti': {
    may: 'session',
    query: v.strictObject({
      lingua: Lingua,
      modulo: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z]{1,30}$/))),
    }),
    reply: v.record(v.string(), v.string()),
    cache: 'etag',
  },
} as const satisfies Record<string, Endpoint>;
