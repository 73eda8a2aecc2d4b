import { getAllByRole, getByRole, getByText, queryByRole, queryByText } from '@testing-library/dom';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refreshAll } from '../../../../src/console/data/poll';
import { setLowTraffic } from '../../../../src/console/data/traffic';
import { Screen } from '../../../../src/console/screens/dashboard/Dashboard';
import { DashboardSheet } from '../../../../src/console/screens/dashboard/DashboardSheet';
import type { Fault } from '../../../../src/datalogger/sources/simulator/faults/faults';
import { type ConsolePage, openConsole } from '../../../support/console-page';
import type { TestOptions } from '../../../support/datalogger';
import { eventually } from '../../../support/eventually';

let page: ConsolePage;

beforeEach(() => setLowTraffic(false));
afterEach(async () => {
  setLowTraffic(false);
  localStorage.clear();
  await page.close();
});

const noon: TestOptions = { size: 'medium', at: '2026-06-10T13:00:00+02:00', historyDays: 1 };

/** The dashboard of a plant on which the faults have been for ten minutes. */
async function openDashboard(options: TestOptions = {}, faults: readonly Fault[] = []): Promise<HTMLElement> {
  page = await openConsole('normal', ['devices', 'dashboard'], { ...noon, ...options });
  for (const fault of faults) page.datalogger.plant.inject(fault);
  if (faults.length > 0) page.datalogger.plantClock.advance(600_000);
  const screen = page.show(<Screen />);
  await eventually(() => expect(titleOf(screen)).not.toBe('Lettura dell’impianto'));
  await eventually(() => getAllByRole(screen, 'img', { name: /^Schema unifilare/ }));
  return screen;
}

const titleOf = (screen: HTMLElement) => getByRole(screen, 'heading', { level: 1 }).textContent;
const figureOf = (screen: HTMLElement, label: string) =>
  getByText(screen, label).closest('.fig')?.querySelector('b')?.textContent?.trim();
