import { getByRole, getByText, queryByRole } from '@testing-library/dom';
import { afterEach, expect, test } from 'vitest';
import { formatNumber } from '../../../../../src/console/i18n/format';
import { Screen } from '../../../../../src/console/screens/dashboard/Dashboard';
import { type ConsolePage, openConsole } from '../../../../support/console-page';
import { eventually } from '../../../../support/eventually';

let page: ConsolePage;

afterEach(async () => {
  localStorage.clear();
  await page?.close();
});

const name = 'La giornata passata';
const plant = { size: 'small', historyDays: 1, hasOneClock: true } as const;
const open = (at: string) =>
  openConsole('normal', ['shell', 'devices', 'dashboard', 'alarms'], { ...plant, at });

const figure = (screen: HTMLElement, label: string | RegExp) =>
  getByText(getByRole(screen, 'region', { name }), label).closest('.fig')?.textContent ?? '';

/** The dashboard some time after INV 02 tripped. */
async function openTripped(at: string, afterS: number): Promise<HTMLElement> {
  page = await open(at);
  page.datalogger.plant.inject({ kind: 'inverter-trip', inverter: 2, cause: 'ground' });
  await page.datalogger.run(afterS);
  const screen = page.show(<Screen />);
  await eventually(() => figure(screen, 'Energia persa'));
  return screen;
}

async function reportOfDay() {
  const token = page.datalogger.login('normal');
  const reply = await page.datalogger.request('/api/report?tipo=giornaliero&d=2026-06-10', { token });
  return reply.json();
}

test('the night tells the day with the figures of the report, and names what stands still', async () => {
  const screen = await openTripped('2026-06-10T19:00:00+02:00', 6900);
  expect(getByRole(screen, 'heading', { level: 1 }).textContent).toBe('Notte: INV 02 è in guasto');
  const { indici, perdite, inverter } = await reportOfDay();
  const day = figure(screen, 'Giornata del 10 giugno');
  expect(day).toContain(
    `${formatNumber(indici.energia, 1)}\u00a0kWh, ${formatNumber(indici.epi, 1)}\u00a0% dell’atteso`,
  );
  expect(day).toContain(`PR ${formatNumber(indici.pr, 1)}\u00a0%`);
  expect(indici.epi).toBeGreaterThan(97);
  const verdict = getByRole(screen, 'link', { name: 'Come atteso' });
  expect(verdict.getAttribute('href')).toBe('/stats&reports?periodo=2026-06-10');
  expect(perdite.persa).toBeGreaterThan(1);
  expect(figure(screen, 'Energia persa')).toContain(`${formatNumber(perdite.persa, 1)}\u00a0kWh Guasto, `);
  const [lowest] = [...inverter].sort((a, b) => a.scarto - b.scarto);
  expect(figure(screen, 'Inverter più basso')).toContain(`${lowest.nome} ${formatNumber(lowest.scarto, 1)}`);
  const worst = getByRole(screen, 'link', { name: lowest.nome });
  expect(worst.getAttribute('href')).toBe(`/impianto/inverters?dispositivo=${lowest.id}`);
});

test('an inverter that trips after dark costs nothing, and still nobody says that none stood still', async () => {
  const screen = await openTripped('2026-06-10T21:10:00+02:00', 120);
  expect(figure(screen, 'Energia persa')).toBe('Energia persa0,0\u00a0kWh Fermi e limiti senza perdite');
  const still = getByRole(screen, 'link', { name: /^INV 02: fermo dalle 21:1\d$/ });
  expect(still.getAttribute('href')).toBe('/impianto/inverters?dispositivo=2');
  expect(getByRole(screen, 'link', { name: '1 allarme attivo' }).getAttribute('href')).toBe('/allarmi');
  expect(figure(screen, 'Alba')).toMatch(/tra 8\sh\s\d+\smin Alle 05:\d\d/);
  // What the alarm says is not what is: the inverter is back, the report of a quarter of an hour ago does not know.
  page.datalogger.plant.clearFaults();
  await page.datalogger.run(60);
  await eventually(() => expect(queryByRole(screen, 'link', { name: /^INV 02: fermo/ })).toBeNull());
});

test('a day of which little was measured is not judged, and says so', async () => {
  page = await open('2026-06-10T21:40:00+02:00');
  const report = await reportOfDay();
  const none = Object.fromEntries(Object.keys(report.indici).map(index => [index, null]));
  const periodo = { ...report.periodo, copertura: 12, copertura_luce: 12, copertura_temperatura: 12 };
  page.change('/api/report', { periodo, indici: none, perdite: { ...report.perdite, persa: null } });
  const screen = page.show(<Screen />);
  await eventually(() => expect(figure(screen, 'Giornata del 10 giugno')).toContain('Non giudicabile'));
  expect(figure(screen, 'Giornata del 10 giugno')).toMatch(
    /≈\s[\d.,]+\skWh\. Misure insufficienti: luce e temperatura dei moduli misurate per il 12,0\s%/,
  );
  expect(figure(screen, 'Energia persa')).toBe('Energia persa— dati per il 12\u00a0%');
});

test.each([
  ['by day', '2026-06-10T13:00:00+02:00'],
  ['at dawn, when it is still dark', '2026-06-10T05:40:00+02:00'],
])('is not shown %s, and no report is asked for', async (_, at) => {
  page = await open(at);
  const screen = page.show(<Screen />);
  await eventually(() => getByRole(screen, 'application', { name: /^Potenza attiva di oggi/ }));
  await eventually(() => getByRole(screen, 'heading', { name: /^Inverter/ }));
  expect(queryByRole(screen, 'region', { name })).toBeNull();
  expect(page.requests.filter(request => request.includes('report'))).toEqual([]);
});
