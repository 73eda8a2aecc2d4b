import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signIn } from '../support/browser';
import { consoleFolder } from '../support/build-console';
import { launchChromium } from '../support/chromium';
import { startDatalogger, type TestDatalogger } from '../support/datalogger';
import { type RunningServer, startSplitter, startWebServer, webServers } from '../support/web-servers';

/**
 * R16: an upgrade under an open console. Release B has other names for everything that is named by content and the same sizes, so
 * that with equal file times whatever derives an ETag from time and size takes B's page for A's.
 */
const text = /\.(js|css|html|json|svg)$/;
const hashed = /-([\w-]{8})\.(js|css|svg)/g;

function otherRelease(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
  const files = readdirSync(to, { recursive: true, encoding: 'utf8' });
  const renamed = (content: string) =>
    content.replace(hashed, (_, hash: string, ending: string) => {
      const other = createHash('sha256').update(hash).digest('hex').slice(0, 8);
      return `-${other}.${ending}`;
    });
  for (const name of files.filter(each => text.test(each))) {
    const content = renamed(readFileSync(join(to, name), 'utf8'));
    rmSync(join(to, name));
    rmSync(join(to, `${name}.gz`), { force: true });
    const path = join(to, renamed(name));
    writeFileSync(path, content);
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
  }
}

function setTimes(folder: string, timeS: number): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    utimesSync(join(folder, name), timeS, timeS);
  }
}

/** Makes `current` lead to a release in one step, as the installer does. */
function install(release: string, current: string): void {
  symlinkSync(release, `${current}.new`);
  renameSync(`${current}.new`, current);
}

const mainScript = (page: Page) =>
  page.evaluate(() => document.querySelector('script[type=module][src]')?.getAttribute('src') ?? '');

describe.each(['datalogger', ...webServers] as const)('an upgrade on %s', server => {
  const work = mkdtempSync(join(tmpdir(), 'meridiana-upgrade-'));
  const [current, a, b] = ['current', 'a', 'b'].map(name => join(work, name)) as [string, string, string];
  let datalogger: TestDatalogger;
  let front: RunningServer | undefined;
  let splitter: RunningServer | undefined;
  let browser: Browser;
  let dataloggerPort = 0;
  const startFront = async () => {
    if (server !== 'datalogger') front = await startWebServer(server, { console: current, dataloggerPort });
  };
  /** busybox stays in the folder it was started in: its upgrade restarts it, as deploy/README.md says. */
  const put = async (release: string) => {
    install(release, current);
    if (server !== 'busybox') return;
    await front?.stop();
    await startFront();
  };

  beforeAll(async () => {
    // Web servers that give up their rights must be able to read it.
    chmodSync(work, 0o755);
    cpSync(consoleFolder, a, { recursive: true });
    otherRelease(a, b);
    install(a, current);
    // A web server in front tells the true time, which is also that of its datalogger.
    const at = new Date().toISOString();
    datalogger = await startDatalogger({ consoleFolder: current, isRunning: true, at });
    const own = await datalogger.listen(['127.0.0.1']);
    dataloggerPort = own.port;
    await startFront();
    if (front && server === 'busybox') splitter = await startSplitter(() => front?.port ?? 0, own.port);
    browser = await launchChromium(splitter?.port ?? front?.port ?? own.port);
  });
  afterAll(async () => {
    await browser?.close();
    await splitter?.stop();
    await front?.stop();
    await datalogger?.close();
    rmSync(work, { recursive: true, force: true });
  });

  test.each([
    ['times of their own', 1_780_000_000],
    ['one time for all', 0],
  ])('with %s: at most one reload later the new console runs, and it is never blank', async (_, timeS) => {
    setTimes(a, timeS);
    setTimes(b, timeS === 0 ? 0 : timeS + 86_400);
    await put(a);
    const page = await (await browser.newContext({ locale: 'it-IT' })).newPage();
    let loads = 0;
    page.on('load', () => loads++);
    await signIn(page, datalogger.login('admin'), '/');
    await page.getByRole('navigation').waitFor();
    const before = await mainScript(page);

    await put(b);
    loads = 0;
    // A screen whose chunk the open console has not fetched yet.
    await page.getByRole('link', { name: 'Allarmi', exact: true }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForFunction(script => {
      const now = document.querySelector('script[type=module][src]')?.getAttribute('src') ?? '';
      return now !== '' && now !== script;
    }, before);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect
      .poll(async () => (await page.locator('#app').innerText()).trim().length)
      .toBeGreaterThan(100);
    await expect.poll(() => loads).toBe(1);
    await page.context().close();
  });

  test('a form with changes is not lost: the console says that there is a new version, and waits', async () => {
    await put(a);
    const page = await (await browser.newContext({ locale: 'it-IT' })).newPage();
    await signIn(page, datalogger.login('admin'), '/config/impianto');
    const field = page.getByRole('textbox', { name: /^Nome/ }).first();
    await field.fill('Masseria cambiata');
    await page.getByText('non salvata').waitFor();
    let loads = 0;
    page.on('load', () => loads++);
    await put(b);
    // What a chunk that is gone makes the browser say.
    await page.evaluate(() => window.dispatchEvent(new Event('vite:preloadError')));
    await page.getByText('nuova versione').waitFor();
    await page.getByRole('button', { name: 'Ricarica' }).click();
    expect(loads).toBe(0);
    expect(await field.inputValue()).toBe('Masseria cambiata');
    await page.context().close();
  });
});
