import { fireEvent, getByLabelText, getByRole, getByText, queryByRole } from '@testing-library/dom';
import { afterEach, expect, test } from 'vitest';
import { Screen } from '../../../src/console/screens/configuration/Account';
import { type ConsolePage, openConsole } from '../../support/console-page';
import { testPassword } from '../../support/datalogger';
import { eventually } from '../../support/eventually';

let page: ConsolePage;
afterEach(() => page.close());

/** The accounts, 16 min after the login; a one-time code is asked for, and the dialog that asks for the password is open. */
async function askForCode() {
  page = await openConsole('admin', ['shell', 'config', 'config-account']);
  window.history.replaceState(null, '', '/config/account?id=2');
  const screen = page.show(<Screen />);
  const button = await eventually(() => getByRole(screen, 'button', { name: 'Codice monouso' }));
  page.datalogger.clock.advance(16 * 60_000);
  button.click();
  return { screen, dialog: await eventually(() => getByRole(document.body, 'dialog')) };
}

const type = (dialog: HTMLElement, password: string) =>
  fireEvent.input(getByLabelText(dialog, 'Password'), { target: { value: password } });
async function confirm(dialog: HTMLElement): Promise<void> {
  const button = getByRole(dialog, 'button', { name: 'Conferma' });
  await eventually(() => expect(button.hasAttribute('disabled')).toBe(false));
  button.click();
}

test('what needed the password is done once it was typed, without a second press', async () => {
  const { screen, dialog } = await askForCode();
  type(dialog, 'non questa');
  await confirm(dialog);
  await eventually(() => getByText(dialog, 'Non è la password attuale: riscrivila.'));
  type(dialog, testPassword);
  await confirm(dialog);
  await eventually(() => getByText(screen, /^Codice \S+, valido fino alle/));
  expect(queryByRole(document.body, 'dialog')).toBeNull();
});

test('without the password nothing is done, and the screen says why', async () => {
  const { screen, dialog } = await askForCode();
  getByRole(dialog, 'button', { name: 'Annulla' }).click();
  await eventually(() => getByText(screen, /^Serve di nuovo la tua password/));
  expect(queryByRole(document.body, 'dialog')).toBeNull();
  expect(page.requests.filter(path => path.endsWith('/codice')).length).toBe(1);
});
