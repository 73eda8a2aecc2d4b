import { expect, test } from 'vitest';
import type { Found } from '../../../../../src/console/data/field-bus';
import { candidatesOf } from '../../../../../src/console/screens/configuration/fieldbus/candidates';
import {
  inverterNames,
  rowsOf,
  typedKey,
} from '../../../../../src/console/screens/configuration/fieldbus/proposals';
import { completed } from '../../../../../src/contract/config/kinds';

const found: Found = {
  host: '192.168.10.14',
  port: 502,
  framing: 'tcp',
  speed: null,
  unit: 1,
  base: 40_000,
  instance: 1,
  maker: 'FIMER',
  model: 'PVS-175',
  version: '1.4',
  serial: 'F1',
  models: [1, 103],
  kind: 'inverters',
  profile: '',
  powerKw: null,
  ratedKw: 175,
  parts: 12,
  points: [],
  configured: null,
  hasOwnNumbers: false,
};

test('an inverter proposes a record that only lacks what it cannot say', () => {
  const [candidate] = candidatesOf([found], []);
  expect(completed('inverters', { ...candidate?.record, kwp: 190 })).toMatchObject({
    nome: 'PVS-175 1',
    pn: 175,
    mppt: 12,
    marca: 'FIMER',
    seriale: 'F1',
    firmware: '1.4',
    protocollo: 'sunspec-tcp',
    host: '192.168.10.14',
    porta: 502,
    unita: 1,
    istanza: 1,
  });
});

test('a gateway that numbers answers itself is so in the proposed record', () => {
  const [own] = candidatesOf([{ ...found, hasOwnNumbers: true }], []);
  expect(completed('inverters', { ...own?.record, kwp: 190 })).toMatchObject({ numeri_propri: true });
});

test('a station proposes a sensor for each point, a controller a tracker for each of its own', () => {
  const station = { ...found, kind: 'sensori', parts: null, points: ['302.POAI', '307.TmpAmb'] };
  const sensors = candidatesOf([station], []).map(({ record }) => record);
  expect(sensors).toMatchObject([
    { tipo: 'poa', punto: '302.POAI' },
    { tipo: 'tamb', punto: '307.TmpAmb' },
  ]);
  for (const sensor of sensors) completed('sensori', sensor);
  const trackers = candidatesOf([{ ...found, kind: 'trackers', parts: 3 }], []);
  expect(trackers.map(({ record }) => record.istanza)).toEqual([1, 2, 3]);
});

test('names are free, and what is configured or is nothing that can be configured is not proposed', () => {
  const other = { ...found, host: '192.168.10.15', serial: 'F2' };
  const names = candidatesOf([found, other], []).map(({ record }) => record.nome);
  expect(names).toEqual(['PVS-175 1', 'PVS-175 1 192.168.10.15:502']);
  expect(
    candidatesOf(
      [
        { ...found, configured: 'INV 01' },
        { ...found, kind: null },
      ],
      [],
    ),
  ).toEqual([]);
});

test('a device of a serial line proposes the port, and how the line sends', () => {
  const speed = { baud: 19_200, parity: 'E', stop: 1 };
  const [candidate] = candidatesOf(
    [{ ...found, framing: 'seriale', host: '/dev/ttyUSB0', port: 0, speed }],
    [],
  );
  expect(completed('inverters', { ...candidate?.record, kwp: 190 })).toMatchObject({
    protocollo: 'sunspec-rtu',
    porta_seriale: '/dev/ttyUSB0',
    baud: 19_200,
    parita: 'E',
    stop: 1,
    host: '',
    porta: 502,
    unita: 1,
  });
});

test('names of doubled sensors say their model, and one of each is proposed (F18)', () => {
  const points = ['302.GHI', '307.TmpAmb', '308.GHI', '308.TmpAmb'];
  const sensors = candidatesOf([{ ...found, kind: 'sensori', parts: null, model: 'Meteo', points }], []);
  expect(sensors.map(({ record, isSecond }) => [record.nome, isSecond])).toEqual([
    ['Meteo 1 GHI (302)', false],
    ['Meteo 1 TmpAmb (307)', false],
    ['Meteo 1 GHI (308)', true],
    ['Meteo 1 TmpAmb (308)', true],
  ]);
});

test('a device that a profile reads proposes plain Modbus with it', () => {
  const [candidate] = candidatesOf([{ ...found, profile: 'huawei-sun2000', ratedKw: null }], []);
  expect(completed('inverters', { ...candidate?.record, kwp: 110, pn: 100 })).toMatchObject({
    protocollo: 'modbus-tcp',
    profilo: 'huawei-sun2000',
    pn: 100,
  });
});

test('a row takes what was not typed from the row above, and boxes are spread over the inverters', () => {
  const inverters = [1, 2].map(unit => ({ ...found, unit, serial: `F${unit}` }));
  const boxes = [11, 12, 13, 14].map(unit => ({ ...found, unit, kind: 'box-stringhe', parts: 8 }));
  const candidates = candidatesOf([...inverters, ...boxes], []);
  const [first, second, , , , last] = candidates;
  if (!first || !second || !last) throw new Error('no candidates');
  const typed = { [typedKey(first, 'kwp')]: '110', [typedKey(last, 'tick')]: '' };
  const names = [...inverterNames([], candidates, typed).keys()];
  const rows = rowsOf(candidates, typed, names);
  expect(rows.map(({ record }) => record.kwp)).toEqual([110, 110, ...Array(4).fill(undefined)]);
  expect(rows.slice(2).map(({ texts }) => names.indexOf(texts.inverter ?? ''))).toEqual([0, 0, 1, 1]);
  expect(rows.map(({ isTicked }) => isTicked)).toEqual([true, true, true, true, true, false]);
  expect(rows.every(({ faults }) => faults.size === 0)).toBe(true);
  expect(rowsOf(candidates, {}, names)[0]?.faults.has('kwp')).toBe(true);
});
