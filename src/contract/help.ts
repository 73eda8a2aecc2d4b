import * as v from 'valibot';
import { Lingua } from './account';
import type { Endpoint } from './endpoint';

export const helpEndpoints = {
  /**
   * Sentences that explain: a figure, by its key, or with `parte=campi` what a field of a form takes, by `words.field` (`plantField.azimuth`).
   */
  'GET aiuti': {
    may: 'session',
    query: v.strictObject({ lingua: Lingua, parte: v.optional(v.picklist(['cifre', 'campi'])) }),
    reply: v.record(v.string(), v.string()),
    cache: 'etag',
  },
} as const satisfies Record<string, Endpoint>;
