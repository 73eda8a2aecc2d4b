import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { languageCodes } from '../../src/contract/languages';
import { expectAccessible } from './axe';
import { expectNoNonsense } from './browser';

const themes = ['dark', 'light'];

/** Pixels by which the page is wider than its window. */
export function excessWidth(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Sends the message of a choice made in another tab, so that the page does not load again. */
async function choose(page: Page, message: Readonly<Record<string, string>>): Promise<void> {
  await page.evaluate(value => {
    const channel = new BroadcastChannel('meridiana');
    channel.postMessage(value);
    channel.close();
  }, message);
}

/** At 360 px the page is not wider than the window in any language. */
export async function expectNoOverflow(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 800 });
  for (const language of languageCodes) {
    await choose(page, { kind: 'language', language });
    await page.waitForFunction(value => document.documentElement.lang === value, language);
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
    await expect.poll(() => excessWidth(page), { message: language }).toBe(0);
    await expectNoNonsense(page);
  }
}

/** At 1280 and 360 px the page passes axe in light and dark, and is not wider than the window in any language. */
export async function expectGoodLooks(page: Page): Promise<void> {
  for (const theme of themes) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await choose(page, { kind: 'theme', theme });
    await page.waitForFunction(value => document.documentElement.dataset.theme === value, theme);
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 800 });
    await expectAccessible(page);
  }
  await expectNoOverflow(page);
}
