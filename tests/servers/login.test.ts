import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectNoNonsense, logIn } from '../support/browser';
import { consoleFolder } from '../support/build-console';
import { launchChromium, plantOrigin } from '../support/chromium';
import { startDatalogger, type TestDatalogger } from '../support/datalogger';
import { type RunningServer, startSplitter, startWebServer, webServers } from '../support/web-servers';

describe.each(webServers)('behind %s', server => {
  let datalogger: TestDatalogger;
  let browser: Browser;
  const running: RunningServer[] = [];

  beforeAll(async () => {
    // A web server in front tells the true time, which is also that of its datalogger.
    datalogger = await startDatalogger({ consoleFolder, isRunning: true, at: new Date().toISOString() });
    const own = await datalogger.listen(['127.0.0.1']);
    const front = await startWebServer(server, { console: consoleFolder, dataloggerPort: own.port });
    running.push(front);
    if (server === 'busybox') running.unshift(await startSplitter(() => front.port, own.port));
    browser = await launchChromium(running[0]?.port ?? 0);
  });
  afterAll(async () => {
    await browser?.close();
    for (const each of running) await each.stop();
    await datalogger?.close();
  });

  test('somebody logs in, sees live values, reloads a deep link and leaves', async () => {
    const page = await (await browser.newContext({ locale: 'it-IT' })).newPage();
    const refused: string[] = [];
    page.on('console', message => {
      if (/policy:|content security policy|trusted/i.test(message.text())) refused.push(message.text());
    });
    await page.goto(`${plantOrigin}/impianto/inverters`);
    await logIn(page, 'normal');
    await page.waitForURL(`${plantOrigin}/impianto/inverters`);
    await page.locator('main table').getByText('INV 02').first().waitFor();
    await page.reload();
    await page.locator('main table').getByText('INV 02').first().waitFor();
    await expectNoNonsense(page);
    await page.goto(`${plantOrigin}/allarmi`);
    await page.getByRole('button', { name: 'Esci' }).click();
    await page.waitForURL(/\/auth\/login/);
    expect(refused).toEqual([]);
  });
});
