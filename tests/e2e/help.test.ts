import { expect, test } from 'vitest';
import { expectAccessible } from '../support/axe';
import { setStage } from '../support/browser';

const stage = setStage({ size: 'medium', at: '2026-06-10T13:00:00+02:00', historyDays: 2 });
const ratio = /^Energia prodotta rispetto a quella che la luce misurata darebbe/;

test('a figure is explained by keyboard; Esc closes it and leaves the focus where it was', async () => {
  const page = await stage.open('normal', '/');
  const label = page.getByRole('button', { name: 'PR oggi' });
  // What shows the sentences comes after the first values, with the footer.
  await page.locator('.foot dl').waitFor();
  await label.focus();
  await page.keyboard.press('Enter');
  const sentence = page.locator('#help');
  await sentence.getByText(ratio).waitFor();
  await expect.poll(() => label.getAttribute('aria-expanded')).toBe('true');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await sentence.waitFor({ state: 'detached' });
  expect(await label.evaluate(button => button === document.activeElement)).toBe(true);
});

test('under the mouse it comes and goes; the head of a column is explained, and a press sorts by it', async () => {
  const page = await stage.open('normal', '/impianto/inverters?vista=tabella');
  const head = page.getByRole('columnheader', { name: /Δ mediana/ });
  const sort = head.getByRole('button', { name: 'Δ mediana' });
  const sentence = page.locator('#help').getByText(/^Scostamento dalla mediana/);
  await sort.hover();
  await sentence.waitFor();
  expect(await head.getAttribute('aria-sort')).toBeNull();
  // The mouse may get to the sentence, which stays under it.
  await sentence.hover();
  await expect.poll(() => sentence.evaluate(text => text.matches(':hover'))).toBe(true);
  await sentence.waitFor();
  await page.mouse.move(0, 0);
  await sentence.waitFor({ state: 'detached' });
  await sort.focus();
  await page.keyboard.press('Enter');
  await sentence.waitFor();
  await expect.poll(() => head.getAttribute('aria-sort')).not.toBeNull();
});

test('by touch on a phone it is within the window, a finger finds it, and another screen closes it', async () => {
  const page = await stage.open('normal', '/', { hasTouch: true, viewport: { width: 360, height: 800 } });
  const label = page.getByRole('button', { name: 'Irraggiamento', exact: true });
  await page.locator('.foot dl').waitFor();
  await label.scrollIntoViewIfNeeded();
  await label.tap();
  const sentence = page.locator('#help');
  await sentence.waitFor();
  const box = await sentence.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(360);
  expect((await label.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await page.goBack();
  await sentence.waitFor({ state: 'detached' });
});
