import { beforeAll, expect, test } from 'vitest';
import { readTable } from '../../../../src/console/data/table';
import type { View } from '../../../../src/console/device-screens/descriptor';
import { readDevices } from '../../../../src/console/device-screens/device-list';
import { figuresOf } from '../../../../src/console/screens/sensors/figures';
import { headWords } from '../../../../src/console/screens/sensors/head-words';
import {
  qualityIn,
  refineSensors,
  type Sensor,
  valueWords,
} from '../../../../src/console/screens/sensors/sensor';
import { sensors } from '../../../../src/console/screens/sensors/sensors-screen';
import { sensorKinds } from '../../../../src/contract/codes';
import { speakItalian } from '../../../support/words';

beforeAll(() => speakItalian(['devices', 'details', 'sensors']));

type Row = readonly [
  kind: string,
  value: number | null,
  rest?: { eta?: number; q?: number; days?: number; verdict?: number },
];

function viewOf(...rows: readonly Row[]): View<Sensor> {
  const column = <T>(of: (row: Row) => T) => rows.map(of);
  const table = readTable({
    t: 1_781_091_730,
    colonne: {
      id: rows.map((_, index) => index + 1),
      nome: column(([kind]) => kind.toUpperCase()),
      stato: column(() => 1),
      eta: column(([, , rest]) => rest?.eta ?? 4),
      q: column(([, , rest]) => rest?.q ?? 192),
      v: column(([, value]) => value),
      tipo: column(([kind]) => sensorKinds.findIndex(([name]) => name === kind)),
      taratura: column(([, , rest]) => rest?.days ?? 100),
      giudizio: column(([, , rest]) => rest?.verdict ?? 0),
      sereno: column(([kind]) => (kind === 'poa' ? 1000 : null)),
    },
  });
  const list = refineSensors(readDevices(table, 'sensori', ['v', 'tipo', 'taratura', 'sereno', 'giudizio']));
  return {
    list,
    devices: list.devices,
    today: undefined,
    markOf: () => undefined,
    zone: 'Europe/Rome',
    isStill: false,
  };
}
const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const qualitiesOf = (view: View<Sensor>) => view.devices.map(sensor => qualityIn(sensor, view));
/** The alarm of one of them stands. */
const alarmed = (view: View<Sensor>, wanted: string): View<Sensor> => ({
  ...view,
  markOf: ({ id }) => (id === wanted ? { priority: 4, look: 'active', isUnacknowledged: false } : undefined),
});

test('sensors that agree are all to be believed', () => {
  const view = viewOf(['poa', 897], ['poa', 889], ['tmod', 51.8], ['wd', 312]);
  expect(headWords(view)).toEqual({
    title: 'Nessun difetto nei sensori',
    text: 'Senza confronto con altri: 2.',
  });
  expect(view.devices.map(({ deviation }) => deviation?.toFixed(1) ?? null)).toEqual([
    '0.9',
    '-0.9',
    null,
    null,
  ]);
  expect(view.devices.map(valueWords).map(plain)).toEqual(['897 W/m²', '889 W/m²', '51,8 °C', '312 ° NO']);
});

test('each reading is judged: out of range, apart from its plane, overdue, uncertain, missing, silent', () => {
  const read = viewOf(
    ['tmod', 124],
    ['poa', 700],
    ['poa', 900],
    ['poa', 905],
    ['tamb', 20, { days: -3 }],
    ['rh', 40, { q: 64 }],
    ['pres', null],
    ['ws', 3, { eta: 400 }],
  );
  const view = alarmed(read, '2');
  expect(qualitiesOf(view)).toEqual([
    ...['outOfRange', 'disagrees', 'good', 'good', 'overdue', 'doubtful', 'missing', 'silent'],
  ]);
  expect(headWords(view).title).toBe('6 sensori su 8 da controllare');
  expect(plain(headWords(view).text)).toBe(
    'TMOD fuori campo: 124,0 °C, non usato nei calcoli. WS non comunica da 6 min. PRES non fornisce un valore. ' +
      'POA si scosta di oltre il 10 % dagli altri sullo stesso piano. RH segnala un valore incerto. ' +
      'TAMB: taratura scaduta.',
  );
});

test('while a cloud passes two that differ agree; once the alarm stands they do not', () => {
  const view = viewOf(['poa', 400], ['poa', 900]);
  expect(qualitiesOf(view)).toEqual(['good', 'good']);
  expect(headWords(view).title).toBe('Nessun difetto nei sensori');
  expect(view.devices[0]?.deviation?.toFixed(0)).toBe('-56');
  expect(qualitiesOf(alarmed(view, '1'))).toEqual(['disagrees', 'good']);
  expect(qualitiesOf(alarmed(viewOf(['poa', 880], ['poa', 900]), '1'))).toEqual(['good', 'good']);
});

test('the sensor that the datalogger has found to drift disagrees at once, and the mean is made without it', () => {
  const view = viewOf(['poa', 700, { verdict: 2 }], ['poa', 800]);
  expect(qualitiesOf(view)).toEqual(['disagrees', 'good']);
  expect(figuresOf(view)[0]?.value).toBe('800');
});

test('in little light nothing is compared, and what is not to be believed is in no mean', () => {
  expect(qualitiesOf(viewOf(['poa', 20], ['poa', 40]))).toEqual(['good', 'good']);
  const [light, modules] = figuresOf(viewOf(['poa', 500], ['tmod', 124], ['tmod', 40]));
  expect([light?.value, plain(light?.note ?? ''), modules?.value]).toEqual([
    '500',
    '50 % del cielo sereno',
    '40,0',
  ]);
});

test('a sensor that is called what it measures is not named a second time below the value', () => {
  const view = viewOf(['tamb', 21]);
  const named = (name: string) =>
    figuresOf({ ...view, devices: view.devices.map(device => ({ ...device, name })) })[2];
  expect(named('Temperatura aria')).toMatchObject({ label: 'Temperatura aria', note: '' });
  expect(named('Capannina nord')?.note).toBe('Capannina nord');
});

test('an irradiance is drawn over the clear sky, a temperature alone', () => {
  const [poa, tmod] = viewOf(['poa', 500], ['tmod', 40]).devices;
  const codes = (sensor?: Sensor) =>
    sensor ? sensors.detail.trendLines(sensor).map(({ code }) => code) : [];
  expect(codes(poa)).toEqual(['sensori.1.v', 'sensori.1.sereno']);
  expect(codes(tmod)).toEqual(['sensori.2.v']);
});
