import { expect, test } from 'vitest';
import { policyText } from '../../src/datalogger/api/http/security-headers';
import { logIn, setStage } from '../support/browser';
import { plantOrigin } from '../support/chromium';
import { waitMs } from '../support/patience';

/** A web server that was not restarted after an upgrade: its policy names neither the style nor the script within the new page. */
const stage = setStage({}, fetch => async (request, peer) => {
  const response = await fetch(request, peer);
  if (!response.headers.get('Content-Type')?.startsWith('text/html')) return response;
  const headers = new Headers(response.headers);
  headers.set('Content-Security-Policy', policyText());
  return new Response(response.body, { status: response.status, headers });
});

test('behind a web server with the policy of an older release the console gets its style and works', async () => {
  // Not a page of the stage: here the browser is meant to complain about the policy.
  const context = await stage.browser.newContext({ locale: 'it-IT' });
  const page = await context.newPage();
  page.setDefaultTimeout(waitMs);
  await page.goto(`${plantOrigin}/auth/login`);
  await page.getByRole('button', { name: 'Accedi' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.querySelector('style')?.sheet ?? null)).toBeNull();
  await expect.poll(() => page.evaluate(() => document.adoptedStyleSheets.length)).toBe(1);
  const ink = () => page.evaluate(() => getComputedStyle(document.body).getPropertyValue('--ink').trim());
  await expect.poll(ink).not.toBe('');
  await logIn(page, 'admin');
  await page.locator('.fig b').first().waitFor();
  await context.close();
});
