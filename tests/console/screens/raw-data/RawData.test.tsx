import { getAllByRole, getByRole, getByText, queryByRole } from '@testing-library/dom';
import { afterEach, expect, test, vi } from 'vitest';
import { refreshAll } from '../../../../src/console/data/poll';
import { clearSession } from '../../../../src/console/data/session';
import { Screen } from '../../../../src/console/screens/raw-data/RawData';
import { type ConsolePage, openConsole } from '../../../support/console-page';
import type { TestOptions, TestRole } from '../../../support/datalogger';
import { eventually } from '../../../support/eventually';

let page: ConsolePage;

afterEach(() => page.close());

async function openRawData(role: TestRole | null, options: TestOptions = {}): Promise<HTMLElement> {
  page = await openConsole(role ?? 'normal', ['table', 'raw'], options);
  if (role === null) clearSession();
  const screen = page.show(<Screen />);
  await eventually(() => getAllByRole(screen, 'table'));
  return screen;
}

const rowsOf = (screen: HTMLElement) =>
  [...screen.querySelectorAll('tbody tr')].map(row => [...row.children].map(cell => cell.textContent));
const choose = async (screen: HTMLElement, group: string) => {
  getByRole(screen, 'button', { name: group }).click();
  await eventually(() =>
    expect(getByRole(screen, 'button', { name: group }).getAttribute('aria-pressed')).toBe('true'),
  );
};
async function type(screen: HTMLElement, text: string): Promise<void> {
  const box = getByRole(screen, 'searchbox');
  if (!(box instanceof HTMLInputElement)) throw new Error('no search box');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, text);
  box.dispatchEvent(new Event('input', { bubbles: true }));
}

test('B10: without a session the plant aggregates are shown, and nothing else is asked or named', async () => {
  const screen = await openRawData(null);
  const rows = rowsOf(screen);
  expect(rows.map(([code]) => code)).toContain('pac');
  expect(rows.map(([code]) => code)).not.toContain('nome');
  expect(rows.find(([code]) => code === 'q')).toEqual(['q', '192 buona', '']);
  expect(rows.find(([code]) => code === 'poa')?.[2]).toBe('W/m²');
  expect(page.requests).toEqual(['/api/dati_impianto/RT?m=impianto']);
  expect(queryByRole(screen, 'button')).toBeNull();
  expect(getByRole(screen, 'link', { name: 'Meridiana' }).getAttribute('href')).toBe('/');
});

test.each<[TestRole, readonly string[]]>([
  [
    'normal',
    [
      'Impianto',
      'Inverter',
      'Ingressi MPPT',
      'Stringhe',
      'Inseguitori',
      'Contatori',
      'Sensori',
      'Segnali digitali',
      'Protezioni di interfaccia',
      'Controllore centrale',
    ],
  ],
  ['cci', ['Impianto', 'Inverter', 'Ingressi MPPT', 'Protezioni di interfaccia', 'Controllore centrale']],
])('a %s user chooses among the groups that the role may read', async (role, groups) => {
  const screen = await openRawData(role);
  const choice = getByRole(screen, 'group', { name: 'Gruppo di misure' });
  expect(getAllByRole(choice, 'button').map(button => button.textContent)).toEqual(groups);
});

test('a group of devices has a row for each, with units in the head, and can be searched', async () => {
  const screen = await openRawData('normal', { size: 'medium' });
  await choose(screen, 'Inverter');
  await eventually(() => expect(rowsOf(screen)).toHaveLength(10));
  expect(getAllByRole(screen, 'columnheader').map(head => head.textContent)).toContain('pac kW');
  await type(screen, 'inv 07');
  await eventually(() => expect(rowsOf(screen)).toHaveLength(1));
  expect(rowsOf(screen)[0]).toContain('INV 07');
  await type(screen, 'niente');
  await eventually(() => getByText(screen, 'Nessuna riga contiene il testo cercato.'));
});

test('a sensor has the unit and the decimals of its kind', async () => {
  const screen = await openRawData('normal', { size: 'medium' });
  await choose(screen, 'Sensori');
  await eventually(() => expect(rowsOf(screen).flat().join(' ')).toMatch(/\d\s°C/));
  expect(rowsOf(screen).flat().join(' ')).toMatch(/\d\sW\/m²/);
});

test('long lists come in pages of a hundred', async () => {
  const screen = await openRawData('normal', { size: 'large' });
  await choose(screen, 'Stringhe');
  await eventually(() => expect(rowsOf(screen)).toHaveLength(100));
  getByRole(screen, 'button', { name: 'Successiva' }).click();
  await eventually(() => getByText(screen, 'Pagina 2 di 8, 740 righe'));
  expect(rowsOf(screen)[0]?.[0]).toBe('101');
});

test('what is downloaded is the whole group, as the spreadsheets of the language open it', async () => {
  const blobs: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation(blob => {
    if (blob instanceof Blob) blobs.push(blob);
    return 'blob:';
  });
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  const screen = await openRawData('normal', { size: 'medium' });
  await choose(screen, 'Inverter');
  await eventually(() => expect(rowsOf(screen)).toHaveLength(10));
  getByRole(screen, 'button', { name: 'Scarica CSV' }).click();
  vi.restoreAllMocks();
  expect(names).toEqual(['meridiana-inverter-2026-06-10-1342.csv']);
  const lines = new TextDecoder('utf-8', { ignoreBOM: true })
    .decode(await blobs[0]?.arrayBuffer())
    .split('\r\n');
  expect(lines[0]).toMatch(/^\ufeffData e ora \[UTC\+02:00\];id;nome;stato;eta \[s\];q;pac \[kW\];/);
  expect(lines[1]).toMatch(/^2026-06-10 13:42:\d\d;1;INV 01;\d;\d+;192;\d+,\d;/);
  expect(lines).toHaveLength(12);
});

test('values that stand still say so, and go on when the datalogger is back', async () => {
  const screen = await openRawData('normal');
  page.cutLine(true);
  refreshAll();
  await eventually(() => getByText(screen, 'Il datalogger non risponde. Controlla la rete.'));
  expect(getByRole(screen, 'main').className).toBe('raw still');
  page.cutLine(false);
  getByRole(screen, 'button', { name: 'Riprova' }).click();
  await eventually(() => expect(getByRole(screen, 'main').className).toBe('raw'));
});

test('a malformed reply shows no value at all', async () => {
  page = await openConsole('normal', ['table', 'raw']);
  page.change('/api/dati_impianto/RT', { colonne: { id: [1], pac: 'molta' } });
  const screen = page.show(<Screen />);
  await eventually(() => expect(page.requests.some(path => path.includes('/RT'))).toBe(true));
  refreshAll();
  await eventually(() => getByText(screen, 'Il datalogger non risponde. Controlla la rete.'));
  expect(queryByRole(screen, 'table')).toBeNull();
  expect(screen.textContent).not.toMatch(/NaN|undefined|\[object|molta/);
});
