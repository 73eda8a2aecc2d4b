import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DataTable } from '../../../src/console/ui/DataTable';
import { Drawer } from '../../../src/console/ui/Drawer';
import { eventually } from '../../support/eventually';

let place: HTMLElement;
let root: Root;
beforeEach(() => {
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(() => {
  root.unmount();
  place.remove();
});

const focusedText = () => document.activeElement?.textContent;

test('an opened drawer takes the focus to its heading, and another object takes it there again', async () => {
  const draw = (title: string) =>
    root.render(
      <Drawer title={title} note="" onClose={() => undefined}>
        <a href="/">More</a>
      </Drawer>,
    );
  draw('Inverter 1');
  await eventually(() => expect(focusedText()).toBe('Inverter 1'));
  place.querySelector<HTMLElement>('a')?.focus();
  expect(focusedText()).toBe('More');
  draw('Inverter 2');
  await eventually(() => expect(focusedText()).toBe('Inverter 2'));
});

test('the arrow keys move the focus from the name of one row to the next, and stop at the ends', async () => {
  const rows = ['A', 'B', 'C'];
  root.render(
    <DataTable
      name="Rows"
      rows={rows}
      keyOf={row => row}
      columns={[{ key: 'name', head: 'Name', isHeading: true, cell: row => <a href={`/${row}`}>{row}</a> }]}
    />,
  );
  await eventually(() => expect(place.querySelectorAll('tbody a')).toHaveLength(3));
  const press = (key: string) =>
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  place.querySelector<HTMLElement>('tbody a')?.focus();
  expect(focusedText()).toBe('A');
  press('ArrowDown');
  expect(focusedText()).toBe('B');
  press('ArrowDown');
  press('ArrowDown');
  expect(focusedText()).toBe('C');
  press('ArrowUp');
  expect(focusedText()).toBe('B');
});
