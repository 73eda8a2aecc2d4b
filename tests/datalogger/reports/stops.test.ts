import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Occurrence } from '../../../src/datalogger/alarms/model';
import { stopsOf } from '../../../src/datalogger/reports/stops';
import type { DeviceRows } from '../../../src/datalogger/snapshot';
import { type AlarmStore, openAlarms } from '../../../src/datalogger/store/alarms';
import { raisedChange } from '../store/alarms-support';

/** The period: a day of which 16 hours have passed, in which the plant is expected to make 400 kW all the time. */
const from = 1_781_042_400;
const minute = 60;
const hour = 3600;
const span = { from, to: from + 24 * hour, until: from + 16 * hour };
const expected = (begin: number, end: number) => (400 * (end - begin)) / hour;

/** Inverter 1 has three quarters of the installed power. */
const inverters: DeviceRows = {
  id: [1, 2],
  nome: ['INV 01', 'INV 02'],
  stato: [4, 4],
  sampled: [from, from],
  validS: [30, 30],
  q: [192, 192],
  values: { kwp: [300, 100] },
};

let alarms: AlarmStore;
let id = 0;
beforeEach(() => {
  alarms = openAlarms(':memory:');
});
afterEach(() => alarms.close());

/** An alarm of so many minutes after the beginning of the period; `end` null: it is still there. */
function raise(
  code: string,
  device: number | null,
  begin: number,
  end: number | null,
  change: Partial<Occurrence> = {},
) {
  const occurrence = {
    id: ++id,
    code,
    subject: { group: device === null ? ('spi' as const) : ('inverter' as const), device, name: `${device}` },
    begin: from + begin * minute,
    end: end === null ? null : from + end * minute,
    isPresent: end === null,
    ...change,
  };
  alarms.write([raisedChange(occurrence)]);
}

const report = () => stopsOf(alarms, span, inverters, expected);

test('an inverter that stood still lost its share by kWp of what was expected', () => {
  raise('INV01', 1, 600, 630);
  raise('INV01', 2, 600, 690);
  expect(report().fermi).toMatchObject([
    { dispositivo: 2, durata: 5400, persa: 150 }, // 400 kW x 1.5 h / 4
    { dispositivo: 1, durata: 1800, persa: 150 }, // 400 kW x 0.5 h x 3/4
  ]);
  expect(report().cause).toEqual([{ codice: 'INV01', volte: 2, durata: 7200, persa: 300 }]);
});

test('a standstill with several alarms is one', () => {
  raise('SPI05', null, 600, 630);
  raise('INV03', 1, 605, 625); // within that of the whole plant
  raise('INV01', 2, 700, 720);
  raise('INV08', 2, 700, 720); // tells more of the same
  raise('INV03', 2, 710, 715);
  expect(report().fermi.map(({ codice, durata, persa }) => [codice, durata / minute, persa])).toEqual([
    ['SPI05', 30, 200],
    ['INV08', 20, 33.3],
  ]);
});

test('what reaches beyond the period counts within it, and ends with it', () => {
  raise('INV01', 2, -60, 60);
  raise('INV01', 1, 15 * 60, null);
  expect(report().fermi).toMatchObject([
    { dispositivo: 2, inizio: from - hour, fine: from + hour, durata: hour },
    { dispositivo: 1, fine: null, durata: hour },
  ]);
  const before = { from: from - 24 * hour, to: from, until: from };
  expect(stopsOf(alarms, before, inverters, expected).fermi).toMatchObject([{ fine: null, durata: hour }]);
});

test('alarms by code, without those that another cause explains', () => {
  raise('STR01', 4, 10, 70);
  raise('STR01', 5, 20, 50);
  raise('STR01', 4, 100, 110);
  raise('STR02', 4, 10, 900, { cause: 1 });
  raise('SEN01', null, -2000, -1000);
  expect(report().allarmi).toEqual([
    { codice: 'STR01', priorita: 2, volte: 3, dispositivi: 2, durata: 100 * minute },
  ]);
});

test('limits that were received, with the least that was asked', () => {
  raise('CCI02', 1, 300, 330, { value: 60, priority: 5 });
  expect(report().limitazioni).toEqual([
    { inizio: from + 5 * hour, fine: from + 5.5 * hour, durata: 1800, limite: 60 },
  ]);
  expect(report().fermi).toEqual([]);
});
