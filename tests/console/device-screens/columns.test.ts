import { beforeAll, expect, test } from 'vitest';
import { readTable } from '../../../src/console/data/table';
import {
  ageKey,
  devicesCsv,
  nameKey,
  quantitiesOf,
  wording,
} from '../../../src/console/device-screens/columns';
import { arrange } from '../../../src/console/device-screens/DevicePanel';
import type { Column } from '../../../src/console/device-screens/descriptor';
import { type Device, numberOf, readDevices } from '../../../src/console/device-screens/device-list';
import { invalidWords } from '../../../src/console/device-screens/invalid-marks';
import { columnWidths } from '../../../src/console/ui/data-column';
import { speakItalian } from '../../support/words';

beforeAll(() => speakItalian(['devices', 'table', 'details', 'meters']));

const list = readDevices(
  readTable({
    m: '',
    t: 1_781_091_735,
    colonne: {
      gruppo: ['contatori', 'contatori', 'contatori', 'contatori', 'impianto'],
      id: [1, 2, 10, 11, 1],
      nome: ['M1 Produzione', 'M2 Scambio', 'M10 Utenze', 'M11 Utenze', 'FV Masseria Alta'],
      stato: [1, 1, 90, 1, 4],
      eta: [0, 4, 400, 2, 0],
      q: [192, 192, 0, 64, 192],
      p: [658.8, null, 12, -3.1, null],
      pac: [null, null, null, null, 660.1],
    },
  }),
  'contatori',
  ['p'],
  ['pac'],
);
const columns: readonly Column<Device>[] = [
  wording('role', 'meters.column.role', ({ id }) => (id === '1' ? 'Produzione' : null)),
  quantitiesOf('contatori', ['p'])('p', 'meters.column.p'),
];
const names = (devices: readonly Device[]) => devices.map(({ name }) => name.split(' ')[0]);
const sorted = (column: string, isDescending = false, typed = '') =>
  names(arrange(list.devices, columns, typed, { column, isDescending }));

test('a device is silent by its state or its age, doubtful by its quality, and keeps what it said last', () => {
  expect(list.devices.map(({ isSilent, isDoubtful }) => [isSilent, isDoubtful])).toEqual([
    [false, false],
    [false, false],
    [true, false],
    [false, true],
  ]);
  expect(list.devices.map(device => numberOf(device, 'p'))).toEqual([658.8, null, 12, -3.1]);
  expect([list.t, list.plant.get('pac')]).toEqual([1_781_091_735, 660.1]);
});

test('numbers in names sort as numbers; what is missing, and what a silent device said, comes last either way', () => {
  expect(sorted(nameKey)).toEqual(['M1', 'M2', 'M10', 'M11']);
  expect(sorted('p')).toEqual(['M11', 'M1', 'M2', 'M10']);
  expect(sorted('p', true)).toEqual(['M1', 'M11', 'M2', 'M10']);
  expect(sorted(ageKey, true)).toEqual(['M10', 'M2', 'M11', 'M1']);
});

test('names and words are searched, numbers are not', () => {
  expect(sorted(nameKey, false, 'utenze')).toEqual(['M10', 'M11']);
  expect(sorted(nameKey, false, 'PRODUZ')).toEqual(['M1']);
  expect(sorted(nameKey, false, '658')).toEqual([]);
});

test('the file has the time of each sample, units in the heads, nothing for what is missing, and what to rely on', () => {
  const [head, first, second, silent, doubtful] = devicesCsv(
    list.devices,
    columns,
    'Contatori',
    'Europe/Rome',
  ).split('\r\n');
  expect(head).toBe('\ufeffData e ora [UTC+02:00];Contatori;Ruolo;P [kW];Dati');
  expect(first).toBe('2026-06-10 13:42:15;M1 Produzione;Produzione;658,8;');
  expect(second).toBe('2026-06-10 13:42:11;M2 Scambio;;;');
  expect(silent).toMatch(/^2026-06-10 13:35:35;M10 Utenze;;12,0;Senza comunicazione$/);
  expect(doubtful).toMatch(/;-3,1;sospetto$/);
});

test('in a table of many rows a text has room for its longest, a number for its head, whatever the rows', () => {
  const cell = () => null;
  const texts = [
    { key: 'name', head: 'Contatore', textOf: ({ name }: Device) => name, cell },
    { key: 'role', head: 'Ruolo', textOf: () => 'Produzione', cell },
    { key: 'level', head: 'Livello', isDrawing: true, cell },
    { key: 'p', head: 'P', isNumber: true, cell },
  ];
  // Name with its sign, word of the role with its sign, drawing, number.
  const shares = ['M1 Produzione'.length + 4, 'Produzione'.length + 4, 10, 8];
  expect(columnWidths(texts, list.devices)).toBe(
    shares.map(share => `minmax(${share / 2}em,${share}fr)`).join(' '),
  );
});

test('the file says of each device which times of its day are marked as invalid', () => {
  const at = (iso: string) => Date.parse(iso) / 1000;
  const span = (gruppo: string, dispositivo: number, da: number, a: number, motivo: string) => ({
    gruppo,
    dispositivo,
    da,
    a,
    motivo,
  });
  const spans = [
    span(
      'contatori',
      2,
      at('2026-06-10T06:00:00+02:00'),
      at('2026-06-10T07:00:00+02:00'),
      'contatore sostituito',
    ),
    span('contatori', 2, at('2026-06-09T22:00:00+02:00'), at('2026-06-10T00:00:00+02:00'), 'ieri'),
    span(
      'inverter',
      2,
      at('2026-06-10T06:00:00+02:00'),
      at('2026-06-10T07:00:00+02:00'),
      'di un altro gruppo',
    ),
    span('impianto', 1, at('2026-06-09T23:00:00+02:00'), at('2026-06-10T00:30:00+02:00'), 'prova di rete'),
  ];
  const [, first, second] = devicesCsv(list.devices, columns, 'Contatori', 'Europe/Rome', device =>
    invalidWords(device, 'contatori', spans, 'Europe/Rome'),
  ).split('\r\n');
  expect(first).toMatch(/;658,8;misure non valide: prova di rete$/);
  expect(second).toMatch(/;misure non valide: contatore sostituito, misure non valide: prova di rete$/);
});
