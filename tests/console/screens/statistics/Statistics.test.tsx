import { fireEvent, getByLabelText, getByRole, getByText, queryByRole, waitFor } from '@testing-library/dom';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deviceFacts } from '../../../../src/console/data/facts';
import { refresh } from '../../../../src/console/data/poll';
import { setLowTraffic } from '../../../../src/console/data/traffic';
import { Screen } from '../../../../src/console/screens/statistics/Statistics';
import { type ConsolePage, openConsole } from '../../../support/console-page';
import { eventually } from '../../../support/eventually';

let page: ConsolePage | undefined;

// Charts are tested in a browser: here they wait until they are asked for.
beforeEach(() => setLowTraffic(true));

afterEach(async () => {
  setLowTraffic(false);
  history.replaceState(null, '', '/');
  await page?.close();
  page = undefined;
});

async function openStatistics(address = '/'): Promise<HTMLElement> {
  page = await openConsole('normal', ['shell', 'devices', 'table', 'statistics'], {
    size: 'small',
    at: '2026-06-10T13:42:10+02:00',
    historyDays: 14,
  });
  history.replaceState(null, '', address);
  return page.show(<Screen />);
}

const plain = (text: string | null | undefined) => (text ?? '').replaceAll('\u00a0', ' ').trim();
const titleOf = (screen: HTMLElement) => plain(getByRole(screen, 'heading', { level: 1 }).textContent);
const isRead = (screen: HTMLElement) =>
  eventually(() => expect(titleOf(screen)).toMatch(/: [\d,.]+ [kM]Wh$/));
const reports = () => page?.requests.filter(path => path.startsWith('/api/report')) ?? [];

