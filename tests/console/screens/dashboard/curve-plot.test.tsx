import { getByRole } from '@testing-library/dom';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readClockSteps } from '../../../../src/console/data/clock-steps';
import { setLowTraffic } from '../../../../src/console/data/traffic';
import { clockMarks } from '../../../../src/console/screens/dashboard/curve-plot';
import { Screen } from '../../../../src/console/screens/dashboard/Dashboard';
import { type ConsolePage, openConsole } from '../../../support/console-page';
import { eventually } from '../../../support/eventually';

const zone = 'Europe/Rome';
const noon = Date.parse('2026-06-10T12:00:00+02:00') / 1000;
const midnight = noon - 12 * 3600;

let page: ConsolePage;
beforeEach(() => setLowTraffic(false));
afterEach(async () => {
  localStorage.clear();
  await page?.close();
});

const path = '/api/dati_impianto/daily';

async function openDashboard(orologio?: unknown): Promise<HTMLElement> {
  page = await openConsole('normal', ['devices', 'dashboard'], {
    at: '2026-06-10T12:02:00+02:00',
    historyDays: 1,
    hasOneClock: true,
  });
  await page.datalogger.run(60);
  page.datalogger.clock.set(page.datalogger.clock.now() - 120_000);
  await page.datalogger.run(60);
  if (orologio !== undefined) page.change(path, { orologio });
  return page.show(<Screen />);
}

/** px of a chart where nothing has a size. */
const plotWidth = 640;

const curveOf = (screen: HTMLElement) =>
  eventually(() => getByRole(screen, 'application', { name: /^Potenza attiva di oggi.*Massimo/ }));

test('the chart of the day is marked where the clock was set, for the eye and the ear', async () => {
  const screen = await openDashboard();
  const curve = await curveOf(screen);
  expect(curve.getAttribute('aria-label')).toContain('Alle 12:01 orologio corretto di −2\u00a0min.');
  const flags = screen.querySelector('.plot .mark')?.getAttribute('d') ?? '';
  const [left = Number.NaN, ...others] = [...flags.matchAll(/M([\d.]+) 0V/g)].map(
    ([, x]) => Number(x) / plotWidth,
  );
  expect(others).toEqual([]);
  // From 5 to 21 o'clock.
  expect(left).toBeGreaterThan(0.43);
  expect(left).toBeLessThan(0.45);
});

test('a datalogger that tells it wrongly leaves the chart as it is', async () => {
  const screen = await openDashboard([{ da: 'ieri', a: null }, 7, null]);
  await curveOf(screen);
  expect(screen.querySelector('.plot .mark')).toBeNull();
});

test('an invalid list of steps gives no steps', () => {
  for (const orologio of [undefined, null, 'x', {}, [null], [{ da: 1 }]])
    expect(readClockSteps({ orologio })).toEqual([]);
  expect(readClockSteps(null)).toEqual([]);
});

test('a step is marked on the day that it went to, or on the one that it came from', () => {
  const tenYears = 3653 * 86_400;
  const marks = clockMarks(
    [
      { saidS: noon, saysS: noon + tenYears },
      { saidS: noon + tenYears + 3600, saysS: noon + 3600 },
      { saidS: noon + 7200, saysS: 5 },
      { saidS: 605, saysS: noon + 7800 },
    ],
    midnight,
    midnight + 86_400,
    zone,
  );
  expect(marks).toEqual([
    { at: noon, label: 'Alle 12:00 orologio corretto di +3653 giorni.' },
    { at: noon + 3600, label: 'Alle 13:00 orologio corretto di −3653 giorni.' },
    {
      at: noon + 7200,
      label: 'Alle 14:00 l’orologio segnava una data impossibile: non è stato seguito.',
    },
    { at: noon + 7800, label: 'Alle 14:10 orologio messo all’ora.' },
  ]);
});
