import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { TestDatalogger } from './datalogger';

/** The way to the datalogger: a cable that is cut swallows what is sent, a device that is off refuses it. */
export type Line = 'answers' | 'swallows' | 'refuses';

/** What the page's own `fetch` does, and how many requests have no whole answer yet, those that are swallowed aside. */
interface Wire {
  line: Line;
  open: number;
  readonly swallowed: Set<() => void>;
}

declare global {
  interface Window {
    wireOfTest: Wire;
  }
}

/**
 * Puts a wire between page and datalogger. It is on the page itself: the browser tells of a request later, when seconds of the page's clock
 * may have passed.
 */
export const layWire = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const { fetch } = window;
    const wire: Wire = { line: 'answers', open: 0, swallowed: new Set() };
    window.wireOfTest = wire;

    const swallow = (signal?: AbortSignal | null) =>
      new Promise<never>((_, reject) => {
        const end = () => {
          wire.swallowed.delete(end);
          reject(signal?.aborted ? signal.reason : new TypeError('Failed to fetch'));
        };
        wire.swallowed.add(end);
        if (signal?.aborted) end();
        else signal?.addEventListener('abort', end);
      });

    window.fetch = async (input, init) => {
      if (String(input).startsWith('/api/')) {
        if (wire.line === 'refuses') throw new TypeError('Failed to fetch');
        if (wire.line === 'swallows') return swallow(init?.signal);
      }
      wire.open += 1;
      try {
        const response = await fetch(input, init);
        await response.clone().arrayBuffer();
        return response;
      } finally {
        wire.open -= 1;
      }
    };
  });

/** Cuts the wire or mends it, which ends what was swallowed. */
export const setLine = (page: Page, line: Line): Promise<unknown> =>
  page.evaluate(next => {
    const { wireOfTest: wire } = window;
    wire.line = next;
    if (next === 'answers') for (const end of wire.swallowed) end();
  }, line);

/** A second passes on the page's clock, which then stops until all is answered: answers take real time, which a busy machine has little of. */
export async function passSecond(page: Page): Promise<void> {
  await page.clock.runFor(1000);
  await expect.poll(() => page.evaluate(() => window.wireOfTest.open), { interval: 5 }).toBe(0);
}

/** What came is drawn in this time. */
const drawnInMs = 50;

type Clocks = Pick<TestDatalogger, 'clock' | 'plantClock'>;

/** Seconds pass for page and plant; answers come in no time. */
export async function passTogether(
  page: Page,
  { clock, plantClock }: Clocks,
  seconds: number,
): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    clock.advance(1000 + drawnInMs);
    plantClock.advance(1000 + drawnInMs);
    await passSecond(page);
    await page.clock.runFor(drawnInMs);
  }
}
