import { fireEvent, getByRole, queryByRole } from '@testing-library/dom';
import { afterEach, expect, test } from 'vitest';
import { setLowTraffic } from '../../../../src/console/data/traffic';
import { Screen } from '../../../../src/console/screens/dashboard/Dashboard';
import { diagramOf } from '../../../../src/console/screens/dashboard/diagram';
import { flat, upright } from '../../../../src/console/screens/dashboard/diagram-layout';
import { drawingWords } from '../../../../src/console/screens/dashboard/diagram-words';
import { drawnDevices, hrefOf } from '../../../../src/console/screens/dashboard/touch/drawn-devices';
import { deviceAt } from '../../../../src/console/screens/dashboard/touch/places';
import type { Fault } from '../../../../src/datalogger/sources/simulator/faults/faults';
import { type ConsolePage, openConsole } from '../../../support/console-page';
import type { TestOptions } from '../../../support/datalogger';
import { eventually } from '../../../support/eventually';
import { exampleInverter, exampleLive } from '../../../support/live-plant';

const nothing = { facts: undefined, alarms: undefined };
let page: ConsolePage;
afterEach(async () => {
  setLowTraffic(false);
  await page.close();
});

const noon: TestOptions = { size: 'medium', at: '2026-06-10T13:00:00+02:00', historyDays: 1 };

/** The drawing of a dashboard, with the focus on it, and the keys that then choose a device. */
async function openDrawing(options: TestOptions = {}, faults: readonly Fault[] = []) {
  page = await openConsole('normal', ['devices', 'dashboard'], { ...noon, ...options });
  for (const fault of faults) page.datalogger.plant.inject(fault);
  if (faults.length > 0) await page.datalogger.run(90);
  const screen = page.show(<Screen />);
  const drawing = await eventually(() => getByRole(screen, 'application', { name: 'Schema unifilare' }));
  drawing.focus();
  await eventually(() => expect(drawing.getAttribute('aria-describedby')).not.toBeNull());
  const press = (key: string) => fireEvent.keyDown(drawing, { key });
  const card = (name: string) => eventually(() => getByRole(screen, 'dialog', { name }));
  return { screen, press, card };
}

test('the keys go through inverters, switches and meters; each tells value, day and way to its details', async () => {
  const { screen, press, card } = await openDrawing();
  press('ArrowRight');
  const first = await card('INV 01');
  expect(first.textContent).toMatch(/\d+,\d\skW ?In produzione/);
  await eventually(() =>
    expect(first.textContent).toMatch(/Andamento di oggi: massimo \d+,\d\skW alle \d\d:\d\d/),
  );
  expect(first.querySelector('.spark path')?.getAttribute('d')).not.toBe('');
  expect(getByRole(first, 'link').getAttribute('href')).toBe('/impianto/inverters?dispositivo=1');

  press('End');
  const main = await card('Generale');
  expect(main.textContent).toMatch(/Chiuso ?\d+,\d+\skV, \d\d,\d\d\sHz/);
  await eventually(() => expect(main.textContent).toMatch(/massimo \d\d,\d\d\skV/));
  expect(getByRole(main, 'link').getAttribute('href')).toBe('/impianto/prot-interfaccia?dispositivo=1');

  getByRole(main, 'button', { name: 'Dispositivo precedente' }).click();
  const meter = await card('M2 Scambio');
  expect(getByRole(meter, 'link').getAttribute('href')).toBe('/impianto/contatori?dispositivo=2');

  fireEvent.keyDown(document, { key: 'Escape' });
  await eventually(() => expect(queryByRole(screen, 'dialog')).toBeNull());
});

test('the chosen inverter is marked in the drawing, on its tile and on its alarm, and nothing else is', async () => {
  const { screen, press, card } = await openDrawing({}, [
    { kind: 'inverter-trip', inverter: 2, cause: 'ground' },
  ]);
  await eventually(() => expect(screen.querySelector('.alist li')).not.toBeNull());
  press('ArrowRight');
  press('ArrowRight');
  await card('INV 02');
  // In the balance of the day its rows are marked too.
  const marked = () =>
    [...screen.querySelectorAll('[data-chosen]')]
      .filter(each => !each.closest('.dayb'))
      .map(({ textContent }) => textContent);
  await eventually(() =>
    expect(marked()).toEqual([expect.stringContaining('Guasto a terra'), expect.stringContaining('INV 02')]),
  );
  press('ArrowRight');
  await eventually(() => expect(marked()).toEqual([expect.stringContaining('INV 03')]));
});

test('a silent inverter shows its last value as old, and says for how long', async () => {
  const { press, card } = await openDrawing({}, [{ kind: 'inverter-silent', inverter: 1 }]);
  press('Home');
  const silent = await card('INV 01');
  expect(silent.querySelector('.stale')?.textContent).toMatch(/Senza comunicazione, \d+\smin fa/);
});

test('where inverters are drawn by their state, a block tells how many and names some', async () => {
  page = await openConsole('normal', ['devices', 'dashboard', 'frame'], noon);
  const live = exampleLive({
    inverters: Array.from({ length: 30 }, (_, index) => exampleInverter(`INV ${index}`)),
  });
  const diagram = diagramOf(live, nothing, false);
  const [block] = drawnDevices({ live, diagram, words: drawingWords(live, undefined, diagram) });
  expect(block).toMatchObject({ name: 'In produzione', trend: null });
  expect(block?.notes).toEqual(['Inverter: 30', 'INV 0, INV 1, INV 2…']);
  expect(block && hrefOf(block)).toBe('/impianto/inverters');
});

test.each([
  ['flat', flat, [60, 20], 'INV 01'],
  ['flat', flat, [240, 160], 'INV 10'],
  ['flat', flat, [470, 30], 'M1 Produzione'],
  ['flat', flat, [620, 90], undefined],
  ['upright', upright, [312, 60], 'INV 10'],
  ['upright', upright, [200, 240], 'M1 Produzione'],
  ['upright', upright, [90, 444], 'Generale'],
] as const)('a finger on the %s drawing means the nearest device', async (_, layout, point, name) => {
  page = await openConsole('normal', ['devices', 'dashboard', 'frame'], noon);
  const live = exampleLive();
  const diagram = diagramOf(live, nothing, false);
  const devices = drawnDevices({ live, diagram, words: drawingWords(live, undefined, diagram) });
  expect(deviceAt(devices, layout, diagram.feeders.length, point)?.name).toBe(name);
});

test('with low traffic nothing is asked for the card', async () => {
  const { press, card } = await openDrawing();
  setLowTraffic(true);
  press('ArrowRight');
  await card('INV 01');
  expect(page.requests.filter(request => request.includes('inverter.1.pac'))).toEqual([]);
});
