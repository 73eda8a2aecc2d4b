import { fireEvent, getAllByTitle, getByRole, getByText, queryByRole, waitFor } from '@testing-library/dom';
import { afterEach, expect, test } from 'vitest';
import { refreshAll } from '../../../../src/console/data/poll';
import { Screen } from '../../../../src/console/screens/meters/Meters';
import { quadrantOf } from '../../../../src/console/screens/meters/quadrant';
import type { Fault } from '../../../../src/datalogger/sources/simulator/faults/faults';
import { configClient } from '../../../support/config-client';
import { type ConsolePage, openConsole } from '../../../support/console-page';
import { eventually } from '../../../support/eventually';

let page: ConsolePage | undefined;

afterEach(async () => {
  history.replaceState(null, '', '/');
  await page?.close();
  page = undefined;
});

async function openMeters(faults: readonly Fault[] = []): Promise<HTMLElement> {
  page = await openConsole('normal', ['shell', 'devices', 'table', 'details', 'meters', 'alarms'], {
    size: 'medium',
    at: '2026-06-21T13:00:00+02:00',
  });
  for (const fault of faults) page.datalogger.plant.inject(fault);
  page.datalogger.plantClock.advance(600_000);
  const screen = page.show(<Screen />);
  await eventually(() => expect(titleOf(screen)).not.toMatch(/lettura/));
  return screen;
}

const plain = (text: string | null | undefined) => (text ?? '').replaceAll('\u00a0', ' ').trim();
const titleOf = (screen: HTMLElement) => plain(getByRole(screen, 'heading', { level: 1 }).textContent);
const rowOf = (screen: HTMLElement, name: string) => getByRole(screen, 'rowheader', { name }).closest('tr');

