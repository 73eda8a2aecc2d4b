import { expect, test } from 'vitest';
import { photoBytes } from '../../src/contract/work-limits';
import { expectNoNonsense, setStage } from '../support/browser';
import { expectAccessibleIn, expectNoOverflow } from '../support/looks';

const stage = setStage({ size: 'medium', at: '2026-06-10T13:00:00+02:00' });

const read = async (path: string) =>
  (await stage.datalogger.request(path, { token: stage.datalogger.login('admin') })).json();

test('an alarm becomes a work order with its steps, which is closed with a photo and states the cause of its alarm', async () => {
  stage.datalogger.plant.inject({ kind: 'inverter-trip', inverter: 7, cause: 'ground' });
  await stage.datalogger.run(30);
  const page = await stage.open('normal', '/allarmi');
  await page.getByRole('link', { name: 'Ordine di lavoro', exact: true }).click();
  const title = page.getByLabel(/^Lavoro/);
  await expect.poll(() => title.inputValue()).toBe('INV 07: Guasto a terra');
  const sheet = page.getByRole('region', { name: 'Nuovo' });
  await sheet.getByLabel(/^Assegnato a/).selectOption({ label: 'G. Conti' });
  await page.getByLabel(/^Scadenza/).fill('2026-06-12');
  await page.getByLabel(/^Costo/).fill('180,50');
  // The list on the screen is read again, so that the order is in it at once.
  const [again] = await Promise.all([
    page.waitForResponse(
      answer => /\/lavori(\?|$)/.test(answer.url()) && answer.request().method() === 'GET',
    ),
    page.getByRole('button', { name: 'Salva', exact: true }).click(),
  ]);
  expect(again.url()).toMatch(/allarme=\d+/);
  await page.getByText(/^Creato da operatore/).waitFor();
  const [made] = await read('/api/lavori');
  expect(made).toMatchObject({ nome: 'INV 07', persona: 'G. Conti', scadenza: '2026-06-12', costo: 180.5 });
  expect(made.passi.length).toBeGreaterThan(0);

  await page.getByLabel('Fatto 1').check();
  // Noise, which is compressed badly, much larger than what is kept.
  const noise = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [1600, 1200];
    const context = canvas.getContext('2d');
    const pixels = context?.createImageData(1600, 1200);
    if (!context || !pixels) throw new Error('no canvas');
    for (let at = 0; at < pixels.data.length; at += 1)
      pixels.data[at] = at % 4 === 3 ? 255 : (at * 7919) % 256;
    context.putImageData(pixels, 0, 0);
    return canvas.toDataURL('image/png').replace(/.*,/, '');
  });
  const choice = page.locator('input[type=file]');
  expect(await choice.getAttribute('capture')).toBe('environment');
  await choice.setInputFiles({ name: 'a.txt', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await page.getByText('Il browser non legge questa immagine').waitFor();
  await choice.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from(noise, 'base64') });
  const photo = page.getByRole('img', { name: 'Foto 1' });
  await expect.poll(() => photo.evaluate(image => image.clientWidth > 0)).toBe(true);
  await page.getByRole('button', { name: /^Salva/ }).click();
  await page.locator('.ub').waitFor({ state: 'hidden' });
  await expectNoNonsense(page);
  await expectAccessibleIn(page, [
    // As high as the sheet: what the footer covers by half is taken for too small.
    ['light', 1280, 1600],
    ['dark', 360, 2400],
  ]);

  await page
    .locator('form')
    .getByLabel(/^Stato/)
    .selectOption('chiuso');
  await page.getByRole('button', { name: /^Salva/, disabled: false }).click();
  const outcome = page.getByLabel(/^Che cosa è stato fatto/);
  await expect.poll(() => outcome.getAttribute('aria-invalid')).toBe('true');
  await outcome.fill('Sostituito il connettore della stringa 3');
  await page.getByLabel(/^Causa degli allarmi/).selectOption({ label: 'Guasto' });
  await page.getByRole('button', { name: /^Salva/, disabled: false }).click();
  await page.getByText(/^Chiuso da operatore/).waitFor();
  const [closed] = await read('/api/lavori');
  expect(closed).toMatchObject({ stato: 'chiuso', causa: 'guasto', foto: [{ numero: 1 }] });
  expect(closed.passi[0].fatto).toBe(true);
  expect(closed.foto[0].byte).toBeLessThanOrEqual(photoBytes);
  const { note } = await read(`/api/diario?allarme=${closed.allarmi[0]}`);
  expect(note).toMatchObject([{ causa: 'guasto', testo: 'Sostituito il connettore della stringa 3' }]);
  // Goes through all languages.
  await expectNoOverflow(page);
});
