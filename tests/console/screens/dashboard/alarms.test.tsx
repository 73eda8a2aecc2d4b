import { getByRole, getByText, queryByRole, queryByText } from '@testing-library/dom';
import { afterEach, describe, expect, test } from 'vitest';
import { noteMiss } from '../../../../src/console/data/connection';
import { refreshAll } from '../../../../src/console/data/poll';
import { AlarmPanel } from '../../../../src/console/screens/dashboard/AlarmPanel';
import { Screen } from '../../../../src/console/screens/dashboard/Dashboard';
import { type ConsolePage, openConsole } from '../../../support/console-page';
import { eventually } from '../../../support/eventually';

let page: ConsolePage;

afterEach(async () => {
  localStorage.clear();
  await page.close();
});

const parts = ['shell', 'devices', 'dashboard'] as const;
const noon = { size: 'medium', at: '2026-06-10T13:00:00+02:00' } as const;

async function openPlant(): Promise<void> {
  page = await openConsole('normal', parts, noon);
  page.datalogger.plant.inject({ kind: 'inverter-trip', inverter: 7, cause: 'ground' });
  // Stopped by hand, which is an alarm of the lowest priority.
  page.datalogger.plant.inject({ kind: 'override', group: 'inverter', id: 5, point: 'evt', value: 1 << 6 });
  await page.datalogger.run(60);
}

async function openDashboard(): Promise<HTMLElement> {
  await openPlant();
  const screen = page.show(<Screen />);
  await eventually(() => getByText(screen, 'Guasto a terra'));
  return screen;
}

const tileOf = (screen: HTMLElement, name: string) =>
  getByText(screen, name, { selector: '.tile > span' }).closest('.tile');

describe('the panel of the alarms', () => {
  test('names what waits, with its age, and leads to the alarm and to the list', async () => {
    const screen = await openDashboard();
    getByText(screen, '2 da riconoscere');
    expect(getByRole(screen, 'link', { name: 'Tutti (2)' }).getAttribute('href')).toBe('/allarmi');
    expect(getByText(screen, 'Guasto a terra').getAttribute('href')).toMatch(/^\/allarmi\?aperto=\d+$/);
    expect([...screen.querySelectorAll('.alist li')].map(item => item.textContent)).toEqual([
      expect.stringMatching(/^Guasto a terraINV 07(, 1 conseguenza)?\d+\ssRiconosci$/),
      expect.stringMatching(/^Arresto manualeINV 05\d+\ssRiconosci$/),
    ]);
  });

  test('says that the state is unknown when the connection is lost before the alarms have come', async () => {
    await openPlant();
    page.cutLine(true);
    const panel = page.show(<AlarmPanel />);
    const sentMs = performance.now();
    noteMiss('network', sentMs, null);
    noteMiss('network', sentMs + 1000, null);
    await eventually(() => getByText(panel, 'Stato non noto'));
    expect(panel.querySelector('.alist')).toBeNull();
  });

  test('acknowledges at a press; the alarm stays, and no longer asks for anything', async () => {
    const screen = await openDashboard();
    getByRole(screen, 'button', { name: 'Riconosci: INV 07: Guasto a terra' }).click();
    await eventually(() => getByText(screen, '1 da riconoscere'));
    await eventually(() => expect(queryByRole(screen, 'button', { name: /Guasto a terra/ })).toBeNull());
    getByText(screen, 'Guasto a terra');
    expect(screen.querySelectorAll('.alist .al.p1.un')).toHaveLength(0);
  });

  test('says when another was there before', async () => {
    const screen = await openDashboard();
    const token = page.datalogger.login('admin');
    const { righe } = await (await page.datalogger.request('/api/allarmi', { token })).json();
    await page.datalogger.request(`/api/allarmi/${righe[0].id}/riconosci`, {
      method: 'POST',
      token,
      json: {},
    });
    getByRole(screen, 'button', { name: 'Riconosci: INV 07: Guasto a terra' }).click();
    await eventually(() => getByText(screen, /^Già riconosciuto da admin alle 13:01:\d\d/));
  });

  test('follows the counts', async () => {
    const screen = await openDashboard();
    const reads = () => page.requests.filter(path => path === '/api/allarmi?raggruppa=causa').length;
    const before = reads();
    page.datalogger.plant.inject({ kind: 'inverter-trip', inverter: 3, cause: 'ground' });
    await page.datalogger.run(30);
    refreshAll();
    await eventually(() => getByText(screen, '3 da riconoscere'));
    await eventually(() => expect(screen.querySelectorAll('.alist li')).toHaveLength(3));
    expect(reads()).toBeGreaterThan(before);
  });

  test('says that nothing is the matter', async () => {
    page = await openConsole('normal', parts, noon);
    const screen = page.show(<Screen />);
    await eventually(() => getByText(screen, 'Nessun allarme attivo'));
    getByRole(screen, 'link', { name: 'Tutti (0)' });
  });

  test('is not there where the datalogger has no alarms: the dashboard is as before', async () => {
    await openPlant();
    page.refuse('/api/allarmi', 404);
    const screen = page.show(<Screen />);
    await eventually(() => expect(queryByText(screen, 'Allarmi attivi')).toBeNull());
    await eventually(() => expect(screen.querySelector('.side4')).toBeNull());
    await eventually(() => expect(tileOf(screen, 'INV 07')?.className).toBe('tile p2'));
    expect(tileOf(screen, 'INV 07')?.querySelector('.al.p2')).not.toBeNull();
  });
});

test('the sign of the gravest alarm takes the place of the waveform, and its edge that of the tile', async () => {
  const screen = await openDashboard();
  await eventually(() => expect(tileOf(screen, 'INV 07')?.className).toBe('tile p1'));
  const sign = tileOf(screen, 'INV 07')?.querySelector('.al.p1.un');
  expect(sign?.getAttribute('aria-label')).toBe('Allarme da riconoscere, priorità: Critica');
  expect(tileOf(screen, 'INV 08')?.querySelector('.al')).toBeNull();
  await eventually(() => expect(screen.querySelectorAll('.sv .al.p1')).toHaveLength(2));
});

test('the outline of an inverter in the drawing goes with the connection', async () => {
  const screen = await openDashboard();
  const outlined = () =>
    [...screen.querySelectorAll('.sv .k')].filter(box => box.getAttribute('style')?.includes('--p1-e'));
  // Of the horizontal drawing and of the upright one.
  await eventually(() => expect(outlined()).toHaveLength(2));
  page.cutLine(true);
  const sentMs = performance.now();
  noteMiss('network', sentMs, null);
  noteMiss('network', sentMs + 1000, null);
  await eventually(() => expect(screen.querySelector('.sv .nc')).not.toBeNull());
  expect(outlined()).toHaveLength(0);
});