test('the title says what is produced and where it goes; the meter and the inverters are compared', async () => {
  const screen = await openMeters();
  expect(titleOf(screen)).toMatch(/^Produzione [\d,.]+ kW, (immissione|prelievo) [\d,.]+ kW$/);
  expect(screen.querySelector('.head p')?.textContent).toMatch(
    /^3 contatori letti, tutti aggiornati\. M1 Produzione e gli inverter concordano: scarto [\d,]+\s%\.$/,
  );
  expect(rowOf(screen, 'M1 Produzione')?.textContent).toContain('Produzione');
  expect(plain(getByText(screen, 'Prodotta oggi').closest('.fig')?.textContent)).toMatch(/kWh/);
  expect(screen.textContent).not.toMatch(/NaN|undefined|null|\[object|Infinity/);
});

test('what is exported and imported today is split by the bands, and the reactive energy by quadrants', async () => {
  const screen = await openMeters();
  const bands = await eventually(() => {
    const table = getByText(screen, 'Fasce orarie di oggi').closest('section');
    // 21 June 2026 is a Sunday.
    expect(plain(table?.textContent)).toMatch(/F1.*festivi\d/);
    return table;
  });
  const cells = [...(bands?.querySelectorAll('td.n') ?? [])].map(cell => plain(cell.textContent));
  expect(cells.slice(0, 4)).toEqual(['0,0', '0,0', '0,0', '0,0']);
  expect(cells[4]).toMatch(/^[1-9]/);
  history.pushState(null, '', '/?dispositivo=2');
  dispatchEvent(new PopStateEvent('popstate'));
  const drawer = await eventually(() => getByRole(screen, 'dialog', { name: 'M2 Scambio' }));
  expect(plain(drawer.textContent)).toMatch(/Reattiva III, prelievo induttivo[\d.]+,\d kvarh/);
});

test('a meter that does not answer is named, hatched with its age, and in no title', async () => {
  const screen = await openMeters([{ kind: 'override-silent', group: 'contatori', id: 1 }]);
  expect(titleOf(screen)).toMatch(/^(Immissione|Prelievo) /);
  expect(screen.querySelector('.head p')?.textContent).toMatch(/^M1 Produzione non comunica da 10\smin\./);
  const row = rowOf(screen, 'M1 Produzione');
  expect(row?.className).toBe('stale');
  expect(row?.querySelector('.age')?.textContent).toMatch(/^10\smin$/);
});

test('a value that a device never reports says so in its drawer, one that it reports does not', async () => {
  const screen = await openMeters([
    { kind: 'override', group: 'contatori', id: 2, point: 'f', value: null },
    { kind: 'override', group: 'contatori', id: 2, point: 'er4', value: null },
  ]);
  for (let passed = 0; passed < 700; passed += 10) {
    page?.datalogger.plantClock.advance(10_000);
    page?.datalogger.bringUpToDate();
  }
  history.pushState(null, '', '/?dispositivo=2');
  dispatchEvent(new PopStateEvent('popstate'));
  const drawer = await eventually(() => getByRole(screen, 'dialog', { name: 'M2 Scambio' }));
  const shownAt = (label: RegExp) => plain(getByText(drawer, label).nextElementSibling?.textContent);
  await eventually(() => expect(shownAt(/^Frequenza/)).toBe('— non comunicato dal dispositivo'));
  expect(shownAt(/^Reattiva IV/)).toBe('— non comunicato dal dispositivo');
  expect(shownAt(/^Reattiva III/)).toMatch(/kvarh$/);
});

test('a meter that measures something else than the inverters is shown', async () => {
  const screen = await openMeters([{ kind: 'override', group: 'contatori', id: 1, point: 'p', value: 100 }]);
  expect(screen.querySelector('.head p')?.textContent).toMatch(/gli inverter non concordano: scarto \d/);
});

test('a sum that lacks a silent inverter is not compared, and the inverter is named', async () => {
  const screen = await openMeters([{ kind: 'inverter-silent', inverter: 9 }]);
  await eventually(() =>
    expect(screen.querySelector('.head p')?.textContent).toMatch(
      /INV 09 non comunica da \d+\smin: la somma degli inverter è incompleta\.$/,
    ),
  );
  expect(screen.textContent).not.toContain('concordano');
});

test('a meter that measures more than the sum says which inverter is disabled', async () => {
  const screen = await openMeters();
  if (page) await configClient(page.datalogger).change('inverters', { abilitato: false }, 4);
  page?.datalogger.plantClock.advance(60_000);
  page?.datalogger.bringUpToDate();
  refreshAll();
  await eventually(() =>
    expect(screen.querySelector('.head p')?.textContent).toMatch(
      /non concordano: scarto [\d,]+\s%\. INV 04 è fuori servizio: la somma degli inverter è incompleta\.$/,
    ),
  );
});

test('a row opens its drawer at an address of its own; Esc closes it, and the focus is back in the row', async () => {
  const screen = await openMeters();
  const link = getByRole(screen, 'link', { name: 'M2 Scambio' });
  expect(link.getAttribute('href')).toBe('/?dispositivo=2');
  history.pushState(null, '', '/?dispositivo=2');
  dispatchEvent(new PopStateEvent('popstate'));
  const drawer = await eventually(() => getByRole(screen, 'dialog', { name: 'M2 Scambio' }));
  expect(rowOf(screen, 'M2 Scambio')?.getAttribute('aria-selected')).toBe('true');
  expect(plain(drawer.textContent)).toMatch(/Quadrante(I|IV), immissione|Quadrante(II|III), prelievo/);
  await eventually(() => getByRole(drawer, 'application', { name: /Potenza attiva: massimo/ }));
  await waitFor(() => getByText(drawer, 'Nessun allarme registrato.'));
  fireEvent.keyDown(document, { key: 'Escape' });
  await waitFor(() => expect(queryByRole(screen, 'dialog')).toBeNull());
  expect(location.search).toBe('');
  await waitFor(() => expect(document.activeElement).toBe(getByRole(screen, 'link', { name: 'M2 Scambio' })));
});

test('while nobody answers, the title says since when, and what was there stands still', async () => {
  const screen = await openMeters();
  page?.cutLine(true);
  refreshAll();
  await waitFor(() => expect(titleOf(screen)).toMatch(/^Produzione|^Stato non noto/));
  await eventually(() => {
    refreshAll();
    expect(titleOf(screen)).toMatch(/^Stato non noto dalle 13:10$/);
  });
  expect(rowOf(screen, 'M3 Ausiliari')?.className).toBe('stale');
});

test.each([
  [10, 5, 1],
  [-10, 5, 2],
  [-10, -5, 3],
  [10, -5, 4],
  [10, 0, 1],
  [0, 0, null],
  [null, 5, null],
])('P %s and Q %s are in quadrant %s', (p, q, quadrant) => {
  expect(quadrantOf(p, q)).toBe(quadrant);
});

test('a power beyond what the meter can measure is a dash with its reason and the last valid value', async () => {
  const screen = await openMeters();
  const valid = plain(rowOf(screen, 'M1 Produzione')?.querySelector('td.n')?.textContent);
  expect(valid).toMatch(/^\d/);
  if (page) await configClient(page.datalogger).change('contatori', { potenza_max: 1 }, 1);
  page?.datalogger.plantClock.advance(60_000);
  page?.datalogger.bringUpToDate();
  refreshAll();
  const [why] = await eventually(() => getAllByTitle(screen, /^scartato: oltre .* kW, .* fa$/));
  expect(why?.closest('tr')).toBe(rowOf(screen, 'M1 Produzione'));
  expect(plain(why?.textContent)).toMatch(/^— scartato: oltre .*; ultimo valore valido [\d.,]+ kW, .+ fa$/);
  history.pushState(null, '', '/?dispositivo=1');
  dispatchEvent(new PopStateEvent('popstate'));
  const drawer = await eventually(() => getByRole(screen, 'dialog', { name: 'M1 Produzione' }));
  await eventually(() =>
    expect(plain(drawer.textContent)).toMatch(/— scartato: oltre .*; ultimo valore valido [\d.,]+ kW/),
  );
});

test('the power of all meters is drawn against each other', async () => {
  const screen = await openMeters();
  const chart = await eventually(() => getByRole(screen, 'region', { name: 'Potenza attiva' }));
  await eventually(() => {
    const entries = [...chart.querySelectorAll('.key button')].map(entry => plain(entry.textContent));
    expect(entries).toEqual(['M1 Produzione, kW', 'M2 Scambio', 'M3 Ausiliari']);
  });
});
