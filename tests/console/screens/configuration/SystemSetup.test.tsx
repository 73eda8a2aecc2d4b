import { fireEvent, getByLabelText, getByRole, getByText } from '@testing-library/dom';
import { afterEach, expect, test } from 'vitest';
import { Screen } from '../../../../src/console/screens/configuration/SystemSetup';
import { type ConsolePage, openConsole } from '../../../support/console-page';
import { eventually } from '../../../support/eventually';
import { exampleMail } from '../../../support/example-services';

let page: ConsolePage;
afterEach(() => page.close());

test('a time server that is the datalogger itself is refused at the field where it was typed', async () => {
  page = await openConsole('admin', ['shell', 'config', 'config-system']);
  const screen = page.show(<Screen />);
  const panel = await eventually(() => getByRole(screen, 'region', { name: 'Orologio e dati' }));
  const field = await eventually(() => getByLabelText(panel, /^Server NTP/));
  fireEvent.input(field, { target: { value: '10.20.4.1, 127.0.0.1' } });
  await eventually(() => getByLabelText(panel, 'Server NTP●'));
  getByRole(panel, 'button', { name: 'Salva' }).click();
  await eventually(() => getByText(panel, 'È questo datalogger, o l’indirizzo di nessun server.'));
  expect(field.getAttribute('aria-invalid')).toBe('true');
});

test('a mask is a prefix or four numbers, and anything else is refused', async () => {
  page = await openConsole('admin', ['shell', 'config', 'config-system']);
  const screen = page.show(<Screen />);
  const panel = await eventually(() => getByRole(screen, 'region', { name: 'Rete' }));
  fireEvent.change(await eventually(() => getByLabelText(panel, /^Modalità/)), {
    target: { value: 'statico' },
  });
  const field = await eventually(() => getByLabelText(panel, /^Maschera/));
  const leaveWith = async (value: string) => {
    field.focus();
    fireEvent.input(field, { target: { value } });
    field.blur();
    await new Promise(requestAnimationFrame);
  };
  await leaveWith('255.0.255.0');
  await eventually(() =>
    getByText(panel, 'Scrivi la lunghezza del prefisso, come 24, o la maschera, come 255.255.255.0.'),
  );
  await leaveWith('255.255.255.0');
  await eventually(() => expect(field.getAttribute('aria-invalid')).toBeNull());
});

test('with another server the password is wanted again, and the field says so', async () => {
  page = await openConsole('admin', ['shell', 'config', 'config-system']);
  const stored = await page.datalogger.request('/api/sistema/posta', {
    method: 'PUT',
    token: page.datalogger.login('admin'),
    headers: { 'If-Match': '*' },
    json: { ...exampleMail, utente: 'impianto', password: 's3greta' },
  });
  expect(stored.status).toBe(200);
  const screen = page.show(<Screen />);
  const panel = await eventually(() => getByRole(screen, 'region', { name: 'Posta' }));
  fireEvent.input(await eventually(() => getByLabelText(panel, /^Server/)), {
    target: { value: 'other.example' },
  });
  await eventually(() => getByLabelText(panel, 'Server●'));
  getByRole(panel, 'button', { name: 'Salva' }).click();
  await eventually(() => getByText(panel, 'Serve la password: riscrivila, anche se è la stessa.'));
});

test('the range beside a field is written as a number can be typed, without separators of thousands', async () => {
  page = await openConsole('admin', ['shell', 'config', 'config-system']);
  const screen = page.show(<Screen />);
  const panel = await eventually(() => getByRole(screen, 'region', { name: 'Orologio e dati' }));
  const field = await eventually(() => getByLabelText(panel, /^Dati ai 15 min, conserva/));
  getByText(panel, /^35–3660\b/);
  expect(field.closest('.unit')?.textContent).toBe('giorni');
  // Two servers do not fit into half a row.
  expect(getByLabelText(panel, /^Server NTP/).closest('.fld')?.className).toContain('wd');
  expect(field.closest('.fld')?.className).not.toContain('wd');
  fireEvent.input(field, { target: { value: '3.660' } });
  await eventually(() => getByLabelText(panel, 'Dati ai 15 min, conserva●'));
  getByRole(panel, 'button', { name: 'Salva' }).click();
  await eventually(() => getByText(panel, 'Scrivi un numero, senza separatori delle migliaia.'));
});

test('backup and restart are offered though the plant cannot be read', async () => {
  page = await openConsole('admin', ['shell', 'config', 'config-system']);
  page.refuse('/api/impianto/1', 500);
  const screen = page.show(<Screen />);
  await eventually(() => getByRole(screen, 'region', { name: 'Backup e ripristino' }));
  getByRole(screen, 'button', { name: 'Riavvia…' });
});
