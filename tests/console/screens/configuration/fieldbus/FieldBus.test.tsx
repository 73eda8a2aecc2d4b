import { fireEvent, getByLabelText, getByRole, getByText, queryByText, within } from '@testing-library/dom';
import { afterEach, expect, test } from 'vitest';
import { FieldBus } from '../../../../../src/console/screens/configuration/fieldbus/FieldBus';
import { type ConsolePage, openConsole } from '../../../../support/console-page';
import { eventually } from '../../../../support/eventually';
import { ExampleBus, exampleLine, examplePort, exampleScan } from '../../../../support/example-bus';
import { exampleProfileText } from '../../../../support/example-profile';

const serialPlace = {
  host: examplePort,
  porta: 0,
  trama: 'seriale',
  baud: 9600,
  parita: 'N',
  stop: 1,
} as const;
let page: ConsolePage;
afterEach(() => page.close());

const open = async (fieldBus: ExampleBus | null) => {
  page = await openConsole('admin', [
    'shell',
    'config',
    'table',
    'config-system',
    'config-devices',
    'bus-causes',
    'fieldbus',
  ]);
  page.datalogger.plant.fieldBus = fieldBus;
  return page.show(<FieldBus />);
};

test('a simulated plant says that it has no field bus, and offers no search', async () => {
  const screen = await open(null);
  await eventually(() => getByText(screen, /non vengono da un bus di campo/));
  expect(queryByText(screen, 'Cerca')).toBeNull();
});

test('a device says when it last answered, and in words what went wrong last', async () => {
  const screen = await open(new ExampleBus());
  await eventually(() => getByText(screen, 'eccezione Modbus 6'));
  getByText(screen, '192.168.10.14:502');
});

test('the one-line drawing has each device with its power, and what a wrong ratio of a meter may be', async () => {
  const fieldBus = new ExampleBus();
  fieldBus.check = { ...fieldBus.check, kw: 1.9, esito: 'rapporto', volte: 40 };
  const screen = await open(fieldBus);
  const drawing = await eventually(() => getByRole(screen, 'region', { name: 'Schema unifilare' }));
  const [inverter] = within(getByRole(drawing, 'list', { name: 'Inverter' })).getAllByRole('listitem');
  expect(inverter?.textContent).toMatch(/^INV 01 FIMER · PVS-175 · F175-0001 · 175,0\skW76,0\skW$/);
  const check = within(drawing).getByRole('status').textContent;
  expect(check).toMatch(/M1 1,9\skW, inverter 76,0\skW: circa 40 volte meno: rapporto dei TA\?/);
});

test('a chain without its end says since when it is incomplete and what is missing', async () => {
  const screen = await open(new ExampleBus());
  await eventually(() =>
    getByText(screen, /Catena dei modelli incompleta dal .*mancano gli ingressi e i comandi/),
  );
  // What its alarms report, in the words of the profile's file.
  getByText(screen, 'Abnormal leakage current');
});

test('a register is shown with the model, the point and the scaled value where they are known', async () => {
  const screen = await open(new ExampleBus());
  const button = await eventually(() => getByText(screen, 'Leggi'));
  button.click();
  const cell = await eventually(() => getByText(screen, '103 W'));
  expect(cell.closest('tr')?.textContent).toContain('12.340\u00a0W');
});

test('a device shows how quickly it answered on each day', async () => {
  const screen = await open(new ExampleBus());
  await page.datalogger.run(700);
  (await eventually(() => getByLabelText(screen, 'Dettagli di INV 01'))).click();
  const days = await eventually(() => getByLabelText(screen, 'Tempi di risposta'));
  const cells = [...days.querySelectorAll('tbody td')].map(cell => Number.parseInt(cell.textContent, 10));
  expect(cells.slice(0, 4)).toEqual([10, 17, 30, 30]);
});

