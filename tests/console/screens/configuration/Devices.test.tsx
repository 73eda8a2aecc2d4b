import {
  findAllByLabelText,
  fireEvent,
  getByLabelText,
  getByRole,
  getByText,
  queryByRole,
  queryByText,
} from '@testing-library/dom';
import { afterEach, expect, test } from 'vitest';
import { deviceFacts } from '../../../../src/console/data/facts';
import { readNow, replaceValue } from '../../../../src/console/data/poll';
import { draftKey, writeDraft } from '../../../../src/console/form/drafts';
import { deviceScreens, screenOf } from '../../../../src/console/screens/configuration/Devices';
import type { ConfigKind } from '../../../../src/contract/config/kinds';
import { newRecord } from '../../../support/config-records';
import { type ConsolePage, openConsole } from '../../../support/console-page';
import type { TestRole } from '../../../support/datalogger';
import { eventually } from '../../../support/eventually';
import { ExampleBus, examplePort } from '../../../support/example-bus';

let page: ConsolePage;

afterEach(async () => {
  await page.close();
  for (const kind of ['inverters', 'digital-signals', 'moduli-io'])
    for (const id of ['1', '2', 'nuovo']) writeDraft(draftKey('admin', `config/${kind}/${id}`), {});
  history.replaceState(null, '', '/');
});

async function open(
  kind: ConfigKind,
  id = '',
  role: TestRole = 'admin',
  bus: ExampleBus | null = null,
): Promise<HTMLElement> {
  page = await openConsole(role, ['shell', 'config', 'table', 'config-devices', 'bus-causes'], {
    size: kind === 'cci' ? 'medium' : 'small',
  });
  page.resize(1280);
  page.datalogger.plant.fieldBus = bus;
  history.replaceState(null, '', `/config/${kind}${id && `?id=${id}`}`);
  const Screen = screenOf(kind);
  const screen = page.show(<Screen />);
  await eventually(() => getByRole(screen, 'button', { name: 'Duplica' }));
  return screen;
}

const field = (screen: HTMLElement, label: string) => getByLabelText(screen, new RegExp(`^${label}●?$`));
async function type(screen: HTMLElement, label: string, value: string): Promise<void> {
  field(screen, label).focus();
  fireEvent.input(field(screen, label), { target: { value } });
  field(screen, label).blur();
  await new Promise(requestAnimationFrame);
}
async function confirmRead(dialog: HTMLElement): Promise<void> {
  getByRole(dialog, 'switch', { name: 'Ho letto che cosa succede' }).click();
  await new Promise(requestAnimationFrame);
}
const press = (place: HTMLElement, name: string | RegExp) => getByRole(place, 'button', { name }).click();
const appears = (screen: HTMLElement, text: string | RegExp) => eventually(() => getByText(screen, text));
const values = (label: HTMLElement) => ('value' in label ? label.value : null);

test('the rules of the contract say at the field who has a name or an address already', async () => {
  const screen = await open('inverters', '2');
  await type(screen, 'Nome', 'INV 01');
  await appears(screen, 'Già usato da INV 01. Scegline un altro.');
  await type(screen, 'Nome', 'INV 02');
  await type(screen, 'Unità Modbus', '1');
  await appears(screen, /^Già usato da /);
  await type(screen, 'Potenza di picco CC', '900');
  await type(screen, 'Unità Modbus', '99');
  await appears(screen, /^Rapporto CC\/CA insolito/);
});

test('a name with what nobody sees is refused at its field before it is sent', async () => {
  const screen = await open('inverters', '2');
  await type(screen, 'Nome', 'INV\u202E 02');
  await appears(screen, 'Contiene caratteri che non si vedono: riscriverlo senza incollarlo.');
});

test('an invalid address, and a number with decimals, are refused at their fields in sentences of their own', async () => {
  const screen = await open('inverters', '2');
  fireEvent.change(field(screen, 'Protocollo'), { target: { value: 'modbus-tcp' } });
  await eventually(() => getByLabelText(screen, 'Indirizzo'));
  await type(screen, 'Indirizzo', '10.20.4.999');
  const said = await appears(screen, 'Un nome o un indirizzo, come 192.168.10.14.');
  expect(field(screen, 'Indirizzo').getAttribute('aria-describedby')).toContain(said.id);
  await type(screen, 'Nuovi tentativi', '1,5');
  await appears(screen, 'Serve un numero intero, senza decimali.');
});

