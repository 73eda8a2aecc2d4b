import { expect, test } from 'vitest';
import { setStage } from '../support/browser';

const stage = setStage({ size: 'medium', at: '2026-06-21T12:20:00+02:00' });

test('a note is written in the drawer of a device and seen there by another', async () => {
  const page = await stage.open('normal', '/impianto/inverters?dispositivo=3');
  await page.getByRole('button', { name: 'Aggiungi una nota' }).click();
  await page.getByRole('textbox', { name: 'Nota', exact: true }).fill('Ventola sostituita');
  await page.getByRole('button', { name: 'Salva la nota' }).click();
  await expect.poll(() => page.getByText('Ventola sostituita').count()).toBe(1);
  const other = await stage.open('admin', '/impianto/inverters?dispositivo=3');
  await expect.poll(() => other.getByText('Ventola sostituita').count()).toBe(1);
  const remove = other.getByRole('button', { name: 'Elimina la nota: Ventola sostituita' });
  // A double click, wherever its first press moves the button.
  await remove.focus();
  for (const detail of [1, 2])
    await remove.evaluate(
      (button, times) => button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: times })),
      detail,
    );
  await other.getByText('Elimina la nota', { exact: true }).waitFor();
  await other.keyboard.press('Escape');
  await other.getByText('Elimina la nota', { exact: true }).waitFor({ state: 'detached' });
  expect(await other.getByText('Ventola sostituita').count()).toBe(1);
  await remove.click();
  await other.route('**/api/diario/*', route => route.abort());
  await remove.click();
  await other.getByText('La nota non è stata eliminata.').waitFor();
  await other.unroute('**/api/diario/*');
  await remove.click();
  await expect.poll(() => other.getByText('Ventola sostituita').count()).toBe(0);
});
