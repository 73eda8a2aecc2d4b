import * as v from 'valibot';
import type { Endpoint } from './endpoint';
import { Base64 } from './history';
import { languageCodes } from './languages';

const Month = v.pipe(v.string(), v.regex(/^\d{4}-(0[1-9]|1[0-2])$/));
const Day = v.pipe(v.string(), v.regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/));

export const contractSheetEndpoints = {
  /**
   * What was agreed of a month beside what it gave, with the source of each figure and lines to sign: a PDF in Base64. Not for a cci user.
   */
  'GET contratto/pdf': {
    may: 'session',
    query: v.strictObject({ d: Month, lingua: v.picklist(languageCodes) }),
    reply: Base64,
  },
  /**
   * Voltages and frequency of the week that begins on the Monday of `d` or before, against EN 50160, of whatever the archive has of them:
   * a PDF in Base64. Not for a cci user.
   */
  'GET tensione/pdf': {
    may: 'session',
    query: v.strictObject({ d: Day, lingua: v.picklist(languageCodes) }),
    reply: Base64,
  },
} as const satisfies Record<string, Endpoint>;