test('the sign of a changed field is no part of its name', async () => {
  const screen = await open('inverters', '2');
  await type(screen, 'Nome', 'INV 02 bis');
  await eventually(() => getByText(screen, '●'));
  getByRole(screen, 'textbox', { name: 'Nome' });
});

test('what only the datalogger knows is said at its field too: an address that was taken meanwhile', async () => {
  const screen = await open('inverters', '2');
  const address = { protocollo: 'sunspec-tcp', host: '192.168.10.14', porta: 1502, unita: 7 } as const;
  const { datalogger } = page;
  datalogger.config.devices.create('inverters', newRecord('inverters', { nome: 'Nuovo', ...address }));
  fireEvent.change(field(screen, 'Protocollo'), { target: { value: address.protocollo } });
  await eventually(() => getByLabelText(screen, 'Indirizzo'));
  await type(screen, 'Indirizzo', address.host);
  await type(screen, 'Porta', String(address.porta));
  await type(screen, 'Unità Modbus', String(address.unita));
  press(screen, /^Salva( |$)/);
  await appears(screen, 'Già usato da Nuovo. Scegline un altro.');
  expect(values(field(screen, 'Indirizzo'))).toBe(address.host);
});

test('a copy is made, is found in the list, and is deleted after its consequences are confirmed', async () => {
  const screen = await open('inverters', '1');
  press(screen, 'Duplica');
  await eventually(() => expect(values(field(screen, 'Nome'))).toBe('INV 01 (2)'));
  await type(screen, 'Unità Modbus', '77');
  press(screen, /^Salva( |$)/);
  await eventually(() => getByRole(screen, 'heading', { name: 'INV 01 (2)' }));
  await appears(screen, /^Salvato: /);
  fireEvent.input(getByLabelText(screen, 'Cerca'), { target: { value: '(2)' } });
  await eventually(() => expect(screen.querySelectorAll('.lst li')).toHaveLength(1));
  press(screen, 'Elimina…');
  await eventually(() => getByRole(screen, 'dialog'));
  await confirmRead(getByRole(screen, 'dialog'));
  press(getByRole(screen, 'dialog'), /^Elimina /);
  await eventually(() => expect(screen.querySelectorAll('.lst li')).toHaveLength(0));
});

test('communication is tried where the device is, and the answer is shown', async () => {
  const screen = await open('inverters', '1');
  press(screen, 'Prova comunicazione');
  await appears(screen, /^Risponde in \d+ ms\.$/);
});

test('a test that finds a gateway with its own numbers offers the switch for it', async () => {
  const screen = await open('inverters', '1');
  fireEvent.change(field(screen, 'Protocollo'), { target: { value: 'sunspec-tcp' } });
  await eventually(() => field(screen, 'Gateway con numeri propri'));
  const isOn = () => field(screen, 'Gateway con numeri propri').matches(':checked');
  expect(isOn()).toBe(false);
  const { plant } = page.datalogger;
  plant.probe = async (_, __, { numeri_propri }) =>
    numeri_propri
      ? { esito: 'ok', ms: 12, ultimo: null }
      : { esito: 'senza_valori', ms: null, ultimo: null, causa: 'numeri_propri' };
  press(screen, 'Prova comunicazione');
  await appears(screen, /risponde con numeri di transazione propri$/);
  press(screen, 'Gateway con numeri propri');
  await eventually(() => expect(isOn()).toBe(true));
  press(screen, 'Prova comunicazione');
  await appears(screen, 'Risponde in 12 ms.');
});

test('what is asked follows the protocol, and a record that others removed is shown as gone', async () => {
  const screen = await open('inverters', '2');
  fireEvent.change(field(screen, 'Protocollo'), { target: { value: 'modbus-rtu' } });
  await eventually(() => getByLabelText(screen, 'Velocità'));
  expect(queryByText(screen, 'Indirizzo')).toBeNull();
  await type(screen, 'Porta seriale', '/dev/ttyUSB0');
  page.datalogger.config.devices.remove('inverters', 2);
  press(screen, /^Salva( |$)/);
  await eventually(() => expect(screen.textContent).toMatch(/Non c’è più|Niente da mostrare/));
});

