import { t } from '../i18n/translate';
import type { Column } from './descriptor';
import type { Device } from './device-list';

/** More rows than this are laid out only where they are seen: each is a grid of its own, with columns that are told to all. */
export const manyRows = 40;

/** In characters: what a number, a drawing and an age need, and the room for a sign beside a text. */
const widths = { number: 8, drawing: 10, age: 8, sign: 3 };

const longest = (texts: readonly string[]) => texts.reduce((most, text) => Math.max(most, text.length), 0);

/** The columns of such a table as `grid-template-columns`: shares by what the rows have to say. */
export function columnWidths<D extends Device>(
  columns: readonly Column<D>[],
  rows: readonly D[],
  nameLabel: string,
): string {
  const name = longest([nameLabel, ...rows.map(row => row.name)]) + widths.sign;
  const own = columns.map(({ word, decimals, read }) => {
    if (!read) return widths.drawing;
    const head = t(word).length;
    if (decimals !== null) return Math.max(widths.number, head);
    return Math.max(head, longest(rows.map(row => String(read(row) ?? '')))) + widths.sign;
  });
  return [name, ...own, widths.age].map(characters => `minmax(0,${characters}fr)`).join(' ');
}
