import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { routes } from '../../src/console/app/routes';
import { markupPayloads } from '../support/attacks';
import { follow, logIn, setStage, signIn } from '../support/browser';
import { plantOrigin } from '../support/chromium';
import { answerWithMarkup, type IsReplaced, isAny, isName } from '../support/hostile-answers';

const stage = setStage();
const paths = Object.keys(routes);

/** What no text may ever become: elements that load, run or lead somewhere, and handlers. */
const strangers = [
  'iframe,object,embed,base,math,marquee,template,video,audio,link[href*="evil"],meta[content*="evil"]',
  'script:not([src^="/assets/"]):not([data-own]),style:not([data-own]),[onerror],[onload],[onfocus],[ontoggle],[onstart],[onbegin]',
  '[href^="javascript:"],[src^="javascript:"],[action],[srcdoc],[data^="javascript:"]',
].join();

/** Marks the style and the scripts that the served page brings along, by their text. */
async function markOwn(page: Page): Promise<void> {
  const served = await (await stage.datalogger.request('/')).text();
  const texts = [...served.matchAll(/<(script|style)[^>]*>(.*?)<\/\1>/gs)].map(([, , text]) => text ?? '');
  await page.evaluate(own => {
    for (const element of document.querySelectorAll<HTMLElement>('script:not([src]),style'))
      if (own.includes(element.textContent ?? '')) element.dataset.own = '';
  }, texts);
}

async function expectHarmless(page: Page, where: string): Promise<void> {
  await markOwn(page);
  const found = await page.evaluate(
    selector => ({
      elements: [...document.querySelectorAll(selector)].map(({ outerHTML }) => outerHTML.slice(0, 100)),
      isStolen: 'stolen' in window,
    }),
    strangers,
  );
  expect(found, where).toEqual({ elements: [], isStolen: false });
}

/** Walks through the screens in one page whose answers are full of markup; answers all that was to be read there. */
async function walk(address: string | RegExp, isReplaced: IsReplaced): Promise<string> {
  const page = await stage.newPage();
  await answerWithMarkup(page, stage.datalogger, address, isReplaced);
  await signIn(page, stage.datalogger.login('admin'), '/config/account');
  await page.locator('main h1').waitFor();
  let shown = '';
  for (const path of paths) {
    await follow(page, path);
    await expectHarmless(page, path);
    shown += await page.locator('body').innerText();
  }
  return shown;
}

describe('C05: markup in what the datalogger answers', () => {
  test('is shown as text on every screen, where devices and people are named', async () => {
    const shown = await walk('**/api/**', isName);
    const literal = markupPayloads.filter(text => shown.includes(text));
    expect(literal.length).toBeGreaterThan(30);
  });

  test('does no harm either where codes and states should be', async () => {
    await walk('**/api/**', isAny);
  });

  test('is text in the language files as well', async () => {
    const shown = await walk(/\/i18n\/[a-z]{2}(\.json|\/)/, isAny);
    expect(markupPayloads.filter(text => shown.includes(text)).length).toBeGreaterThan(100);
  });
});

describe('C06: an address that somebody sends', () => {
  const addresses = [
    '/auth?isSessioneExp=<svg/onload=window.stolen=1>',
    '/auth/login?isSessioneExp=true&next=//evil.example',
    '/auth?next=javascript:window.stolen=1',
    '/auth#<img src=x onerror=window.stolen=1>',
    '/%0aevil',
    '/%2f%2fevil.example',
    '/impianto/inverters?dispositivo="><img src=x onerror=window.stolen=1>',
    '/allarmi?testo=<svg onload=window.stolen=1>&stato=<b>',
    '/stats&reports?d=<svg onload=window.stolen=1>',
    '/?constructor[prototype][livello]=0&__proto__[livello]=0#javascript:window.stolen=1',
  ];

  test.each(['nobody', 'admin'] as const)('runs nothing and leads nowhere else, opened by %s', async who => {
    const page = await stage.newPage();
    if (who === 'admin') await signIn(page, stage.datalogger.login('admin'), '/');
    for (const address of addresses) {
      await page.goto(plantOrigin + address, { waitUntil: 'networkidle' });
      expect(new URL(page.url()).origin).toBe(plantOrigin);
      await expectHarmless(page, address);
      expect(await page.evaluate(() => Reflect.get({}, 'livello') === undefined)).toBe(true);
    }
  });

  test('is not taken as the way back after the login', async () => {
    for (const url of [
      '//evil.example',
      'javascript:1',
      'http://evil.example/',
      '/\\evil.example',
      '/api/account',
    ]) {
      const page = await stage.newPage();
      await page.goto(`${plantOrigin}/auth`);
      await page.evaluate(text => sessionStorage.setItem('app.return', JSON.stringify({ url: text })), url);
      await page.reload();
      await logIn(page, 'admin');
      await page.waitForURL(`${plantOrigin}/`);
    }
  });
});
