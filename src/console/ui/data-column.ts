import type { ReactNode } from 'react';

/** One column of a table. Where the table folds on narrow screens (`stack`), a row is a card and a cell one line of it. */
export interface DataColumn<Row> {
  readonly key: string;
  /** Words of the head. A table of which no column has any has no heads. */
  readonly head?: string;
  /** Under the words of a head that sorts, so that the cells go without. */
  readonly unit?: string;
  /** What the head shows instead of its words. */
  readonly drawnHead?: ReactNode;
  readonly isNumber?: boolean;
  /** Its cell names the row. */
  readonly isHeading?: boolean;
  /** The table can be sorted by it. */
  readonly isSortable?: boolean;
  /** On a card the words of the head stand before it. */
  readonly isNamed?: boolean;
  /** It holds no value: nothing is missing in it before the first answer. */
  readonly isDrawing?: boolean;
  readonly className?: string;
  /** Further classes, by what is in the row. */
  readonly classOf?: (row: Row) => string;
  readonly cell: (row: Row) => ReactNode;
  /** Its longest text, for the width of a column in a table of many rows; a number or a drawing needs none. */
  readonly textOf?: (row: Row) => string;
}

/** More rows than this are laid out only where they are seen: each is a grid of its own, with columns that are told to all. */
export const manyRows = 40;

/** In characters: what a number or an age and what a drawing need, and the room for a sign beside a text. */
const widths = { number: 8, drawing: 10, sign: 3 };

/** The columns of such a table as `grid-template-columns`: shares by what the rows have to say. */
export function columnWidths<Row>(columns: readonly DataColumn<Row>[], rows: readonly Row[]): string {
  const characters = columns.map(({ head = '', isNumber, isDrawing, textOf }) => {
    if (isDrawing) return widths.drawing;
    if (isNumber || !textOf) return Math.max(widths.number, head.length);
    return rows.reduce((most, row) => Math.max(most, textOf(row).length), head.length) + widths.sign;
  });
  return characters.map(share => `minmax(0,${share}fr)`).join(' ');
}
