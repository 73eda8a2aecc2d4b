import type { ReactNode } from 'react';
import type { HelpKey } from '../i18n/words';

/** One column of a table. Where a table is shown as cards on narrow screens (`stack`), each row is a card and each cell a line of it. */
export interface DataColumn<Row> {
  readonly key: string;
  /** Text of the head. A table without any head text has no row of heads. */
  readonly head?: string;
  /** The sentence that explains it. */
  readonly help?: HelpKey;
  /** Shown after the text of the head, under it where it is sortable, so that the cells need no unit. */
  readonly unit?: string;
  /** Content of the head instead of its text. */
  readonly drawnHead?: ReactNode;
  readonly isNumber?: boolean;
  /** Whether its cell is the heading of the row. */
  readonly isHeading?: boolean;
  /** Whether the table can be sorted by it. */
  readonly isSortable?: boolean;
  /** Whether a card shows the text of the head in front of the cell. */
  readonly isNamed?: boolean;
  /** Whether it contains a drawing and no value: it then shows no dash before the first answer. */
  readonly isDrawing?: boolean;
  /** Where the table has no room for all columns, those with a number are left out, 1 first; never the one by which it is sorted. */
  readonly fold?: number | undefined;
  readonly className?: string;
  /** Additional classes, depending on the row. */
  readonly classOf?: (row: Row) => string;
  readonly cell: (row: Row) => ReactNode;
  /** The text that determines the width of the column in a long table; numbers and drawings need none. */
  readonly textOf?: (row: Row) => string;
}

/** A table with more rows lays out only the visible ones: each row is a grid of its own, so all share the same fixed column widths. */
export const manyRows = 20;

/** Widths in characters: of a number or an age, of a drawing, and the additional width of a sign beside a text. */
const widths = { number: 8, drawing: 10, sign: 4 };

/** The columns of such a table as `grid-template-columns`, in proportion to the longest texts, and hardly narrower than they are. */
export function columnWidths<Row>(columns: readonly DataColumn<Row>[], rows: readonly Row[]): string {
  const characters = columns.map(({ head = '', isNumber, isDrawing, textOf }) => {
    if (isDrawing) return widths.drawing;
    if (isNumber || !textOf) return Math.max(widths.number, head.length);
    return rows.reduce((most, row) => Math.max(most, textOf(row).length), head.length) + widths.sign;
  });
  return characters.map(share => `minmax(${share / 2}em,${share}fr)`).join(' ');
}
