import type { PaperColumn } from './paper';
import type { Writer } from './words';

/** A table with its title; `note`: a sentence below it. */
export interface PaperTable {
  readonly title: string;
  readonly columns: readonly PaperColumn[];
  readonly note?: string;
}

/** In front of a number of a counter that was doubted. */
export const doubtful = '~';

export const causeName = (writer: Writer, cause: string | null) =>
  cause === null ? '' : writer.word(`reports.lossCause.${cause}`) || cause;
