import { getByRole, getByText } from '@testing-library/dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AuditLog } from '../../../../src/console/screens/configuration/AuditLog';
import { type ConsolePage, openConsole } from '../../../support/console-page';
import { eventually } from '../../../support/eventually';

let page: ConsolePage;
beforeEach(async () => {
  page = await openConsole('admin', ['shell', 'config', 'config-system', 'config-setup']);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await page.close();
});

test('an administrator checks the chain of the log, and downloads it as CSV', async () => {
  const saved: Blob[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  vi.spyOn(URL, 'createObjectURL').mockImplementation(blob => {
    if (blob instanceof Blob) saved.push(blob);
    return 'blob:saved';
  });
  const screen = page.show(<AuditLog />);
  (await eventually(() => getByRole(screen, 'button', { name: 'Verifica integrità' }))).click();
  await eventually(() => getByText(screen, /Integro: \d+ righ[ae], nessuna modificata o tolta\./));
  getByRole(screen, 'button', { name: 'Scarica CSV' }).click();
  await eventually(() => expect(saved).toHaveLength(1));
  expect(await saved[0]?.text()).toContain('id;numero;t [UTC];utente');
});
