import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { languageCodes } from '../../src/contract/languages';
import { expectAccessible } from './axe';
import { expectNoNonsense } from './browser';

/** Pixels by which the page is wider than its window. */
export function excessWidth(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Sends the message of a choice made in another tab, so that the page does not load again. */
export async function choose(page: Page, message: Readonly<Record<string, string>>): Promise<void> {
  await page.evaluate(value => {
    const channel = new BroadcastChannel('meridiana');
    channel.postMessage(value);
    channel.close();
  }, message);
}

/** At each of the widths the page is not wider than the window in any language. */
export async function expectNoOverflow(page: Page, widths: readonly number[] = [360]): Promise<void> {
  for (const language of languageCodes) {
    await choose(page, { kind: 'language', language });
    await page.waitForFunction(value => document.documentElement.lang === value, language);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate(
        () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      await expect.poll(() => excessWidth(page), { message: `${language} at ${width} px` }).toBe(0);
    }
    await expectNoNonsense(page);
  }
}

/** A theme, and the size of the window, px. */
export type Look = readonly [theme: 'light' | 'dark', width: number, height?: number];

const allLooks: readonly Look[] = [
  ['light', 1280],
  ['light', 360],
  ['dark', 1280],
  ['dark', 360],
];

/** The page passes axe in each of the looks. */
export async function expectAccessibleIn(page: Page, looks: readonly Look[] = allLooks): Promise<void> {
  for (const [theme, width, height = 800] of looks) {
    await choose(page, { kind: 'theme', theme });
    await page.waitForFunction(value => document.documentElement.dataset.theme === value, theme);
    await page.setViewportSize({ width, height });
    await expectAccessible(page);
  }
}

/** At 1280 and 360 px the page passes axe in light and dark, and is not wider than the window in any language. */
export async function expectGoodLooks(page: Page): Promise<void> {
  await expectAccessibleIn(page);
  await expectNoOverflow(page);
}
