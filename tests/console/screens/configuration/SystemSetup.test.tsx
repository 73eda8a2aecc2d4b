import { fireEvent, getByLabelText, getByRole, getByText } from '@testing-library/dom';
import { afterEach, expect, test } from 'vitest';
import { Screen } from '../../../../src/console/screens/configuration/SystemSetup';
import { type ConsolePage, openConsole } from '../../../support/console-page';
import { eventually } from '../../../support/eventually';

let page: ConsolePage;
afterEach(() => page.close());

test('a time server that is the datalogger itself is told at the field where it was typed', async () => {
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

test('the range beside a field is written as a number can be typed, without separators of thousands', async () => {
  page = await openConsole('admin', ['shell', 'config', 'config-system']);
  const screen = page.show(<Screen />);
  const panel = await eventually(() => getByRole(screen, 'region', { name: 'Orologio e dati' }));
  const field = await eventually(() => getByLabelText(panel, /^Dati ai 15 min, conserva/));
  getByText(panel, '35–3660');
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
