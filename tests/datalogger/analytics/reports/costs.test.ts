import { expect, test } from 'vitest';
import { costsOf, stringCosts } from '../../../../src/datalogger/analytics/reports/costs';
import { fieldByAlarm, shareOfDay } from '../../../../src/datalogger/analytics/reports/field-by-alarm';
import { fieldDays, meanPrice } from '../../../../src/datalogger/analytics/reports/field-losses';
import { learnedSoiling } from '../../../../src/datalogger/analytics/reports/learned-soiling';
import { pricesOf } from '../../../../src/datalogger/analytics/reports/money';
import { usualLimits } from '../../../../src/datalogger/plant/processing/limits';
import type { DeviceRows, Snapshot } from '../../../../src/datalogger/plant/snapshot';
import type { AlarmTime } from '../../../../src/datalogger/storage/alarms/period';
import { emptyFrame } from '../../../../src/datalogger/storage/measures/frame';
import { fieldIndex, fieldsOf, type KeptGroup } from '../../../../src/datalogger/storage/measures/kept';
import { openMeasures } from '../../../../src/datalogger/storage/measures/measures';
import { examplePlant } from '../../../support/example-calls';
import { midnight, zone } from './archive';

/*
 * Three inverters of 100 kWp and their strings 1 to 6, on one day. The second lost 40 kWh by an open string and stood still for 100 kWh; the
 * third gave 60 kWh less than the others, of which its strings say 10.
 */
const from = midnight(2026, 6, 10);
const to = midnight(2026, 6, 11);
const hour = 3600;

type Numbers = Readonly<Record<string, number>>;

function frameOf(group: KeptGroup, t: number, seconds: number, devices: readonly Numbers[]) {
  const frame = emptyFrame(
    group,
    t,
    devices.map((_, index) => index + 1),
  );
  const width = fieldsOf(group).length;
  devices.forEach((numbers, device) => {
    frame.values[device * width] = seconds;
    for (const [name, value] of Object.entries(numbers)) {
      const [point, part] = name.split('/');
      frame.values[device * width + fieldIndex(group, point ?? '') + Number(part ?? 0)] = value;
    }
  });
  return frame;
}

const kwh = (value: number) => value * 1000;
const usefulS = { 'fermo/1': 10 * hour };
const store = openMeasures(':memory:');
store.put(
  'day',
  'inverter',
  frameOf('inverter', from, 86_400, [
    { eday: kwh(500), ...usefulS },
    { eday: kwh(360), persa: kwh(100), ...usefulS, fermo: 2 * hour },
    { eday: kwh(440), ...usefulS },
  ]),
);
store.put(
  'day',
  'stringhe',
  frameOf(
    'stringhe',
    from,
    86_400,
    [0, 0, 40, 0, 6, 4].map(lost => ({ persa: kwh(lost) })),
  ),
);
store.put(
  'day',
  'impianto',
  frameOf('impianto', from, 86_400, [{ eday: kwh(1300), cc: kwh(1600), sporco: kwh(30) }]),
);
// Half of the energy is made by noon, at two prices.
for (const [t, energy] of [
  [from + 9 * hour, 650],
  [from + 20 * hour, 650],
] as const)
  store.put('quarter', 'impianto', frameOf('impianto', t, 900, [{ eday: kwh(energy) }]));

function rowsOf(name: string, count: number, values: DeviceRows['values']): DeviceRows {
  const each = <T>(make: (id: number) => T) => Array.from({ length: count }, (_, index) => make(index + 1));
  return {
    id: each(id => id),
    nome: each(id => `${name} ${id}`),
    stato: each(() => 4),
    sampled: each(() => 0),
    validS: each(() => 30),
    q: each(() => 192),
    values,
  };
}
const none = rowsOf('', 0, {});
const snapshot: Snapshot = {
  t: to,
  groups: {
    impianto: none,
    mppt: none,
    tracker: none,
    contatori: none,
    sensori: none,
    di: none,
    spi: none,
    cci: none,
    inverter: rowsOf('INV', 3, { kwp: [100, 100, 100] }),
    stringhe: rowsOf('S', 6, { inverter: [1, 1, 2, 2, 3, 3] }),
  },
};
const field = { store, zone, snapshot, limits: usualLimits };
const prices = pricesOf({ ...examplePlant, tariffa_f1: 0.2, tariffa_f2: 0.1, tariffa_f3: 0.1 }, zone);
const [day] = fieldDays(field, from, to);
const learned = learnedSoiling({ store, zone, washes: [] }, from, to);
if (!day || !prices) throw new Error('the example has a day and prices');

test('strings, inverters below the others and dirt lose what nothing else explains', () => {
  expect([...day.strings]).toEqual(
    [
      [2, 40],
      [3, 10],
    ].map(([id, lost]) => [id, kwh(lost ?? 0)]),
  );
  // 500, 460 and 440 kWh with what is known to be lost: only the first is healthy, and the strings explain what the second lacks.
  expect([...day.below]).toEqual([[3, kwh(60 - 10)]]);
  // Of one day nothing is learned: it has what it missed.
  expect(learned).toEqual(new Map([[from, { soiling: kwh(30), nominal: 0 }]]));
  expect(meanPrice(store, prices, from, to)).toBeCloseTo(0.15, 9);
});

