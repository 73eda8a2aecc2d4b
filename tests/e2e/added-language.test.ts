import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectWithPortuguese, runIn } from '../support/added-language';
import { launchChromium, plantOrigin } from '../support/chromium';
import { type TestDatalogger, testPassword } from '../support/datalogger';
import { exampleMail } from '../support/example-services';
import { localGuard } from '../support/local-guard';
import { waitMs } from '../support/patience';
import { smtpSink } from '../support/smtp-sink';

/*
 * A language is added in two places: a line of `contract/languages.ts` and its words. Here that is done, to a copy of the project, and all
 * that speaks a language is asked to speak it.
 */
let folder = '';
let datalogger: TestDatalogger;
let browser: Browser;

beforeAll(async () => {
  folder = projectWithPortuguese();
  runIn(folder, 'vite', 'build', '--mode', 'tried', '--logLevel', 'error');
  const support: typeof import('../support/datalogger') = await import(
    join(folder, 'tests/support/datalogger.ts')
  );
  datalogger = await support.startDatalogger({
    consoleFolder: join(folder, 'dist/console'),
    at: '2026-06-10T12:20:00+02:00',
    historyDays: 2,
    isRunning: true,
    guard: localGuard,
  });
  const { port } = await datalogger.listen();
  browser = await launchChromium(port);
});
afterAll(async () => {
  await browser?.close();
  await datalogger?.close();
  if (folder !== '') rmSync(folder, { recursive: true });
});

async function newPage(): Promise<Page> {
  const page = await browser.newPage({ locale: 'pt-BR', viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(waitMs);
  return page;
}

const shownLanguage = (page: Page) => page.evaluate(() => document.documentElement.lang);

test('the login is in the browser’s new language, at the first paint and after', async () => {
  const page = await newPage();
  await page.route(/assets\/start-.*\.js/, route => route.abort());
  await page.goto(`${plantOrigin}/auth`);
  await page.getByLabel('pt User name').waitFor();
  await expect.poll(() => shownLanguage(page)).toBe('pt');
  await expect.poll(() => page.getByLabel('pt Language').inputValue()).toBe('pt');
  await page.unroute(/assets\/start-.*\.js/);
  await page.reload();
  await page.waitForFunction(() => document.title !== 'Meridiana');
  await page.getByRole('button', { name: 'pt Log in' }).click();
  await page.getByText('pt Enter the user name.').waitFor();
  await page.context().close();
});

test('it is chosen in the login and in the user menu, by its own name; numbers and dates are written its way', async () => {
  const page = await newPage();
  await page.goto(`${plantOrigin}/auth`);
  await page.waitForFunction(() => document.title !== 'Meridiana');
  await page.getByLabel('pt Language').selectOption({ label: 'Deutsch' });
  await page.getByLabel('Sprache').selectOption({ label: 'Português' });
  await page.getByLabel('pt User name').fill('admin');
  await page.getByLabel('pt Password', { exact: true }).fill(testPassword);
  await page.getByRole('button', { name: 'pt Log in' }).click();
  await page.getByRole('navigation').waitFor();

  await page.getByRole('button', { name: /^pt /, expanded: false }).filter({ hasText: 'Ferrara' }).click();
  await page.getByRole('combobox', { name: /^pt Language/ }).selectOption({ label: 'English' });
  await page.getByRole('combobox', { name: /^Language/ }).selectOption({ label: 'Português' });
  await expect.poll(() => shownLanguage(page)).toBe('pt');

  await page.goto(`${plantOrigin}/stats&reports/reports?periodo=2026-06-09`);
  await page.getByRole('heading', { level: 1, name: /^pt .*9 de junho de 2026/ }).waitFor();
  await expect.poll(() => page.getByRole('article').innerText()).toMatch(/\d,\d\skWp/);
  await page.context().close();
});

test('an account keeps it', async () => {
  const token = datalogger.login('admin');
  const page = await newPage();
  await page.goto(`${plantOrigin}/notfound`);
  await page.evaluate(text => sessionStorage.setItem('app.token', text), token);
  await page.goto(`${plantOrigin}/config/account`);
  await page.getByRole('link', { name: 'M. Ferrara' }).click();
  await page.getByLabel('pt Language', { exact: true }).last().selectOption({ label: 'Português' });
  await page.getByRole('button', { name: /^pt Save/ }).click();
  const stored = async () => (await (await datalogger.request('/api/account', { token })).json())[0].lingua;
  await expect.poll(stored).toBe('pt');
  await page.context().close();
});

test('an e-mail is written in it', async () => {
  const sink = await smtpSink();
  try {
    const token = datalogger.login('admin');
    const mail = { ...exampleMail, server: '127.0.0.1', porta: sink.port, sicurezza: 'nessuna' };
    const headers = { 'If-Match': '*' };
    await datalogger.request('/api/sistema/posta', { method: 'PUT', token, headers, json: mail });
    const json = { email: 'servizio@example.net', lingua: 'pt' };
    const answer = await datalogger.request('/api/sistema/posta/prova', { method: 'POST', token, json });
    expect(await answer.json()).toMatchObject({ motivo: null });
    expect(sink.mails[0]?.parts[0]).toContain('pt Test e-mail: e-mail works.');
  } finally {
    sink.close();
  }
});

test('the datalogger that ships is one file and has its words', () => {
  runIn(folder, 'vite', 'build', '--ssr', 'src/datalogger/main.ts', '--logLevel', 'error');
  const built = join(folder, 'dist/datalogger');
  expect(readdirSync(built)).toEqual(['main.js']);
  expect(readFileSync(join(built, 'main.js'), 'utf8')).toContain('pt Test e-mail: e-mail works.');
});
