import { fireEvent, getByLabelText, getByRole, getByText, queryByRole } from '@testing-library/dom';
import { afterEach, expect, test } from 'vitest';
import { screenOf } from '../../../../src/console/screens/configuration/Devices';
import type { ConfigKind } from '../../../../src/contract/config/kinds';
import { configClient } from '../../../support/config-client';
import { type ConsolePage, openConsole } from '../../../support/console-page';
import { eventually } from '../../../support/eventually';

let page: ConsolePage;

afterEach(async () => {
  await page.close();
  history.replaceState(null, '', '/');
});

async function open(kind: ConfigKind, id: string): Promise<HTMLElement> {
  page = await openConsole('admin', ['shell', 'config', 'table', 'config-devices', 'config-many']);
  page.resize(1280);
  history.replaceState(null, '', `/config/${kind}?id=${id}`);
  const Screen = screenOf(kind);
  const screen = page.show(<Screen />);
  await eventually(() => getByText(screen, 'Stesse impostazioni per più dispositivi'));
  return screen;
}

const appears = (screen: HTMLElement, text: string | RegExp) => eventually(() => getByText(screen, text));
const button = (screen: HTMLElement, name: string | RegExp) => getByRole(screen, 'button', { name });
/** The button of the part whose fields are filled in. */
const compareButton = (screen: HTMLElement) =>
  eventually(() => {
    const one = [...screen.querySelectorAll('button')].find(
      each => each.textContent === 'Mostra le differenze' && !each.disabled,
    );
    if (!one) throw new Error('nothing to compare yet');
    return one;
  });
async function paste(screen: HTMLElement, text: string): Promise<void> {
  const field = getByLabelText(screen, /incolla qui/);
  fireEvent.input(field, { target: { value: text } });
  (await compareButton(screen)).click();
}
const inverter = (id: number) => page.datalogger.config.devices.find('inverters', id);

test('rows copied from a spreadsheet are shown as differences, and taken by one press', async () => {
  const screen = await open('inverters', 'insieme');
  await paste(screen, 'nome\tpolling\tcolore\nINV 01\t10\trosso\nINV 02\t5\tblu\n');
  await appears(screen, '1 cambiato · 1 uguale');
  await appears(screen, /lasciate da parte: colore/);
  await eventually(() => expect(document.activeElement?.textContent).toBe('1 cambiato · 1 uguale'));
  expect(getByRole(screen, 'row').textContent).toMatch(/INV 01 .*cambiato.*: 5.s → 10.s/);
  expect(inverter(1)?.polling).toBe(5);
  button(screen, 'Applica a 1 dispositivo').click();
  await appears(screen, 'Applicato.');
  expect(inverter(1)?.polling).toBe(10);
});

test('disabling several names who uses them and what will be missing, before it is taken', async () => {
  const screen = await open('inverters', 'insieme');
  await paste(screen, 'nome\tabilitato\nINV 01\t0\nINV 02\t0\n');
  await appears(screen, '2 cambiati');
  await appears(screen, /^Lo usano: /);
  await appears(screen, /^Senza un sostituto mancheranno: /);
  expect(inverter(1)?.abilitato).toBe(true);
});

test('what is wrong is said at its row and field, and nothing can be taken', async () => {
  const screen = await open('inverters', 'insieme');
  await paste(screen, 'id\tnome\tunita\n1\tINV 01\t300\n9\tINV 09\t1\n');
  await appears(screen, '2 errati');
  await appears(screen, /tra 0 e 255/);
  await appears(screen, /lasciarlo vuoto per crearne uno/);
  await appears(screen, /Nulla viene preso finché/);
  expect(queryByRole(screen, 'button', { name: /^Applica/ })).toBeNull();
});

test('what somebody else saved meanwhile is not overwritten unseen: the differences are shown again', async () => {
  const screen = await open('inverters', 'insieme');
  await paste(screen, 'nome\tpolling\nINV 01\t10\n');
  await appears(screen, '1 cambiato');
  await configClient(page.datalogger).change('inverters', { polling: 20 });
  button(screen, 'Applica a 1 dispositivo').click();
  await appears(screen, /Intanto qualcuno ha salvato altro/);
  expect(getByRole(screen, 'row').textContent).toMatch(/20.s → 10.s/);
  expect(inverter(1)?.polling).toBe(20);
  button(screen, 'Applica a 1 dispositivo').click();
  await appears(screen, 'Applicato.');
  expect(inverter(1)?.polling).toBe(10);
});

test('the settings of one device are copied to the chosen ones, never its name, address or serial number', async () => {
  const screen = await open('inverters', 'insieme-1');
  for (const name of ['Nome', 'Matricola', 'Unità Modbus'])
    expect(queryByRole(screen, 'checkbox', { name })).toBeNull();
  expect(queryByRole(screen, 'checkbox', { name: 'INV 01' })).toBeNull();
  getByRole(screen, 'checkbox', { name: 'Posizione' }).click();
  const field = await eventually(() => getByRole(screen, 'textbox', { name: /^Posizione/ }));
  fireEvent.input(field, { target: { value: 'Tetto nord' } });
  getByRole(screen, 'checkbox', { name: 'INV 02' }).click();
  (await compareButton(screen)).click();
  await appears(screen, '1 cambiato');
  button(screen, 'Applica a 1 dispositivo').click();
  await appears(screen, 'Applicato.');
  expect(inverter(2)?.posizione).toBe('Tetto nord');
  expect(inverter(1)?.posizione).not.toBe('Tetto nord');
});
