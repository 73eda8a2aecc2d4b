import * as v from 'valibot';
import type { Endpoint } from './endpoint';
import { Base64 } from './history';
import { languageCodes } from './languages';
import { ReportQuery } from './reports';

const Sections = v.pipe(v.string(), v.regex(/^[a-z]{1,10}(,[a-z]{1,10}){0,10}$/));

export const reportFileEndpoints = {
  /**
   * The report as PDF, in Base64. `sezioni`: names of `reportSections` with commas between them; without it all. Not for a cci user.
   */
  'GET report/pdf': {
    may: 'session',
    query: v.strictObject({
      ...ReportQuery.entries,
      lingua: v.picklist(languageCodes),
      sezioni: v.optional(Sections),
    }),
    reply: Base64,
  },
} as const satisfies Record<string, Endpoint>;
