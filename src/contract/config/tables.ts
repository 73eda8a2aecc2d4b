import * as v from 'valibot';
import { problemCodes } from '../problem';
import { warningCodes } from './findings';
import { DeviceUses } from './uses';

/* Many records of a kind at once: as a table for a spreadsheet, and what would change before it is taken. */

/** Rows of a table that is taken at once. */
export const mostTableRows = 5000;
/** Columns of a table: four times those of the kind with the most fields. */
export const mostTableColumns = 200;
const longestTable = 2_000_000;
/** Bytes of a call with a table: a character may take several. */
export const largestTable = 4_000_000;

export const DecimalMark = v.picklist([',', '.']);
export type DecimalMark = v.InferOutput<typeof DecimalMark>;

/** The spreadsheets that use a decimal comma separate cells with `;`, the others with `,`. */
export const TableQuery = v.strictObject({ decimale: v.optional(DecimalMark, ',') });

/**
 * What is to change. `testo`: a table with the names of fields in its first row, separated by `;`, `,` or tabs. A row is about the record of
 * its `id`, or of its `nome` where it has no id, and creates one if absent. Fields without a column, and records without a row,
 * stay as they are: nothing is ever deleted. `campi`: the same values for all records of `id`.
 */
export const changesOf = <E extends v.ObjectEntries>(fields: v.StrictObjectSchema<E, undefined>) =>
  v.variant('da', [
    v.strictObject({
      da: v.literal('testo'),
      testo: v.pipe(v.string(), v.maxLength(longestTable)),
      decimale: DecimalMark,
    }),
    v.strictObject({
      da: v.literal('campi'),
      id: v.pipe(v.array(v.number()), v.minLength(1), v.maxLength(mostTableRows)),
      campi: v.partial(fields),
    }),
  ]);

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A field that changes, from the value it has to the one it would have; null before in a new record, of which the defaults are left out. */
export const FieldChange = v.strictObject({ campo: v.string(), prima: v.unknown(), dopo: v.unknown() });
export type FieldChange = v.InferOutput<typeof FieldChange>;

/** Why a row cannot be taken, or, among `avvisi`, what is unusual in it. `valore` is the value as it was understood. */
export const RowProblem = v.strictObject({
  campo: v.string(),
  codice: v.picklist([...problemCodes, ...warningCodes, 'not_a_number']),
  da: v.optional(v.string()),
  valore: v.unknown(),
});
export type RowProblem = v.InferOutput<typeof RowProblem>;

export const ComparedRow = v.strictObject({
  /** Of a table: the number of the row, the one with the names being the first; of fields: the place of the record. */
  riga: Count,
  /** Null in a new record. */
  id: v.nullable(v.number()),
  nome: v.string(),
  esito: v.picklist(['nuovo', 'cambiato', 'errato']),
  campi: v.array(FieldChange),
  problemi: v.array(RowProblem),
  avvisi: v.array(RowProblem),
});
export type ComparedRow = v.InferOutput<typeof ComparedRow>;

/** Rows that change nothing are only counted. To take the changes, their `versione` is sent as If-Match: 412 if they are others now. */
export const Comparison = v.strictObject({
  versione: v.string(),
  righe: v.array(ComparedRow),
  uguali: Count,
  /** Heads of columns that are no field: they are left aside. */
  ignote: v.array(v.string()),
  /** Of all changes together. */
  usi: DeviceUses,
});
export type Comparison = v.InferOutput<typeof Comparison>;
