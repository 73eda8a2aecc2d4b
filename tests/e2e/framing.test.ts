import { expect, test } from 'vitest';
import { setStage } from '../support/browser';
import { plantOrigin } from '../support/chromium';

const stage = setStage();

test('E04: in a frame there is nothing, also behind a web server that cannot send headers', async () => {
  const page = await stage.newPage();
  await page.route('**/*', async route => {
    const reply = await stage.datalogger.request(new URL(route.request().url()).pathname);
    const contentType = reply.headers.get('content-type') ?? '';
    await route.fulfill({ contentType, body: Buffer.from(await reply.arrayBuffer()) });
  });
  const around = '<!doctype html><iframe src="/auth/login"></iframe>';
  await page.route('**/around.html', route => route.fulfill({ contentType: 'text/html', body: around }));
  await page.goto(`${plantOrigin}/around.html`, { waitUntil: 'networkidle' });
  const framed = page.frames().find(frame => frame.url() === `${plantOrigin}/auth/login`);
  await expect
    .poll(() => framed?.evaluate(() => document.documentElement?.outerHTML ?? 'nothing'))
    .toBe('nothing');
  await page.goto(`${plantOrigin}/auth/login`);
  await page.getByLabel('Utente').waitFor();
});
