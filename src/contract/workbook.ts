import * as v from 'valibot';
import { DecimalMark } from './config/tables';
import type { Endpoint } from './endpoint';
import { Base64 } from './history';
import { languageCodes } from './languages';
import { lines } from './text';

/** Characters of a table that becomes a workbook: about 10,000 rows of ten cells. The datalogger takes 50 MB of memory for it. */
export const largestSheet = 600_000;

const WorkbookBody = v.strictObject({
  /** As the file is named: `meridiana-2026-06-month`. */
  file: v.pipe(v.string(), v.regex(/^[\w.-]{1,100}$/)),
  /** The table as CSV of `contract/csv.ts`, without its byte order mark and with plain line ends, the heads in its first line. */
  testo: lines(largestSheet),
  decimale: DecimalMark,
  /** Of the sheet that says what each column is. */
  lingua: v.picklist(languageCodes),
});
export type WorkbookBody = v.InferOutput<typeof WorkbookBody>;

export const workbookEndpoints = {
  /**
   * A table as a workbook for spreadsheets (Office Open XML): numbers and times as such, a second sheet with the unit and kind of each
   * column. In Base64. Nothing is kept.
   */
  'POST tabelle/xlsx': {
    may: 'session',
    body: WorkbookBody,
    reply: Base64,
    mostBytes: 1_800_000,
  },
} as const satisfies Record<string, Endpoint>;
