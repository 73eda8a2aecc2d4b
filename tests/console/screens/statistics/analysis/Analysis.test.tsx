import { fireEvent, getAllByRole, getByLabelText, getByRole, queryByRole } from '@testing-library/dom';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { setLowTraffic } from '../../../../../src/console/data/traffic';
import { Screen } from '../../../../../src/console/screens/statistics/Statistics';
import { type ConsolePage, openConsole } from '../../../../support/console-page';
import { eventually } from '../../../../support/eventually';

let page: ConsolePage | undefined;

// Charts are tested in a browser: here they wait until they are asked for.
beforeEach(() => setLowTraffic(true));
afterEach(async () => {
  setLowTraffic(false);
  history.replaceState(null, '', '/');
  await page?.close();
  page = undefined;
});

async function open(query = '', before = (_page: ConsolePage) => {}): Promise<HTMLElement> {
  page = await openConsole('normal', ['shell', 'devices', 'table', 'statistics', 'analysis'], {
    size: 'small',
    at: '2026-06-10T13:42:10+02:00',
    historyDays: 14,
  });
  before(page);
  history.replaceState(null, '', `/?vista=analisi${query}`);
  return page.show(<Screen />);
}

const text = (element: Element | null | undefined) =>
  (element?.textContent ?? '').replaceAll('\u00a0', ' ').trim();
const rowsOf = (screen: HTMLElement) =>
  [...screen.querySelectorAll('tbody tr')].map(row => [...row.querySelectorAll('th, td')].map(text));
const series = () => page?.requests.filter(path => path.startsWith('/api/dati_impianto/serie')) ?? [];

test('an address without lines shows power and light of the plant', async () => {
  const screen = await open();
  await eventually(() => expect(rowsOf(screen)).toHaveLength(2));
  expect(rowsOf(screen).map(([name]) => name)).toEqual([
    'Impianto: Potenza attiva',
    'Impianto: Irraggiamento',
  ]);
});

