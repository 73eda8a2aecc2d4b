/**
 * Prints how long the screens with the most devices take to draw and to process one update, on a processor slowed down four times, so
 * that no change makes them slow unnoticed: goals 1 s and 50 ms. Also prints how the work of an update grows from 1,200 strings to
 * 4,800: four times is linear. Uses real Chromium and the largest plant from the real datalogger.
 */
import type { CDPSession, Page } from 'playwright-core';
import { exampleAnswer } from '../tests/console/screens/strings/example-strings';
import { consoleFolder, setup } from '../tests/support/build-console';
import { launchChromium, plantOrigin } from '../tests/support/chromium';
import { startDatalogger, type TestDatalogger } from '../tests/support/datalogger';

const slowDown = 4;
const updates = 9;
const goals = { drawnMs: 1000, updateMs: 50 };

interface Case {
  readonly what: string;
  readonly path: string;
  /** Selector of the element that shows that the screen is drawn. */
  readonly drawn: string;
  /** Number of strings in a made-up answer; without it the datalogger answers. */
  readonly strings?: number;
}

const strings = { path: '/impianto/stringhe', drawn: '.hmap svg path, .devs tbody tr' };
const trackers = { path: '/impianto/trackers', drawn: '.hmap svg path, .devs tbody tr' };
const cases: readonly Case[] = [
  { what: 'xl, 1,480 strings', ...strings },
  { what: 'xl, 740 trackers', ...trackers },
  { what: '1,200 strings', ...strings, strings: 1200 },
  { what: '4,800 strings', ...strings, strings: 4800 },
];

/** Durations of one case, ms. */
interface Result {
  readonly drawnMs: number;
  readonly updateMs: number;
}

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Answers the screen's polls with a table of this many strings; 2 % of them have a fault, different ones in each answer. */
async function feed(page: Page, count: number): Promise<void> {
  let turn = 0;
  await page.route('**/api/dati_impianto/RT?m=stringhe.i*', route => {
    turn += 1;
    const kinds = Array.from({ length: count / 50 }, (_, index) => [
      50 * index + (turn % 50) + 1,
      (['open', 'poor', 'warning', 'severe'] as const)[index % 4] ?? 'poor',
    ]);
    const answer = exampleAnswer(count / 48, 3, 16, Object.fromEntries(kinds));
    return route.fulfill({ json: { ...answer, t: answer.t + 30 * turn } });
  });
}

async function measure(datalogger: TestDatalogger, page: Page, each: Case): Promise<Result> {
  if (each.strings) await feed(page, each.strings);
  await page.goto(`${plantOrigin}/notfound`);
  const token = datalogger.login('normal');
  await page.evaluate(text => sessionStorage.setItem('app.token', text), token);
  await page.goto(`${plantOrigin}/impianto/inverters`);
  await page.locator('.tiles > *, .devs tbody tr').nth(9).waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
  const drawnMs = await timeToDraw(page, each);
  // Waits for other requests of the screen, which are not part of an update.
  await page.waitForLoadState('networkidle');
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const times: number[] = [];
  for (let turn = 0; turn < updates; turn++) times.push(await timeOfUpdate(datalogger, page, session));
  return { drawnMs, updateMs: median(times) };
}

/** Time from the click on the menu entry until map and table are painted. */
async function timeToDraw(page: Page, { path, drawn }: Case): Promise<number> {
  const startMs = await page.evaluate(href => {
    document.querySelector<HTMLElement>(`nav a[href="${href}"]`)?.click();
    return performance.now();
  }, path);
  await page.waitForFunction(
    selectors => selectors.split(', ').every(selector => document.querySelector(selector)),
    drawn,
  );
  const endMs = await page.evaluate(
    () => new Promise<number>(done => requestAnimationFrame(() => setTimeout(() => done(performance.now())))),
  );
  return endMs - startMs;
}

/** Time for which the page works on one answer: reading it and drawing the changes. */
async function timeOfUpdate(datalogger: TestDatalogger, page: Page, session: CDPSession): Promise<number> {
  datalogger.plantClock.advance(30_000);
  const before = await workMs(session);
  const answer = page.waitForResponse(response => /RT\?m=(stringhe|tracker)/.test(response.url()));
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await (await answer).finished();
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 100))));
  return (await workMs(session)) - before;
}

/**
 * Work of the page since its start, ms of the slow processor: scripts, styles and layout. Painting without a graphics card gives no useful
 * number. It is processor time at full speed, multiplied, because Chromium's own slow-down counts the time of other programs.
 */
async function workMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const parts = ['ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration'];
  return metrics.reduce(
    (sum, { name, value }) => (parts.includes(name) ? sum + slowDown * 1000 * value : sum),
    0,
  );
}

const verdict = (value: number, goal: number) =>
  `${value.toFixed(0).padStart(6)} / ${goal} ms ${value <= goal ? 'ok  ' : 'OVER'}`;

await setup();
const datalogger = await startDatalogger({ consoleFolder, size: 'xl', at: '2026-06-10T13:00:00+02:00' });
// Some faults, so that the table of the worst strings is not empty.
for (let string = 20; string < 1400; string += 60) datalogger.plant.inject({ kind: 'string-open', string });
datalogger.plantClock.advance(60_000);
const { port } = await datalogger.listen();
const browser = await launchChromium(port);
const results: Result[] = [];
try {
  console.log(`processor slowed down ${slowDown} times; median of ${updates} updates`);
  for (const each of cases) {
    const page = await browser.newPage({ locale: 'it-IT', viewport: { width: 1280, height: 800 } });
    page.setDefaultTimeout(30_000);
    const result = await measure(datalogger, page, each);
    results.push(result);
    const { drawnMs, updateMs } = result;
    console.log(
      `${each.what.padEnd(20)} drawn ${verdict(drawnMs, goals.drawnMs)}   update ${verdict(updateMs, goals.updateMs)}`,
    );
    await page.close();
  }
  const [, , few, many] = results;
  console.log(
    `work of an update, 1,200 -> 4,800: ${((many?.updateMs ?? 0) / (few?.updateMs ?? 0)).toFixed(1)} times`,
  );
} finally {
  await browser.close();
  await datalogger.close();
}
