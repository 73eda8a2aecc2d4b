import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { expectNoNonsense, setStage } from '../support/browser';
import { excessWidth, expectAccessibleIn } from '../support/looks';

const stage = setStage({ size: 'medium', at: '2026-06-10T13:00:00+02:00' });

// Typed by hand they would take a day: the file is made from the exported one, as a spreadsheet would.
test('200 string boxes come from a file, after their differences were shown', async () => {
  const page = await stage.open('admin', '/config/box-stringhe');
  await page.getByRole('button', { name: 'Più dispositivi…' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Scarica CSV' }).click(),
  ]);
  const exported = readFileSync(await download.path(), 'utf8');
  const before = stage.datalogger.config.devices.all()['box-stringhe'];
  const upload = (content: string) =>
    page.getByLabel('Prendi da un file CSV').setInputFiles({
      name: 'quadri.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(content),
    });
  await upload(exported);
  await page.getByRole('heading', { name: `${before.length} uguali` }).waitFor();

  const rows = Array.from({ length: 200 }, (_, at) => `SB ${at + 1};sim;INV 0${(at % 9) + 1};12;${at + 1}`);
  await upload(['nome;protocollo;inverter;ingressi;istanza', ...rows].join('\r\n'));
  await page.getByRole('heading', { name: '200 nuovi' }).waitFor();
  await expectNoNonsense(page);
  await expectAccessibleIn(page);
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await excessWidth(page)).toBe(0);
  await page.getByRole('button', { name: 'Applica a 200 dispositivi' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Applicato.').waitFor();
  expect(stage.datalogger.config.devices.all()['box-stringhe']).toHaveLength(before.length + 200);
});
