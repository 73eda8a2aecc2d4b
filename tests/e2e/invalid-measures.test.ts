import { mkdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { expectNoNonsense, setStage } from '../support/browser';
import { expectAccessibleIn, expectNoOverflow } from '../support/looks';

const stage = setStage({ historyDays: 3, at: '2026-06-10T12:00:00Z' });

/** Where pictures of this run are kept; none without it. */
const pictures = process.env.PICTURES;

async function openPanel() {
  const page = await stage.open('admin', '/config/setup-sistema');
  await page.getByRole('region', { name: 'Notifiche', exact: true }).scrollIntoViewIfNeeded();
  const panel = page.getByRole('region', { name: 'Misure non valide', exact: true });
  await panel.scrollIntoViewIfNeeded();
  return { page, panel };
}

test('a wrong time is marked with what it changes before it is done, is in the report, and is taken back', async () => {
  const { page, panel } = await openPanel();
  await panel.getByText('Nessun tratto segnato.').waitFor();
  const look = panel.getByRole('button', { name: 'Anteprima…' });
  expect(await look.isDisabled()).toBe(true);
  await panel.getByLabel('Dispositivo').selectOption('INV 02');
  await panel.getByLabel('Dal').fill('2026-06-08T12:05');
  await panel.getByLabel('Al', { exact: true }).fill('2026-06-08T14:00');
  await panel.getByLabel('Motivo').fill('Contatore sostituito');
  await look.click();
  await panel.getByText('Inizio e fine devono cadere su un quarto d’ora.').waitFor();
  await panel.getByLabel('Dal').fill('2026-06-08T12:00');
  await look.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('2026-06-08').waitFor();
  expect(await dialog.getByRole('row').filter({ hasText: '2026-06-08' }).textContent()).toMatch(
    /\d+,\d → \d+,\d/,
  );
  if (pictures) {
    mkdirSync(pictures, { recursive: true });
    await page.screenshot({ path: `${pictures}/invalid-dialog.png` });
  }
  await expectAccessibleIn(page);
  await dialog.getByRole('switch').check();
  await dialog.getByRole('button', { name: 'Segna come non valido' }).click();
  await panel.getByText('Tratto segnato: ').waitFor();
  await panel.getByRole('row').filter({ hasText: 'Contatore sostituito' }).waitFor();
  if (pictures)
    for (const [name, width, height, colorScheme] of [
      ['light', 1280, 800, 'light'],
      ['dark', 1440, 900, 'dark'],
      ['phone', 360, 800, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await panel.scrollIntoViewIfNeeded();
      await page.screenshot({ path: `${pictures}/invalid-${name}.png` });
    }
  await page.setViewportSize({ width: 360, height: 800 });
  await expectNoOverflow(page);
  await expectNoNonsense(page);
  const report = await stage.open('normal', '/stats&reports/reports?periodo=2026-06-08');
  // The mark of the chart, as it stands on paper.
  await report.getByText('misure non valide').first().waitFor({ state: 'attached' });
  // The look at all languages has left the first page in another one.
  const { panel: again } = await openPanel();
  await again.getByRole('button', { name: 'Ripristina' }).click();
  await again.getByText('Misure ripristinate.').waitFor();
  await again.getByText('Nessun tratto segnato.').waitFor();
});