test('a serial port is chosen from those of the datalogger, and searched at its speed', async () => {
  const bus = new ExampleBus();
  const screen = await open(bus);
  const search = await eventually(() => getByRole(screen, 'region', { name: 'Ricerca dei dispositivi' }));
  const field = (label: string) => within(search).getByLabelText(new RegExp(`^${label}●?$`));
  fireEvent.change(field('Trama'), { target: { value: 'seriale' } });
  await eventually(() => within(search).getByText('ttyUSB0 · usb-FTDI_A50285BI'));
  expect(within(search).queryByLabelText('Ultimo numero')).toBeNull();
  const parities = [...field('Parità').querySelectorAll('option')].map(({ value, text }) => [value, text]);
  expect(parities).toEqual([
    ['N', 'Nessuna'],
    ['E', 'Pari'],
    ['O', 'Dispari'],
  ]);
  fireEvent.change(field('Indirizzo o porta seriale'), { target: { value: examplePort } });
  fireEvent.change(field('Velocità'), { target: { value: '19200' } });
  await eventually(() => expect(field('Velocità')).toHaveProperty('value', '19200'));
  within(search).getByRole('button', { name: 'Cerca' }).click();
  await eventually(() =>
    expect(bus.searched).toMatchObject([
      { host: examplePort, trama: 'seriale', baud: 19_200, parita: 'N', stop: 1 },
    ]),
  );
});

test('a serial line is named by its port, with how it sends', async () => {
  const screen = await open(new ExampleBus([{ ...exampleLine, ...serialPlace }]));
  await eventually(() => getByText(screen, 'usb-FTDI_A50285BI 9600 8N1'));
});

test('results stay until they are dismissed, and the ticked rows are saved at once (F9)', async () => {
  const bus = new ExampleBus();
  const screen = await open(bus);
  const region = () => eventually(() => getByRole(screen, 'region', { name: 'Ricerca dei dispositivi' }));
  const search = within(await region());
  const { json } = await page.datalogger
    .request('/api/bus/scansione', {
      method: 'POST',
      token: page.datalogger.login('admin'),
      json: exampleScan,
    })
    .then(async reply => ({ json: await reply.json() }));
  expect(json.trovati).toHaveLength(1);
  // Somebody else began it: this screen shows it all the same.
  const kwp = await eventually(() => search.getByLabelText('Potenza di picco CC PVS-175 1'));
  (await eventually(() => search.getByRole('button', { name: 'Ferma' }))).click();
  const add = await eventually(() => search.getByRole('button', { name: 'Aggiungi 1' }));
  await eventually(() => expect(add).toHaveProperty('disabled', false));
  add.click();
  await eventually(() => expect(kwp.getAttribute('aria-invalid')).toBe('true'));
  fireEvent.input(kwp, { target: { value: '190,5' } });
  await eventually(() => expect(kwp.getAttribute('aria-invalid')).toBe('false'));
  add.click();
  const made = () => page.datalogger.config.devices.all().inverters.find(({ kwp }) => kwp === 190.5);
  await eventually(() => expect(made()).toMatchObject({ nome: 'PVS-175 1', pn: 175 }));
  search.getByRole('button', { name: 'Chiudi' }).click();
  await eventually(() => expect(search.queryByRole('button', { name: 'Chiudi' })).toBeNull());
});

test('a profile is brought as a file, listed and deleted; a wrong one says its lines', async () => {
  const screen = await open(new ExampleBus());
  const details = (await eventually(() => getByText(screen, 'Profili dei dispositivi'))).closest('details');
  if (!details) throw new Error('no details');
  details.open = true;
  fireEvent(details, new Event('toggle'));
  await eventually(() => getByText(screen, /Huawei SUN2000/));
  const input = getByLabelText(screen, 'Profilo', { selector: 'input[type=file]' });
  const bring = (text: string) => {
    Object.defineProperty(input, 'files', { value: [new File([text], 'a.json')], configurable: true });
    fireEvent.change(input);
  };
  bring(exampleProfileText.replace('"i32"', '"i33"'));
  await eventually(() => getByText(screen, /^Riga \d+: points\.p\.type/));
  bring(exampleProfileText);
  await eventually(() => getByText(screen, 'Nobody M1'));
  expect(queryByText(screen, /^Riga/)).toBeNull();
  getByText(screen, /^Elimina Nobody M1/).click();
  await eventually(() => expect(queryByText(screen, /Nobody M1/)).toBeNull());
});