test('an empty view says what to do, and an example fills it', async () => {
  const screen = await open('&linee=');
  await eventually(() => expect(text(screen)).toContain('Scegli che cosa guardare'));
  expect(text(getByRole(screen, 'heading', { level: 1 }))).toBe('Analisi: 8–14 giugno 2026');
  const example = getByRole(screen, 'link', { name: 'Potenza e irraggiamento, questa settimana' });
  history.pushState(null, '', example.getAttribute('href'));
  dispatchEvent(new PopStateEvent('popstate'));
  await eventually(() => expect(rowsOf(screen)).toHaveLength(2));
  await eventually(() =>
    expect(series()).toEqual([
      expect.stringMatching(/^\/api\/dati_impianto\/serie\?m=impianto\.pac%2Cimpianto\.poa&da=\d+&a=\d+$/),
    ]),
  );
  expect(screen.textContent).not.toMatch(/NaN|undefined|null|\[object|Infinity/);
});

test('a line is found and added by keyboard, and taken away', async () => {
  const screen = await open('&periodo=2026-06-09&linee=');
  const field = await eventually(() => getByRole(screen, 'combobox', { name: 'Aggiungi una linea' }));
  fireEvent.input(field, { target: { value: 'inv 02 energia' } });
  const option = await eventually(() => getByRole(getByRole(screen, 'listbox'), 'option'));
  expect(text(option)).toBe('INV 02: Energia, kWh');
  expect(field.getAttribute('aria-activedescendant')).toBe(option.id);
  fireEvent.keyDown(field, { key: 'Enter' });
  await eventually(() => expect(location.search).toContain('linee=inverter.2.eday'));
  await eventually(() => expect(rowsOf(screen)[0]?.[5]).toMatch(/^[\d,.]+ kWh$/));
  fireEvent.click(getByRole(screen, 'button', { name: 'Togli INV 02: Energia' }));
  await eventually(() => expect(text(screen)).toContain('Scegli che cosa guardare'));
});

test('a day is compared with any other, whose start is chosen and stands in the address', async () => {
  const screen = await open('&periodo=2026-06-09&linee=impianto.eday');
  const comparison = await eventually(() => getByRole(screen, 'combobox', { name: 'Confronta con' }));
  fireEvent.change(comparison, { target: { value: 'own' } });
  await eventually(() => expect(location.search).toContain('confronto=2026-06-08T00%3A00'));
  const start = await eventually(() => getByLabelText(screen, 'Inizio del confronto'));
  fireEvent.input(start, { target: { value: '2026-06-05T00:00' } });
  await eventually(() => expect(rowsOf(screen)[1]?.[0]).toContain('5 giugno 2026'));
  const energy = async (query: string) => {
    history.pushState(null, '', `/?vista=analisi&linee=impianto.eday&${query}`);
    dispatchEvent(new PopStateEvent('popstate'));
    return eventually(() => {
      const found = rowsOf(screen).at(-1);
      expect(found?.[5]).toMatch(/kWh$/);
      return found?.[5];
    });
  };
  const other = await eventually(() => {
    const shown = rowsOf(screen)[1]?.[5];
    expect(shown).toMatch(/kWh$/);
    return shown;
  });
  await energy('periodo=2026-06-05');
  await eventually(async () => expect(rowsOf(screen)[0]?.[5]).toBe(other));
});

test('the energy of a day is that of the statistics', async () => {
  const screen = await open('&periodo=2026-06-09&linee=impianto.eday');
  await eventually(() => expect(rowsOf(screen)[0]?.[5]).toMatch(/kWh$/));
  const shown = rowsOf(screen)[0]?.[5] ?? '';
  history.pushState(null, '', '/?periodo=2026-06-09');
  dispatchEvent(new PopStateEvent('popstate'));
  await eventually(() =>
    expect(text(getByRole(screen, 'heading', { level: 1 }))).toContain(`9 giugno 2026: ${shown}`),
  );
});

test('a third unit is refused with the reason; a line of the address that has one is not drawn', async () => {
  const screen = await open('&periodo=2026-06-09&linee=impianto.pac%2Cimpianto.poa');
  const field = await eventually(() => getByRole(screen, 'combobox', { name: 'Aggiungi una linea' }));
  fireEvent.input(field, { target: { value: 'impianto temperatura aria' } });
  const option = await eventually(() => getByRole(getByRole(screen, 'listbox'), 'option'));
  expect(option.getAttribute('aria-disabled')).toBe('true');
  expect(text(option)).toContain('kW, W/m²');
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(location.search).not.toContain('tamb');
});

test('a view is kept under a name, found again, and deleted', async () => {
  const screen = await open('&periodo=2026-06-09&linee=impianto.pac');
  const name = await eventually(() => getByRole(screen, 'textbox', { name: 'Nome della vista' }));
  fireEvent.input(name, { target: { value: 'Potenza di ieri' } });
  const button = getByRole(screen, 'button', { name: 'Salva la vista' });
  fireEvent.submit(button.closest('form') ?? button);
  const link = await eventually(() => getByRole(screen, 'link', { name: 'Potenza di ieri' }));
  expect(link.getAttribute('href')).toBe(
    '/stats&reports?vista=analisi&periodo=2026-06-09&linee=impianto.pac',
  );
  fireEvent.click(getByRole(screen, 'button', { name: 'Elimina la vista Potenza di ieri' }));
  await eventually(() => expect(queryByRole(screen, 'link', { name: 'Potenza di ieri' })).toBeNull());
});

test('a datalogger without an archive of signals: it is said, and the rest of the screen stays', async () => {
  const screen = await open('&linee=impianto.pac', console =>
    console.refuse('/api/dati_impianto/archivio', 404),
  );
  await eventually(() =>
    expect(text(screen)).toContain('Questo datalogger non fornisce le serie di dati per l’analisi.'),
  );
  expect(getAllByRole(screen, 'link').map(text)).toEqual(['Statistiche', 'Report', 'Analisi']);
  expect(screen.textContent).not.toMatch(/NaN|undefined|\[object/);
});

test('an invalid time is this week, and the address says so', async () => {
  const screen = await open('&periodo=ieri-laltro&linee=impianto.pac');
  await eventually(() => expect(location.search).toContain('periodo=settimana&'));
  expect(text(getByRole(screen, 'heading', { level: 1 }))).toBe('Analisi: 8–14 giugno 2026');
});