test('the serial port is chosen from those of the datalogger, and saved', async () => {
  const screen = await open('inverters', '2', 'admin', new ExampleBus());
  fireEvent.change(field(screen, 'Protocollo'), { target: { value: 'sunspec-rtu' } });
  await eventually(() => getByText(screen, 'ttyUSB0 · usb-FTDI_A50285BI'));
  fireEvent.change(field(screen, 'Porta seriale'), { target: { value: examplePort } });
  fireEvent.change(field(screen, 'Velocità'), { target: { value: '19200' } });
  await eventually(() => expect(values(field(screen, 'Velocità'))).toBe('19200'));
  press(screen, /^Salva( |$)/);
  await appears(screen, /^Salvato: \d campi\.$/);
  const saved = page.datalogger.config.devices.find('inverters', 2);
  expect(saved).toMatchObject({ protocollo: 'sunspec-rtu', porta_seriale: examplePort, baud: 19_200 });
});

test('the points of a curve are rows, checked and saved as one', async () => {
  const screen = await open('cci');
  const [first] = await findAllByLabelText(screen, 'x 1');
  if (!first) throw new Error('no curve');
  fireEvent.input(first, { target: { value: '1,5' } });
  await eventually(() => press(screen, /^Salva( |$)/));
  await eventually(() => getByText(screen, '1 campo da correggere'));
  fireEvent.input(first, { target: { value: '0,91' } });
  await new Promise(requestAnimationFrame);
  press(screen, /^Salva( |$)/);
  await appears(screen, 'Salvato: 1 campo.');
  const reply = await page.datalogger.request('/api/config/cci', { token: page.datalogger.login('admin') });
  expect((await reply.json())[0].curva_qv[0].x).toBe(0.91);
});

test('input modules are beside the digital signals: these choose one of them, and only its channels', async () => {
  const screen = await open('digital-signals', '2');
  expect(field(screen, 'Modulo').textContent).toBe('DI 01');
  await type(screen, 'Canale', '17');
  await appears(screen, 'Il modulo non ha questo canale.');
  press(screen, 'Moduli I/O');
  await eventually(() => getByRole(screen, 'heading', { name: 'Moduli I/O' }));
  await eventually(() => expect(values(field(screen, 'Nome'))).toBe('DI 01'));
  press(screen, 'Duplica');
  await eventually(() => expect(values(field(screen, 'Nome'))).not.toBe('DI 01'));
  await type(screen, 'Nome', 'DI 02');
  await type(screen, 'Numero', '1');
  await appears(screen, 'Già usato da DI 01. Scegline un altro.');
  expect(new URLSearchParams(location.search).get('vista')).toBe('moduli');
  press(screen, 'Segnali digitali');
  await eventually(() => getByRole(screen, 'heading', { name: 'Segnali digitali' }));
});

test('deleting what others use lists who, and is not possible', async () => {
  const screen = await open('inverters', '1');
  press(screen, 'Elimina…');
  const dialog = await eventually(() => getByRole(screen, 'dialog'));
  await eventually(() => getByText(dialog, /^Lo usano: QS 01\.1/));
  expect(dialog.textContent).toContain('Non si può eliminare');
  expect(queryByRole(dialog, 'button', { name: /^Elimina / })).toBeNull();
});

test('switching off the last source of figures says what will be missing, before it is saved', async () => {
  const screen = await open('contatori', '1');
  field(screen, 'Abilitato').click();
  await appears(screen, /^Senza un sostituto mancheranno: /);
});

test('on a real plant a record without a profile says so, and that any controller lifts the limits (F6)', async () => {
  await open('cci');
  const facts = await readNow(deviceFacts);
  const beside = { id: null, others: [], referred: new Map() };
  const warned = (kind: 'cci' | 'protezioni-interfaccia', abilitato: boolean, given = {}) =>
    [...deviceScreens[kind].check({ ...newRecord(kind, {}), ...given, abilitato }, beside).warnings]
      .filter(([path]) => path === 'abilitato')
      .map(([, { code }]) => code);
  expect(warned('cci', true)).toEqual([]);
  replaceValue(deviceFacts, { ...facts, isSimulated: false });
  expect(warned('cci', true)).toEqual(['unread_cci']);
  expect(warned('cci', false)).toEqual([]);
  expect(warned('protezioni-interfaccia', true)).toEqual(['unread_pro']);
  const read = { protocollo: 'modbus-tcp', profilo: 'own-device' };
  expect(warned('cci', true, read)).toEqual(['unread_cci']);
  expect(warned('protezioni-interfaccia', true, read)).toEqual([]);
});
