import type { DecimalMark } from '../../../contract/config/tables';
import { type CsvCell, csvText } from '../../../contract/csv';
import { inPieces } from '../../core/pieces';

/** As `csvText`, of thousands of rows: with pauses in which this process does its other work. */
export async function csvInPieces<T>(
  heads: readonly string[],
  items: readonly T[],
  cellsOf: (item: T) => readonly CsvCell[],
  mark: DecimalMark,
): Promise<string> {
  // Only the head has the byte order mark.
  const lines = await inPieces(items, item => csvText([cellsOf(item)], mark).slice(1));
  return csvText([heads], mark) + lines.join('');
}
