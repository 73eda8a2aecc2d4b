import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DataTable } from '../../../src/console/ui/DataTable';
import type { DataColumn } from '../../../src/console/ui/data-column';
import { eventually } from '../../support/eventually';

/** Of each column, px, and what it saves where the columns are closer. */
const columnPx = 100;
const savedPx = 5;

/** The layout that the table would have: a box of `room`, and a table as wide as its columns. */
let room = 0;
const properties = { clientWidth: () => room, scrollWidth: widthOf } as const;
const kept = Object.keys(properties).map(
  name => [name, Object.getOwnPropertyDescriptor(HTMLElement.prototype, name)] as const,
);

function widthOf(this: Element): number {
  const table = this.querySelector('table');
  const heads = this.querySelectorAll('th').length;
  return Math.max(room, heads * (columnPx - (table?.dataset.tight ? savedPx : 0)));
}

let place: HTMLElement;
let root: Root;

beforeEach(() => {
  for (const [name, get] of Object.entries(properties))
    Object.defineProperty(HTMLElement.prototype, name, { get, configurable: true });
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(() => {
  root.unmount();
  place.remove();
  for (const [name, before] of kept)
    if (before) Object.defineProperty(HTMLElement.prototype, name, before);
    else Reflect.deleteProperty(HTMLElement.prototype, name);
});

const columns: readonly DataColumn<string>[] = [
  { key: 'name', head: 'Name', cell: row => row },
  { key: 'a', head: 'A', fold: 2, cell: () => 1 },
  { key: 'b', head: 'B', isSortable: true, fold: 1, cell: () => 2 },
  { key: 'c', head: 'C', cell: () => 3 },
];

function show(px: number, sorted = 'name'): void {
  room = px;
  root.render(
    <DataTable
      label="Table"
      columns={columns}
      rows={['one']}
      keyOf={row => row}
      sort={{ sorting: { column: sorted, isDescending: false }, onSort: () => undefined }}
    />,
  );
}
const heads = () => [...place.querySelectorAll('th')].map(({ textContent }) => textContent).join('');
const isTight = () => place.querySelector('table')?.dataset.tight === 'true';
const expectShown = (text: string, tight: boolean) =>
  eventually(() => expect([heads(), isTight()]).toEqual([text, tight]));

test('a table that is too wide first becomes closer, then loses its columns in order, and has them again with the room', async () => {
  show(400);
  await expectShown('NameABC', false);
  show(398);
  await expectShown('NameABC', true);
  show(379);
  await expectShown('NameAC', true);
  show(200);
  await expectShown('NameC', true);
  show(290);
  await expectShown('NameAC', true);
  show(400);
  await expectShown('NameABC', false);
});

test('a table that has no room even then is whole: it scrolls, and never by a few pixels only', async () => {
  show(300);
  await expectShown('NameAC', true);
  show(189);
  await expectShown('NameABC', false);
});

test('the column by which it is sorted stays', async () => {
  show(300, 'b');
  await expectShown('NameBC', true);
  show(300, 'name');
  await expectShown('NameAC', true);
});
