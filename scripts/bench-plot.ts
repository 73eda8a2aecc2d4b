/**
 * Prints how long a chart of 10,080 points (one week of minutes, three lines) takes to draw, to follow the pointer and to zoom, on a
 * processor slowed down four times, so that no change makes charts slow unnoticed: goals 150, 16 and 150 ms. Uses real Chromium. The
 * processor time is measured at full speed and multiplied by four: Chromium's own slow-down counts the time in which other work of the
 * machine had the processor. That work still affects the numbers, so the minimum of several runs is printed beside the median.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import preact from '@preact/preset-vite';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { build } from 'vite';
import { launchChromium, plantOrigin } from '../tests/support/chromium';

const slowDown = 4;
const turns = 11;
const moves = 30;
const goals = { drawn: 150, cursor: 16, zoom: 150 };
type Times = Record<keyof typeof goals, number>;

/** Builds a page with only the chart, with the code that ships. */
async function buildPage(folder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [preact({ devToolsEnabled: false })],
    build: {
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: {
        input: new URL('bench/plot-page.tsx', import.meta.url).pathname,
        output: { entryFileNames: 'page.js', assetFileNames: 'page[extname]' },
      },
    },
  });
}

const html =
  '<!doctype html><html lang="it"><meta charset="utf-8"><link rel="stylesheet" href="/page.css"><script type="module" src="/page.js"></script><body></body></html>';

async function open(browser: Browser, folder: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.on('pageerror', error => console.error(error.message));
  await page.route('**/*', route => {
    const name = new URL(route.request().url()).pathname.slice(1);
    return name === ''
      ? route.fulfill({ body: html, contentType: 'text/html' })
      : route.fulfill({
          body: readFileSync(join(folder, name)),
          contentType: name.endsWith('.css') ? 'text/css' : 'text/javascript',
        });
  });
  await page.goto(plantOrigin);
  return page;
}

/**
 * Work of the page's main thread so far, ms of the slow processor. Painting runs on other threads and, without a graphics card, gives no
 * useful number.
 */
async function workMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return slowDown * 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
}

const painted = (page: Page) =>
  page.evaluate(() => new Promise(done => requestAnimationFrame(() => setTimeout(done))));

async function measure(page: Page): Promise<Times> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const costOf = async (act: () => Promise<unknown>) => {
    const before = await workMs(session);
    await act();
    await painted(page);
    return (await workMs(session)) - before;
  };
  await painted(page);
  // What the measurement itself costs is not the chart's.
  const idle = await costOf(async () => {});
  const drawn = (await costOf(() => page.evaluate(() => window.draw()))) - idle;
  if ((await page.locator('.plot path.line').count()) < 3) throw new Error('the chart is not drawn');
  const box = await page.locator('.hit').boundingBox();
  if (!box) throw new Error('the chart has no room');
  const at = (share: number) => [box.x + share * box.width, box.y + 40] as const;
  await page.mouse.move(...at(0.05));
  await painted(page);
  const cursor = await costOf(async () => {
    for (let move = 1; move <= moves; move += 1) {
      await page.mouse.move(...at(0.1 + (0.8 * move) / moves));
      await painted(page);
    }
  });
  const zoom = await costOf(async () => {
    await page.mouse.move(...at(0.3));
    await page.mouse.down();
    await page.mouse.move(...at(0.6), { steps: 3 });
    await page.mouse.up();
  });
  return { drawn, cursor: cursor / moves, zoom };
}

const folder = mkdtempSync(join(tmpdir(), 'plot-'));
const browser = await launchChromium(1);
const results: Times[] = [];
try {
  await buildPage(folder);
  for (let turn = 0; turn < turns; turn += 1) {
    const page = await open(browser, folder);
    results.push(await measure(page));
    await page.close();
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
console.log(`10,080 points, processor slowed down ${slowDown} times: median and least of ${turns}`);
for (const [what, goal] of Object.entries(goals)) {
  const sorted = results.map(times => times[what as keyof Times]).sort((a, b) => a - b);
  const [least = Number.NaN, median = Number.NaN] = [sorted[0], sorted[Math.floor(turns / 2)]];
  const verdict = median <= goal ? 'ok' : least <= goal ? 'ok when idle' : 'OVER';
  console.log(
    `${what.padEnd(8)} ${median.toFixed(1).padStart(7)} ${least.toFixed(1).padStart(7)} / ${goal} ms  ${verdict}`,
  );
}
