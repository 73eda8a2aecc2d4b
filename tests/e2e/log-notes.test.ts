import { expect, test } from 'vitest';
import { setStage } from '../support/browser';
import { plantOrigin } from '../support/chromium';

const stage = setStage({ size: 'medium', at: '2026-06-21T12:20:00+02:00', historyDays: 2 });

test('a note is written in the drawer of a device and seen there by another', async () => {
  const page = await stage.open('normal', '/impianto/inverters?dispositivo=3');
  await page.getByRole('button', { name: 'Aggiungi una nota' }).click();
  const focused = page.locator(':focus');
  await expect.poll(() => focused.evaluate(field => field.nodeName)).toBe('TEXTAREA');
  await page.keyboard.type('Ventola sostituita');
  await page.getByRole('button', { name: 'Salva la nota' }).click();
  await expect
    .poll(() => page.getByRole('listitem').filter({ hasText: 'Ventola sostituita' }).count())
    .toBe(1);
  // The button that had the focus is gone: the focus stays where it was, not on the page.
  await expect.poll(() => focused.evaluate(place => place.closest('section') !== null)).toBe(true);
  const other = await stage.open('admin', '/impianto/inverters?dispositivo=3');
  await expect
    .poll(() => other.getByRole('listitem').filter({ hasText: 'Ventola sostituita' }).count())
    .toBe(1);
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
  expect(await other.getByRole('listitem').filter({ hasText: 'Ventola sostituita' }).count()).toBe(1);
  await remove.click();
  await other.route('**/api/diario/*', route => route.abort());
  await remove.click();
  await other.getByText('La nota non è stata eliminata.').waitFor();
  await other.unroute('**/api/diario/*');
  await remove.click();
  await expect
    .poll(() => other.getByRole('listitem').filter({ hasText: 'Ventola sostituita' }).count())
    .toBe(0);
});

test('a note on an inverter names a time and states what it lost; an invalid time is refused at its field', async () => {
  const page = await stage.open('admin', '/impianto/inverters?dispositivo=4');
  await page.getByRole('button', { name: 'Aggiungi una nota' }).click();
  await page.getByRole('textbox', { name: 'Nota', exact: true }).fill('Lavaggio dei moduli');
  await page.getByLabel(/^Dal /).fill('2026-06-21T09:00');
  await page.getByLabel('Al', { exact: true }).fill('2026-06-21T08:00');
  await page.getByLabel('Causa della perdita').selectOption({ label: 'Manutenzione programmata' });
  await page.getByRole('button', { name: 'Salva la nota' }).click();
  const end = page.getByLabel('Al', { exact: true });
  await expect.poll(() => end.getAttribute('aria-invalid')).toBe('true');
  await end.fill('2026-06-21T09:45');
  await page.getByRole('button', { name: 'Salva la nota' }).click();
  await page.getByText(/21\/06\/2026 09:00 – 21\/06\/2026 09:45/).waitFor();
  const token = stage.datalogger.login('admin');
  const { note } = await (await stage.datalogger.request('/api/diario?gruppo=inverter', { token })).json();
  const seconds = (time: string) => Date.parse(`2026-06-21T${time}:00+02:00`) / 1000;
  expect(note[0]).toMatchObject({
    dispositivo: 4,
    causa: 'pianificata',
    da: seconds('09:00'),
    a: seconds('09:45'),
  });
});

test('a note on a string box is written in its drawer, and stands on the axis of its chart for keyboard and paper', async () => {
  const page = await stage.open('normal', '/impianto/stringhe?dispositivo=1');
  await page.getByRole('button', { name: 'Aggiungi una nota' }).click();
  await page.getByRole('textbox', { name: 'Nota', exact: true }).fill('Fusibile cambiato');
  await page.getByRole('button', { name: 'Salva la nota' }).click();
  const drawer = page.locator('.drawer');
  const chart = drawer.getByRole('application').first();
  await chart.focus();
  await page.keyboard.press('End');
  await expect
    .poll(() => drawer.getByRole('status').allTextContents())
    .toContainEqual(expect.stringMatching(/Fusibile cambiato \(/));
  expect(await drawer.locator('.plot .mark').count()).toBe(1);
  const printed = drawer.getByText(/: Fusibile cambiato \(/);
  expect(await printed.isVisible()).toBe(false);
  await page.emulateMedia({ media: 'print' });
  expect(await printed.isVisible()).toBe(true);
  const token = stage.datalogger.login('admin');
  const { note } = await (
    await stage.datalogger.request('/api/diario?gruppo=box-stringhe', { token })
  ).json();
  const { nome } = await (await stage.datalogger.request('/api/config/box-stringhe', { token }))
    .json()
    .then(
      (all: { id: number; nome: string }[]) =>
        all.find(({ id }) => id === note[0].dispositivo) ?? { nome: '' },
    );
  expect(note).toMatchObject([{ testo: 'Fusibile cambiato', nome }]);
});

test('a note on the plant stands on the axis of the curve of today', async () => {
  const token = stage.datalogger.login('admin');
  const json = { testo: 'Sfalcio finito' };
  expect((await stage.datalogger.request('/api/diario', { method: 'POST', token, json })).status).toBe(200);
  const page = await stage.open('normal', '/');
  const chart = page.locator('.plot').getByRole('application');
  await expect.poll(() => page.locator('.plot .mark').count()).toBe(1);
  await chart.focus();
  for (const key of ['End', 'ArrowLeft', 'ArrowRight']) await page.keyboard.press(key);
  await expect
    .poll(() => page.getByRole('status').allTextContents())
    .toContainEqual(expect.stringContaining('Sfalcio finito'));
});

test('what is typed while the connection is lost is saved by itself when it is back', async () => {
  const page = await stage.open('admin', '/impianto/inverters?dispositivo=5');
  await page.getByRole('button', { name: 'Aggiungi una nota' }).click();
  await page.route('**/api/**', route => route.abort());
  await page.getByText('Collegamento con il datalogger perso').waitFor();
  const note = page.getByRole('textbox', { name: 'Nota', exact: true });
  await note.click();
  await note.pressSequentially('Fusibile sostituito');
  await page.getByRole('button', { name: 'Salva la nota' }).click();
  await page.getByText('Si salva da solo quando il collegamento torna.').waitFor();
  await page.unrouteAll();
  await page.getByRole('listitem').filter({ hasText: 'Fusibile sostituito' }).waitFor();

  await page.goto(`${plantOrigin}/config/impianto`);
  const owner = page.getByLabel('Titolare');
  await owner.waitFor();
  await page.route('**/api/**', route => route.abort());
  await page.getByText('Collegamento con il datalogger perso').waitFor();
  await owner.click();
  await owner.fill('Anna Verdi');
  await page.getByRole('button', { name: /^Salva/, disabled: false }).click();
  await page.getByText('Si salva da solo quando il collegamento torna.').waitFor();
  await page.unrouteAll();
  await page.getByText('Salvato', { exact: false }).first().waitFor();
  expect(stage.datalogger.config.plantConfig.read()?.fields.titolare).toBe('Anna Verdi');
});
