import { fireEvent, getByLabelText, getByRole, getByText } from '@testing-library/dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AuditLog } from '../../../../src/console/screens/configuration/AuditLog';
import { configClient } from '../../../support/config-client';
import { type ConsolePage, openConsole } from '../../../support/console-page';
import { eventually } from '../../../support/eventually';

let page: ConsolePage;
beforeEach(async () => {
  page = await openConsole('admin', ['shell', 'config', 'config-system', 'config-setup', 'audit']);
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

test('shows what one person changed, by a link of the account, and only in the days that are chosen', async () => {
  page.datalogger.config.audit.write({
    atMs: page.datalogger.clock.now(),
    user: 'admin',
    address: '10.0.0.7',
    action: 'config.change',
    object: 'config/inverters/1',
    changes: {},
    result: 'ok',
  });
  history.replaceState(null, '', '/config/setup-sistema?vista=registro&utente=nobody');
  const screen = page.show(<AuditLog />);
  await eventually(() => getByText(screen, 'Nessuna voce.'));
  const person = getByRole(screen, 'searchbox', { name: 'Persona' });
  expect((person as HTMLInputElement).value).toBe('nobody');
  fireEvent.input(person, { target: { value: '' } });
  await eventually(() => expect(screen.querySelectorAll('tbody tr').length).toBeGreaterThan(0));
  fireEvent.input(getByLabelText(screen, 'Al'), { target: { value: '2020-01-01' } });
  await eventually(() => getByText(screen, 'Nessuna voce.'));
});

test('goes back to a version, first to one device of it, after the question', async () => {
  const { change, list, get } = configClient(page.datalogger);
  await change('inverters', { nome: 'INV est' });
  await change('inverters', { nome: 'INV ovest' }, 2);
  history.replaceState(null, '', '/config/setup-sistema?vista=registro');
  const [, { versione: first }] = (await get('registro')).righe;
  await change('inverters', { nome: 'INV altro' });
  const screen = page.show(<AuditLog />);
  const back = await eventually(() => getByText(screen, `Versione ${first}…`));
  back.click();
  await eventually(() => getByText(screen, '2 differenze.'));
  const [one] = await eventually(() => {
    const buttons = [...screen.querySelectorAll<HTMLElement>('.diff button')];
    expect(buttons).toHaveLength(2);
    return buttons;
  });
  one?.click();
  await eventually(() => getByText(screen, '1 differenza.'));
  // A plan of one device cannot be narrowed further.
  await eventually(() => expect(screen.querySelectorAll('.diff button')).toHaveLength(0));
  getByText(screen, 'Ripristina…').click();
  const consent = await eventually(() => {
    const found = document.querySelector<HTMLElement>('dialog [role="switch"]');
    expect(found).not.toBeNull();
    return found;
  });
  consent?.click();
  await eventually(() => expect(document.querySelector('dialog button:disabled')).toBeNull());
  getByText(document.body, 'Ripristina').click();
  await eventually(() => getByText(screen, 'Configurazione ripristinata.'));
  expect((await list('inverters')).map(({ nome }) => nome)).toEqual(['INV est', 'INV ovest']);
});