test('the month is said in a sentence: how much, how far it has come, and whether it was right', async () => {
  const screen = await openStatistics();
  await isRead(screen);
  expect(titleOf(screen)).toMatch(/^Giugno 2026: /);
  expect(plain(screen.querySelector('.head p')?.textContent)).toMatch(
    /^Giorno 10 di 30, in corso\. (.* l’attesa|Come atteso)\./,
  );
  expect(reports()).toEqual(['/api/report?tipo=mensile&d=2026-06']);
  const table = getByRole(screen, 'region', { name: 'Tabella' });
  expect([...table.querySelectorAll('tbody th')].map(({ textContent }) => textContent)[0]).toBe('10 giugno');
  expect(table.querySelectorAll('tbody tr')).toHaveLength(10);
  expect(screen.textContent).not.toMatch(/NaN|undefined|null|\[object|Infinity/);
});

test('says that the history of a first start is still being written, and reads the report again when it is whole', async () => {
  const screen = await openStatistics();
  expect(screen.textContent).not.toContain('storia dell’impianto');
  page?.change('/api/auth/generale/1', { storia_scritta: 40 });
  refresh(deviceFacts);
  await eventually(() =>
    expect(plain(screen.querySelector('.head [role=status]')?.textContent)).toBe(
      'La storia dell’impianto simulato è scritta al 40 %: i periodi più vecchi sono ancora incompleti.',
    ),
  );
  await isRead(screen);
  const before = reports().length;
  page?.change('/api/auth/generale/1', {});
  // The screen looks again by itself.
  await eventually(() => expect(screen.querySelector('.head [role=status]')).toBeNull());
  await eventually(() => expect(reports().length).toBe(before + 1));
});

test('the period is in the address; back leads to the one before, and only what there is can be chosen', async () => {
  const screen = await openStatistics('/?periodo=2026-06-03');
  await isRead(screen);
  expect(titleOf(screen)).toMatch(/^3 giugno 2026: /);
  expect(getByLabelText(screen, 'Giorno')).toMatchObject({ min: '2026-05-27', max: '2026-06-10' });
  fireEvent.click(getByRole(screen, 'button', { name: 'Precedente: 2 giugno 2026' }));
  await eventually(() => expect(titleOf(screen)).toMatch(/^2 giugno 2026: /));
  expect(location.search).toBe('?periodo=2026-06-02');
  fireEvent.click(getByRole(screen, 'button', { name: 'Mese' }));
  await eventually(() => expect(titleOf(screen)).toMatch(/^Giugno 2026: /));
  const months = [...getByRole(screen, 'combobox', { name: 'Mese' }).querySelectorAll('option')];
  expect(months.map(({ textContent }) => textContent)).toEqual(['giugno 2026', 'maggio 2026']);
  expect(getByRole(screen, 'button', { name: 'Successivo: luglio 2026' })).toMatchObject({ disabled: true });
  fireEvent.click(getByRole(screen, 'button', { name: 'Tutto' }));
  await eventually(() => expect(titleOf(screen)).toMatch(/^Tutti gli anni: /));
  expect(location.search).toBe('?periodo=tutto');
  expect(queryByRole(screen, 'group', { name: 'Periodo mostrato' })).toBeNull();
});

test.each(['2026-02-31', '2027-01', 'ieri'])(
  '%s is no period: the current month is shown, and the address says so',
  async name => {
    const screen = await openStatistics(`/?periodo=${name}`);
    await isRead(screen);
    expect(titleOf(screen)).toMatch(/^Giugno 2026: /);
    expect(location.search).toBe('?periodo=2026-06');
  },
);

test('a period before the archive says so, and since when there is data', async () => {
  const screen = await openStatistics('/?periodo=2025-03');
  await eventually(() => expect(titleOf(screen)).toBe('Marzo 2025: nessun dato'));
  expect(screen.querySelector('.head p')?.textContent).toBe('Inizio dell’archivio: 27 maggio 2026.');
  expect(queryByRole(screen, 'region', { name: 'Tabella' })).toBeNull();
});

test('a plant younger than the period says from when on it counts', async () => {
  const screen = await openStatistics('/?periodo=2026-05');
  await eventually(() => expect(titleOf(screen)).toMatch(/^Maggio 2026: /));
  expect(screen.querySelector('.head p')?.textContent).toContain('Dati dal 27 maggio 2026.');
});

test('a period that is over is asked for once, also when one comes back to it', async () => {
  const screen = await openStatistics('/?periodo=2026-05');
  await isRead(screen);
  fireEvent.click(getByRole(screen, 'button', { name: 'Successivo: giugno 2026' }));
  await eventually(() => expect(titleOf(screen)).toMatch(/^Giugno 2026: /));
  fireEvent.click(getByRole(screen, 'button', { name: 'Precedente: maggio 2026' }));
  await eventually(() => expect(titleOf(screen)).toMatch(/^Maggio 2026: /));
  expect(reports()).toHaveLength(2);
});

test('formulae come when they are asked for, with the values in them', async () => {
  const screen = await openStatistics('/?periodo=2026-05');
  await isRead(screen);
  expect(screen.querySelector('.formula')).toBeNull();
  const button = getByRole(screen, 'button', { name: 'Formule' });
  fireEvent.click(button);
  await waitFor(() => expect(button.getAttribute('aria-expanded')).toBe('true'));
  expect(screen.textContent).toMatch(/E \/ Er ≈ [\d.,]+ \/ [\d.,]+/);
});

test('the inverters stand beside each other, and the lowest is named', async () => {
  setLowTraffic(false);
  const screen = await openStatistics('/?periodo=2026-06-09');
  await isRead(screen);
  const name = /^Il più basso: INV 0\d, [−+]?[\d,]+\s% rispetto alla mediana\. Frecce/;
  const drawing = await eventually(() => getByRole(screen, 'application', { name }));
  const panel = drawing.closest('section');
  expect([...(panel?.querySelectorAll('tbody th') ?? [])].map(({ textContent }) => textContent)).toEqual([
    'INV 01',
    'INV 02',
  ]);
});

test('on a metered line the chart waits until it is asked for', async () => {
  const screen = await openStatistics();
  await isRead(screen);
  expect(screen.querySelector('.plot')).toBeNull();
  expect(getByRole(screen, 'button', { name: 'Mostra il grafico' })).toBeTruthy();
});

test('where the report is refused, the panel says so and offers another try', async () => {
  const screen = await openStatistics('/?periodo=2026-05');
  page?.refuse('/api/report', 500);
  await waitFor(() => getByText(screen, 'Report non disponibile. Riprova.'));
  expect(screen.querySelector('.figs')?.textContent).toContain('—');
});

test('a datalogger without reports: one sentence, and the energy that the calls of the specification give', async () => {
  const screen = await openStatistics('/?periodo=2026-06');
  page?.refuse('/api/report', 404);
  await waitFor(() => getByText(screen, 'Questo datalogger non fornisce i report di un periodo.'));
  await waitFor(() => getByText(screen, '10 giugno'));
  expect(screen.querySelector('.figs')).toBeNull();
  expect(screen.querySelector('main, .sheet')?.textContent).toMatch(/Energia prodotta: [\d.,]+\s[kM]Wh/);
});