test('an inverter is compared with those on its planes alone', () => {
  const belowOn = (planes: readonly string[]) => {
    const inverter = { ...snapshot.groups.inverter, planes };
    const groups = { ...snapshot.groups, inverter };
    return [...(fieldDays({ ...field, snapshot: { ...snapshot, groups } }, from, to)[0]?.below ?? [])];
  };
  // 460 and 440 kWh are both healthy: their middle is 450, and the strings of the third explain what it lacks.
  expect(belowOn(['30 90', '30 270', '30 270'])).toEqual([]);
  expect(belowOn(['30 90', '30 270', '30 90'])).toEqual([[3, kwh(60 - 10)]]);
});

test('an inverter that was hardly in service is not compared', () => {
  const other = openMeasures(':memory:');
  other.put(
    'day',
    'inverter',
    frameOf('inverter', from, 86_400, [
      { eday: kwh(500), ...usefulS },
      { eday: kwh(500), ...usefulS },
      { eday: kwh(5), 'fermo/1': hour },
    ]),
  );
  expect(fieldDays({ ...field, store: other }, from, to)[0]?.below.size).toBe(0);
  other.close();
});

test('devices and causes add up to the same kWh and €, and what lost most is first', () => {
  const byDevice = new Map([[2, new Map([['guasto', { seconds: 2 * hour, wh: kwh(100) }]] as const)]]);
  const losses = { byDevice, byStop: new Map() };
  const source = {
    byBand: new Map([['F1', losses]] as const),
    prices,
    days: [day],
    learned,
    priceOf: () => 0.15,
  };
  const costs = costsOf({ ...source, snapshot, plantName: 'Meridiana' });
  expect(costs.dispositivi.map(({ id, nome, persa, valore }) => [id, nome, persa, valore])).toEqual([
    [2, 'INV 2', 140, 26],
    [3, 'INV 3', 60, 9],
    [null, 'Meridiana', 30, 4.5],
  ]);
  expect(costs.cause.map(({ causa, persa, valore }) => [causa, persa, valore])).toEqual([
    ['guasto', 100, 20],
    ['stringhe', 50, 7.5],
    ['sotto_mediana', 50, 7.5],
    ['sporcamento', 30, 4.5],
  ]);
  expect([costs.persa, costs.valore]).toEqual([230, 39.5]);
  expect(costs.dispositivi[1]?.cause.map(({ causa }) => causa)).toEqual(['sotto_mediana', 'stringhe']);
  expect(stringCosts(source).get(3)).toBe(6);
  const free = costsOf({ ...source, prices: null, priceOf: () => null, snapshot, plantName: '' });
  expect([free.persa, free.valore, free.cause[0]?.valore]).toEqual([230, null, null]);
});

test('alarms of strings and of inverters share what was lost by the production of their time, none twice', () => {
  const time = (id: number, code: string, device: number, begin: number, end: number | null): AlarmTime => {
    const group = code === 'INV04' ? 'inverter' : 'stringhe';
    return { id, code, group, device, name: '', begin, end, value: null };
  };
  const noon = from + 12 * hour;
  const times = [
    time(1, 'STR02', 3, from, noon),
    time(2, 'STR01', 3, noon, null),
    time(3, 'STR02', 5, from, null),
    time(4, 'INV04', 3, from, null),
    time(5, 'INV04', 1, from, null),
  ];
  const lost = fieldByAlarm(day, times, { snapshot, share: shareOfDay(field, day, to) });
  // Its quarters are not kept: by the production. String 5 has its own alarm with 6 kWh: its inverter has the 4 of the other string, and the 50 that no string explains.
  expect(lost).toEqual(
    new Map([
      [1, kwh(20)],
      [2, kwh(20)],
      [3, kwh(6)],
      [4, kwh(54)],
      [5, 0],
    ]),
  );
});

test('where the quarters of strings and inverters are kept, an alarm has what was lost in its time', () => {
  const quarters = openMeasures(':memory:');
  const strings = (lost: number) =>
    frameOf(
      'stringhe',
      from,
      900,
      [0, 0, lost].map(each => ({ persa: kwh(each) })),
    );
  const inverters = (third: number) =>
    frameOf(
      'inverter',
      from,
      900,
      [500, 500, third].map(energy => ({ eday: kwh(energy), 'fermo/1': 900 })),
    );
  for (const [t, lost, third] of [
    [from + 9 * hour, 10, 500],
    [from + 14 * hour, 30, 400],
  ] as const) {
    quarters.put('quarter', 'stringhe', { ...strings(lost), t });
    quarters.put('quarter', 'inverter', { ...inverters(third), t });
  }
  const share = shareOfDay({ ...field, store: quarters }, day, to);
  expect(share('STR01', 3, from + 12 * hour, to)).toBe(0.75);
  expect(share('INV04', 3, from + 12 * hour, to)).toBe(1);
  expect(share('INV04', 2, from + 12 * hour, to)).toBe(0);
  quarters.close();
});
