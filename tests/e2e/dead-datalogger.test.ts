import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { setStage, signIn, stopClock } from '../support/browser';
import { longPatience, rounds } from '../support/long';
import { type Line, layWire, passTogether, setLine } from '../support/page-wire';
import { screens } from '../support/screens';

const stage = setStage({ size: 'medium', historyDays: 2, isRunning: false });

/** Every screen says within that many seconds that nothing answers; a second more for the step in which it is seen. */
const limitS = 10 + 1;
/** So long every screen is watched while the datalogger answers, s; in the long run longer than the rarest live poll. */
const watchedS = rounds(8, 32);

const dead = ['swallows', 'refuses'] as const;
/** Both ways for each screen, in the short run one after the other. */
const linesOf = (path: string) =>
  rounds<readonly Line[]>([dead[screens.indexOf(path) % 2] ?? 'refuses'], dead);

const pass = (page: Page, seconds: number) => passTogether(page, stage.datalogger, seconds);
const saysLost = (page: Page) => page.locator('main > .bar [role=alert]').isVisible();

async function open(page: Page, path: string): Promise<void> {
  await page.evaluate(to => history.pushState(null, '', to), path);
  await expect
    .poll(async () => {
      await pass(page, 1);
      return page.locator('main h1').count();
    })
    .toBe(1);
}

/** Seconds until the screen says that nothing answers. */
async function silenceOf(page: Page, line: Line): Promise<number> {
  await setLine(page, line);
  for (let seconds = 1; seconds <= 3 * limitS; seconds += 1) {
    await pass(page, 1);
    if (await saysLost(page)) return seconds;
  }
  return Number.POSITIVE_INFINITY;
}

async function openHome(): Promise<Page> {
  const page = await stage.newPage();
  await page.clock.install({ time: stage.datalogger.clock.now() });
  await layWire(page);
  await signIn(page, stage.datalogger.login('admin'), '/');
  await page.locator('.tile:nth-child(11)').waitFor();
  await page.waitForLoadState('networkidle');
  await stopClock(page);
  return page;
}

test(
  'each of the 26 screens says within ten seconds that the datalogger is dead, and none says so while it answers',
  longPatience,
  async () => {
    expect(screens).toHaveLength(26);
    const page = await openHome();
    const findings: string[] = [];
    for (const path of screens) {
      await open(page, path);
      for (let second = 0; second < watchedS; second += 1) {
        await pass(page, 1);
        if (await saysLost(page))
          findings.push(`${path} says so after ${second} s, although all is answered`);
      }
      for (const line of linesOf(path)) {
        const seconds = await silenceOf(page, line);
        if (seconds > limitS) findings.push(`${path} says so after ${seconds} s (${line})`);
        await setLine(page, 'answers');
        await expect
          .poll(async () => {
            await pass(page, 1);
            return saysLost(page);
          })
          .toBe(false);
      }
    }
    expect(findings).toEqual([]);
  },
);

/** How opaque each of the elements is, and its colours. */
const looksOf = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll(elements =>
    elements.map(element => {
      const { opacity, stroke, fill } = getComputedStyle(element);
      return { opacity, stroke, fill };
    }),
  );

test('while nothing answers nothing on the page looks live: counters, curves, forms; title and bar tell one time', async () => {
  const page = await openHome();
  const flow = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--flow)';
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  });
  const lose = async (path: string, drawing = 'h1') => {
    await setLine(page, 'answers');
    await open(page, path);
    await expect
      .poll(async () => {
        await pass(page, 1);
        return page.locator(drawing).count();
      })
      .toBeGreaterThan(0);
    expect(await silenceOf(page, 'refuses')).toBeLessThanOrEqual(limitS);
  };

  await lose('/allarmi');
  const minute = /\d\d:\d\d/;
  const title = (await page.locator('h1').innerText()).match(minute)?.[0];
  expect((await page.locator('main > .bar [role=alert]').innerText()).match(minute)?.[0]).toBe(title);
  for (const { fill } of await looksOf(page, '.sum .al path, .sum .al rect, .sum .al circle'))
    expect(fill).toBe('none');

  await lose('/config/inverters?id=2');
  // What asks the datalogger looks dead; what is typed meanwhile is saved later.
  const asking = await looksOf(page, 'main section .ph > button');
  expect(asking.length).toBeGreaterThan(2);
  for (const { opacity } of asking) expect(Number(opacity)).toBeLessThan(0.6);
  for (const selector of ['main select', 'main textarea', 'main [role=switch]', 'main input'])
    for (const { opacity } of await looksOf(page, selector)) expect(Number(opacity), selector).toBe(1);

  await lose('/impianto/inverters', '.spark .meas');
  const sparks = await looksOf(page, '.spark .meas');
  expect(sparks.length).toBeGreaterThan(0);
  expect(sparks.filter(({ stroke }) => stroke === flow)).toEqual([]);

  await lose('/impianto/cci', '.sv circle.ff');
  const dots = await looksOf(page, '.sv circle.ff');
  expect(dots.length).toBeGreaterThan(0);
  expect(dots.filter(({ fill }) => fill === flow)).toEqual([]);
});