const tileOf = (screen: HTMLElement, name: string) => getByText(screen, name).closest('.tile');
const textOf = (screen: HTMLElement) => screen.textContent ?? '';
const neverShown = /NaN|undefined|null|\[object|Infinity/;

describe('a plant at work', () => {
  test('says how it is doing, in words, figures and drawings', async () => {
    const screen = await openDashboard();
    expect(titleOf(screen)).toBe('In produzione');
    getByText(screen, 'Tutti e 10 gli inverter in produzione.');
    expect(figureOf(screen, 'Potenza attiva')).toMatch(/^\d{2,3},\d kW$/);
    expect(figureOf(screen, 'Energia totale')).toMatch(/^22\.\d{3} MWh$/);
    expect(screen.querySelectorAll('.tile:not(.hd)')).toHaveLength(10);
    const [summary] = getAllByRole(screen, 'img', { name: /^Schema unifilare/ });
    expect(summary?.getAttribute('aria-label')).toMatch(
      /10 inverter: In produzione 10; dispositivo di interfaccia Chiuso; produzione \d+,\d\skW/,
    );
    await eventually(() => getByRole(screen, 'application', { name: /^Potenza attiva di oggi.*Massimo/ }));
    expect(textOf(screen)).not.toMatch(neverShown);
  });

  test('asks for live values in one request of at most 1 kB, and once for the day', async () => {
    const screen = await openDashboard();
    await eventually(() => getByRole(screen, 'application', { name: /^Potenza attiva di oggi.*Massimo/ }));
    const asked = (path: string) => page.requests.filter(request => request.includes(path));
    expect(asked('/RT')).toHaveLength(1);
    expect(asked('/daily').map(decodeURIComponent)).toEqual([
      '/api/dati_impianto/daily?m=impianto.pac,impianto.pattesa,impianto.poa&d=2026-06-10',
    ]);
    const token = page.datalogger.login('normal');
    const reply = await page.datalogger.request(asked('/RT')[0] ?? '', { token });
    const zipped = new Response(await reply.text()).body?.pipeThrough(new CompressionStream('gzip'));
    expect((await new Response(zipped).arrayBuffer()).byteLength).toBeLessThan(1000);
  });

  test('the beads on the conductors can be stopped', async () => {
    const screen = await openDashboard();
    expect(screen.querySelector('.d')).not.toBeNull();
    const pause = getByRole(screen, 'button', { name: 'Ferma l’animazione' });
    pause.click();
    await eventually(() => expect(pause.getAttribute('aria-pressed')).toBe('true'));
    expect(screen.querySelector('.d')).toBeNull();
  });

  test('the panel of the alarms, once there is one, stands beside the curve', async () => {
    page = await openConsole('normal', ['devices', 'dashboard'], noon);
    const screen = page.show(<DashboardSheet alarms={<b>Allarmi</b>} />);
    await eventually(() => expect(screen.querySelector('.c7 h2')?.textContent).toBe('Potenza di oggi'));
    await eventually(() => expect(getByText(screen, 'Allarmi').parentElement?.className).toBe('c5 side4'));
    const tile = await eventually(() => getByRole(screen, 'link', { name: /^INV 01/ }));
    expect(tile.getAttribute('href')).toBe('/impianto/inverters?dispositivo=1');
  });
});

describe('inverters in trouble', () => {
  const faults: readonly Fault[] = [
    { kind: 'inverter-derating', inverter: 4, percent: 40 },
    { kind: 'inverter-trip', inverter: 7, cause: 'isolation' },
    { kind: 'inverter-silent', inverter: 9 },
  ];

  test('are named under the title', async () => {
    const screen = await openDashboard({}, faults);
    expect(titleOf(screen)).toBe('In produzione, con anomalie');
    getByText(
      screen,
      '8 inverter su 10 erogano, 1 dei quali limitato. INV 07 è in guasto; INV 09 non comunica da 10 min.',
    );
  });

  test('show by sign and word; the silent one is marked as old and is in no median', async () => {
    const screen = await openDashboard({}, faults);
    expect(tileOf(screen, 'INV 07')?.className).toBe('tile p2');
    expect(tileOf(screen, 'INV 07')?.textContent).toContain('Guasto');
    expect(tileOf(screen, 'INV 07')?.querySelector('.al.p2')).not.toBeNull();
    expect(tileOf(screen, 'INV 04')?.textContent).toMatch(/−\d+\s%Limitato$/);
    expect(tileOf(screen, 'INV 09')?.className).toBe('tile stale');
    expect(tileOf(screen, 'INV 09')?.textContent).toMatch(/10\smin fa/);
    const drawing = getAllByRole(screen, 'img', { name: /^Schema unifilare/ })[0];
    expect(drawing?.getAttribute('aria-label')).toContain(
      'In produzione 7, Limitato 1, Guasto 1, Senza comunicazione 1',
    );
    expect(drawing?.querySelectorAll('.al.p2')).toHaveLength(1);
  });
});

test('an open interface device is the summary', async () => {
  const screen = await openDashboard({}, [{ kind: 'ddi-open' }]);
  expect(titleOf(screen)).toBe('Impianto staccato dalla rete');
  expect(screen.querySelector('.sld')?.textContent).toContain('Aperto');
});

test('at night the plant is at rest', async () => {
  const screen = await openDashboard({ at: '2026-06-10T23:30:00+02:00' });
  expect(titleOf(screen)).toBe('Notte: impianto a riposo');
  expect(screen.querySelector('.sv .f')).toBeNull();
  expect(textOf(screen)).not.toMatch(neverShown);
});

test('more than 24 inverters are tiles without figures and blocks in the drawing', async () => {
  const screen = await openDashboard({ size: 'large', historyDays: 0 });
  expect(screen.querySelectorAll('.tile:not(.hd)')).toHaveLength(32);
  expect(screen.querySelectorAll('.tile b')).toHaveLength(0);
  expect(screen.querySelectorAll('.sld .k').length).toBeLessThan(32);
});

describe('when something does not answer', () => {
  test('a lost connection is said by the title, and every panel says of when its values are', async () => {
    const screen = await openDashboard();
    page.cutLine(true);
    refreshAll();
    await eventually(() => expect(titleOf(screen)).toBe('Stato non noto dalle 13:00'));
    getByText(screen, /^Ultimo stato ricevuto: In produzione\./);
    expect(screen.querySelector('.figs')?.className).toBe('figs stale');
    expect(screen.querySelectorAll('.tile.stale')).toHaveLength(10);
    expect(screen.querySelector('.sv .f, .sv .d')).toBeNull();
    expect(screen.querySelector('.sv .nc')).not.toBeNull();
    expect(
      getAllByRole(screen, 'heading', { name: 'Schema unifilare' })[0]?.parentElement?.textContent,
    ).toContain('dati delle 13:00');
    page.cutLine(false);
    refreshAll();
    await eventually(() => expect(titleOf(screen)).toBe('In produzione'));
    expect(screen.querySelector('.stale')).toBeNull();
  });

  test('a plant that is no longer sampled is not shown as live', async () => {
    const screen = await openDashboard({}, [{ kind: 'plant-silent' }]);
    expect(titleOf(screen)).toMatch(/^Stato non noto/);
  });

  test('a refusal is said, and no value is shown in its place', async () => {
    // The controller technician may not read the meters.
    page = await openConsole('cci', ['devices', 'dashboard'], noon);
    const screen = page.show(<Screen />);
    const note = await eventually(() => getByText(screen, 'Dati in tempo reale non disponibili.'));
    expect(note.parentElement?.textContent).toContain(
      'Il datalogger ha rifiutato la richiesta. Riprova; se continua, avvisa l’amministratore.',
    );
    expect(titleOf(screen)).toBe('Stato non noto');
    expect(figureOf(screen, 'Potenza attiva')).toBe('— kW');
  });

  test('a curve that fails leaves the rest of the page alone, and another try brings it back', async () => {
    page = await openConsole('normal', ['devices', 'dashboard'], noon);
    page.change('/api/dati_impianto/daily', { colonne: { t: [1, 2], 'impianto.pac': [1] } });
    const screen = page.show(<Screen />);
    await eventually(() => getByText(screen, 'Curva di oggi non aggiornata.'));
    getByText(screen, /La risposta del datalogger non è valida/);
    expect(titleOf(screen)).toBe('In produzione');
    page.change('/api/dati_impianto/daily', {});
    getByRole(screen, 'button', { name: 'Riprova' }).click();
    await eventually(() => getByRole(screen, 'application', { name: /Massimo/ }));
    expect(queryByText(screen, 'Curva di oggi non aggiornata.')).toBeNull();
  });

  test.each<[string, object]>([
    ['no columns', { colonne: null }],
    ['columns of different lengths', { colonne: { id: [1, 2], pac: [1] } }],
    ['a time that is none', { t: 'adesso' }],
  ])('malformed live values (%s) neither blank the page nor show a number', async (_, fields) => {
    page = await openConsole('normal', ['devices', 'dashboard'], noon);
    page.change('/api/dati_impianto/RT', fields);
    const screen = page.show(<Screen />);
    await eventually(() => expect(page.requests.some(path => path.includes('/RT'))).toBe(true));
    refreshAll();
    await eventually(() => expect(titleOf(screen)).toBe('Stato non noto'));
    expect(figureOf(screen, 'Potenza attiva')).toBe('— kW');
    expect(textOf(screen)).not.toMatch(neverShown);
  });

  test('cells of a wrong type are missing values', async () => {
    page = await openConsole('normal', ['devices', 'dashboard'], noon);
    const colonne = {
      gruppo: ['impianto', 'inverter'],
      id: [1, 1],
      nome: [null, {}],
      stato: ['4', '4'],
      eta: [0, null],
      q: [192, 192],
      pac: ['658', []],
    };
    page.change('/api/dati_impianto/RT', { colonne });
    const screen = page.show(<Screen />);
    await eventually(() => expect(titleOf(screen)).toBe('Stato non noto'));
    expect(figureOf(screen, 'Potenza attiva')).toBe('— kW');
    expect(screen.querySelector('.tile:not(.hd)')?.textContent).toBe('1 — kWStato non noto');
    expect(textOf(screen)).not.toMatch(neverShown);
  });

  test('a plant without inverters says so', async () => {
    page = await openConsole('normal', ['devices', 'dashboard'], noon);
    page.change('/api/dati_impianto/RT', {
      colonne: { gruppo: ['impianto'], id: [1], eta: [0], q: [192], pac: [0] },
    });
    const screen = page.show(<Screen />);
    await eventually(() => expect(titleOf(screen)).toBe('Nessun inverter configurato'));
  });
});

test('with low traffic the curve is fetched only when it is asked for, and nothing moves', async () => {
  setLowTraffic(true);
  const screen = await openDashboard();
  expect(page.requests.some(request => request.includes('/daily'))).toBe(false);
  expect(screen.querySelector('.sv .d')).toBeNull();
  expect(queryByRole(screen, 'button', { name: 'Ferma l’animazione' })).toBeNull();
  getByRole(screen, 'button', { name: 'Mostra grafico' }).click();
  await eventually(() => getByRole(screen, 'application', { name: /Massimo/ }));
  expect(page.requests.some(request => request.includes('/daily'))).toBe(true);
});
