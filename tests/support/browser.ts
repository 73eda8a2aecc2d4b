import type { Browser, BrowserContextOptions, Page, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Fetch } from '../../src/datalogger/api/http/http';
import { consoleFolder } from './build-console';
import { launchChromium, namedHost, plantOrigin } from './chromium';
import {
  startDatalogger,
  type TestDatalogger,
  type TestOptions,
  type TestRole,
  testPassword,
} from './datalogger';
import { waitMs } from './patience';

const ownHosts = [new URL(plantOrigin).hostname, namedHost];
const users: Record<TestRole, string> = { admin: 'admin', normal: 'operatore', cci: 'cci' };
export interface Stage {
  readonly datalogger: TestDatalogger;
  readonly browser: Browser;
  /**
   * A page with a browser context of its own, in Italian unless `options` says otherwise. Errors and policy violations on it fail the
   * test.
   */
  newPage(options?: BrowserContextOptions): Promise<Page>;
  /** A page logged in with a token, at `path`. */
  open(role: TestRole, path?: string, options?: BrowserContextOptions): Promise<Page>;
}

/** Errors that must never occur on a page. */
interface Complaints {
  readonly list: string[];
}

/** Starts one datalogger, or what `wrap` makes of it, and one real Chromium for the tests of a file, and closes both after them. */
export function setStage(options: TestOptions = {}, wrap: (fetch: Fetch) => Fetch = fetch => fetch): Stage {
  let datalogger: TestDatalogger | undefined;
  let browser: Browser | undefined;
  const pages: Page[] = [];
  const complaints: Complaints = { list: [] };

  beforeAll(async () => {
    datalogger = await startDatalogger({
      consoleFolder,
      isRunning: true,
      trustedHosts: [namedHost],
      ...options,
    });
    const { port } = await datalogger.listen([], wrap(datalogger.fetch));
    browser = await launchChromium(port);
  });

  afterEach(async () => {
    await Promise.all(pages.splice(0).map(page => page.context().close()));
    expect(complaints.list.splice(0)).toEqual([]);
  });

  afterAll(async () => {
    await browser?.close();
    await datalogger?.close();
  });

  const present = <T>(thing: T | undefined): T => {
    if (!thing) throw new Error('the stage is not set yet');
    return thing;
  };

  const newPage = async (contextOptions: BrowserContextOptions = {}) => {
    const context = await present(browser).newContext({
      locale: 'it-IT',
      viewport: { width: 1280, height: 800 },
      ...contextOptions,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(waitMs);
    await watchFor(page, complaints);
    pages.push(page);
    return page;
  };

  return {
    get datalogger() {
      return present(datalogger);
    },
    get browser() {
      return present(browser);
    },
    newPage,
    async open(role, path = '/', contextOptions = {}) {
      const page = await newPage(contextOptions);
      const token = present(datalogger).login(role);
      await signIn(page, token, path);
      return page;
    },
  };
}

/** A page of the same origin without the console, whose start would cost every test half as much as its own page. */
export const emptyPage = '/robots.txt';

/** Puts the token where the login puts it, then opens `path`. */
export async function signIn(page: Page, token: string, path: string): Promise<void> {
  await page.goto(plantOrigin + emptyPage);
  await page.evaluate(text => sessionStorage.setItem('app.token', text), token);
  await page.goto(plantOrigin + path);
}

/** Logs in with the form, as a user does. */
export async function logIn(page: Page, role: TestRole, password = testPassword): Promise<void> {
  await page.getByLabel('Utente').fill(users[role]);
  const field = page.getByLabel('Password', { exact: true });
  await field.fill(password);
  // By keyboard: a pointer that rests on the page touches what comes below it.
  await field.press('Enter');
}

/** Opens another screen as a link of the console does, without loading the page again, and waits until all its requests are answered. */
export async function follow(page: Page, path: string): Promise<void> {
  const asked = new Set<Request>();
  const start = (request: Request) => void asked.add(request);
  const end = (request: Request) => void asked.delete(request);
  page.on('request', start).on('requestfinished', end).on('requestfailed', end);
  const shown = () => page.locator('main').innerText();
  const before = await shown();
  await page.evaluate(to => history.pushState(null, '', to), path);
  await expect.poll(shown, { message: path }).not.toBe(before);
  await page.locator('main h1').waitFor();
  await expect.poll(() => asked.size, { message: path }).toBe(0);
  page.off('request', start).off('requestfinished', end).off('requestfailed', end);
}

/** Path and query of the page. */
export function pathOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}

/** Records uncaught errors, drawings with impossible numbers, violations of the content security policy, and requests to any host but the datalogger. */
async function watchFor(page: Page, { list }: Complaints): Promise<void> {
  page.on('pageerror', error => list.push(`error: ${error.message}`));
  page.on('console', message => {
    if (/^policy:|content security policy|trusted|> attribute /i.test(message.text()))
      list.push(message.text());
  });
  page.on('request', request => {
    const { protocol, hostname } = new URL(request.url());
    const isOurs = protocol === 'data:' || protocol === 'blob:' || ownHosts.includes(hostname);
    if (!isOurs) list.push(`request to ${request.url()}`);
  });
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      console.error(`policy: ${violatedDirective} ${blockedURI} ${sample}`);
    });
  });
}

/** Fails when the page shows text that no user may ever see ("annulla" and "nulla" may). */
export async function expectNoNonsense(page: Page): Promise<void> {
  const text = await page.locator('body').innerText();
  expect(text).not.toMatch(/NaN|undefined|\[object|Infinity|(?<!n)null(?!a)/);
}

/** Stops the page's clock, which was installed before, as soon as the machine can: a busy one takes a moment for it. */
export async function stopClock(page: Page): Promise<void> {
  for (let aheadMs = 100; ; aheadMs *= 2) {
    const atMs = (await page.evaluate(() => Date.now())) + aheadMs;
    const isStopped = await page.clock.pauseAt(atMs).then(
      () => true,
      () => false,
    );
    if (isStopped) return;
    if (aheadMs > waitMs) throw new Error('the clock of the page could not be stopped');
  }
}
