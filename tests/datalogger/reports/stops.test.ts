import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Occurrence } from '../../../src/datalogger/alarms/model';
import { lostIn, stopsOf } from '../../../src/datalogger/reports/stops';
import { type AlarmStore, openAlarms } from '../../../src/datalogger/store/alarms';
import { emptyFrame, type Frame } from '../../../src/datalogger/store/measures-frame';
import { fieldIndex } from '../../../src/datalogger/store/measures-kept';
import { raisedChange } from '../store/alarms-support';

/** The period: a day of which 16 hours have passed, in which the plant would make 400 kW all the time. */
const from = 1_781_042_400;
const minute = 60;
const hour = 3600;
const span = { from, to: from + 24 * hour, until: from + 16 * hour };

/** kW of each inverter: the first has three quarters of the installed power. */
const powers = new Map([
  [1, 300],
  [2, 100],
]);
/** Both inverters stood still all the time: what they lost in each quarter. */
const lost = lostIn((first, last) =>
  Array.from({ length: Math.max(0, Math.ceil((last - first) / 900)) }, (_, index) =>
    quarter(
      first + index * 900,
      [...powers.values()].map(kw => [kw / 4, 900] as const),
    ),
  ),
);

/** A quarter of the archive: for each inverter the energy that it lost and for how long it stood still. */
function quarter(t: number, rows: readonly (readonly [lostKwh: number, stoppedS: number])[]): Frame {
  const frame = emptyFrame('inverter', t, [1, 2]);
  const width = frame.values.length / 2;
  rows.forEach(([lostKwh, stoppedS], device) => {
    frame.values[device * width + fieldIndex('inverter', 'persa')] = lostKwh * 1000;
    frame.values[device * width + fieldIndex('inverter', 'fermo')] = stoppedS;
  });
  return frame;
}

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

const report = () => stopsOf(alarms, span, lost);

test('an inverter that stood still lost what it would have made', () => {
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

test('what two alarms of one inverter say at once is lost once', () => {
  raise('INV01', 2, 600, 630);
  raise('INV03', 2, 620, 660);
  expect(report().fermi.map(({ codice, persa }) => [codice, persa])).toEqual([
    ['INV03', 50], // of its 40 minutes the last 30
    ['INV01', 50],
  ]);
});

test('what an inverter lost before the whole plant stopped is counted with the inverter', () => {
  raise('INV01', 1, 600, 660); // 300 kW x 1 h
  raise('SPI05', null, 630, 690); // 100 kW x 1 h, and 300 kW x 0.5 h after the first
  expect(report().fermi.map(({ codice, persa }) => [codice, persa])).toEqual([
    ['INV01', 300],
    ['SPI05', 250],
  ]);
});

test('a stop has lost what its inverters did not make, however long the alarm stood', () => {
  const quarters = [
    quarter(from, [
      [0, 0],
      [10, 600],
    ]),
    quarter(from + 900, [
      [0, 0],
      [0, 0],
    ]),
  ];
  const of = lostIn((first, last) => quarters.filter(({ t }) => t >= first && t < last));
  const nothing = new Map<number | null, number>();
  // Ten minutes of the first quarter are within the alarm, and all that was lost in it.
  expect(of(from + 300, from + 1800, 2, nothing)).toBe(10);
  expect(of(from + 300, from + 1800, null, nothing)).toBe(10);
  expect(of(from + 300, from + 1800, 1, nothing)).toBe(0);
  // Half of the standstill.
  expect(of(from, from + 300, 2, nothing)).toBe(5);
  expect(of(from + hour, from + 2 * hour, 2, nothing)).toBeNull();
});

test('what reaches beyond the period counts within it, and ends with it', () => {
  raise('INV01', 2, -60, 60);
  raise('INV01', 1, 15 * 60, null);
  expect(report().fermi).toMatchObject([
    { dispositivo: 2, inizio: from - hour, fine: from + hour, durata: hour },
    { dispositivo: 1, fine: null, durata: hour },
  ]);
  const before = { from: from - 24 * hour, to: from, until: from };
  expect(stopsOf(alarms, before, lost).fermi).toMatchObject([{ fine: null, durata: hour }]);
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
