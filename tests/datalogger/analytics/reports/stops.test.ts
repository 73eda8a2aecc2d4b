import { afterEach, beforeEach, expect, test } from 'vitest';
import { lossCauses } from '../../../../src/contract/loss-causes';
import type { Occurrence } from '../../../../src/datalogger/alarms/model';
import { stopWorth } from '../../../../src/datalogger/analytics/reports/costs';
import {
  type LossSlot,
  lossesByCause,
  lossesOf,
  stopKey,
} from '../../../../src/datalogger/analytics/reports/losses';
import { type MeasuredLosses, stopsOf } from '../../../../src/datalogger/analytics/reports/stops';
import { type AlarmStore, openAlarms } from '../../../../src/datalogger/storage/alarms/alarms';
import type { AlarmTime } from '../../../../src/datalogger/storage/alarms/period';
import { emptyFrame, type Frame } from '../../../../src/datalogger/storage/measures/frame';
import { fieldIndex } from '../../../../src/datalogger/storage/measures/kept';
import { raisedChange } from '../../storage/alarms/alarms-support';

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

/** An alarm that many minutes after the beginning of the period; `end` null: it is still there. */
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

const slot = (frame: Frame): LossSlot => ({ frame, end: frame.t + 900 });
/** Both inverters stood still all the time: what they lost in each quarter. */
const alwaysDown = Array.from({ length: 64 }, (_, index) =>
  slot(
    quarter(
      from + index * 900,
      [...powers.values()].map(kw => [kw / 4, 900] as const),
    ),
  ),
);
const measured: MeasuredLosses = {
  losses: explanations => lossesOf(alwaysDown, explanations),
  inverters: { id: [1, 2], nome: [], stato: [], sampled: [], validS: [], q: [], values: { kwp: [300, 100] } },
  available: 0,
  useful: 16 * 3600 * 400,
};

const report = () => stopsOf(alarms, span, measured, 2);
const lossesIn = (slots: readonly LossSlot[]) =>
  stopsOf(alarms, span, { ...measured, losses: explanations => lossesOf(slots, explanations) }, 2);

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
  raise('INV01', 2, 700, 721); // clears a minute later than what tells more of the same
  raise('INV08', 2, 700, 720);
  raise('INV03', 2, 710, 715);
  expect(report().fermi.map(({ codice, durata, persa }) => [codice, durata / minute, persa])).toEqual([
    ['SPI05', 30, 200],
    ['INV08', 20, 33.333], // the rest of the first quarter has another reason
  ]);
});

test('what two alarms of one inverter say at once is lost once', () => {
  raise('INV01', 2, 600, 630);
  raise('INV03', 2, 620, 660);
  expect(report().fermi.map(({ codice, persa }) => [codice, persa])).toEqual([
    ['INV03', 75], // the 10 minutes before the other, because its alarm comes after half an hour, and the last 30
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

test('what no alarm explains is of unknown cause, and what is lost without a standstill was planned', () => {
  raise('INV01', 2, 600, 630);
  const quiet = quarter(from, [
    [0, 0],
    [7, 0],
  ]);
  const { perdite } = lossesIn([...alwaysDown.slice(1), slot(quiet)]);
  const cost = new Map(perdite.cause.map(({ causa, persa }) => [causa, persa]));
  expect(cost.get('guasto')).toBe(50);
  expect(cost.get('pianificata')).toBe(7);
  expect(cost.get('ignota')).toBe(63 * 100 - 50);
  expect(perdite.persa).toBe(63 * 100 + 7);
});

test('what comes from the grid does not count in the contractual availability, and stands by itself', () => {
  raise('GRD01', null, 0, 8 * 60);
  raise('INV01', 1, 8 * 60, 16 * 60);
  const { perdite } = report();
  expect(perdite.cause).toEqual([
    { causa: 'rete', fermo: 16, persa: 3200 },
    { causa: 'guasto', fermo: 8, persa: 2400 },
    { causa: 'ignota', fermo: 8, persa: 800 },
  ]);
  expect(perdite.disponibilita).toBe(50);
});

test('D6: an interface switch that opens by itself is a fault; one that a trip opened, and a time that people state, are excused', () => {
  raise('SPI05', null, 0, 8 * 60);
  raise('SPI01', null, 8 * 60, 8 * 60 + 5);
  raise('SPI05', null, 8 * 60, 12 * 60, { cause: id });
  const { perdite } = report();
  expect(perdite.cause).toEqual([
    { causa: 'interfaccia', fermo: 8, persa: 1600 },
    { causa: 'guasto', fermo: 16, persa: 3200 },
    { causa: 'ignota', fermo: 8, persa: 1600 },
  ]);
  expect(perdite.disponibilita).toBe(25);
  const stated = { alarms: new Map([[1, 'interfaccia' as const]]), times: [] };
  id = 0;
  alarms.close();
  alarms = openAlarms(':memory:');
  raise('SPI05', null, 0, 8 * 60);
  expect(stopsOf(alarms, span, measured, 2, stated).perdite.disponibilita).toBe(50);
});

test('force majeure, which only people state, does not count in the contractual availability either', () => {
  raise('INV01', 1, 0, 8 * 60);
  const flood = { device: null, from, to: from + 8 * hour, cause: 'forza_maggiore' } as const;
  const { perdite } = stopsOf(alarms, span, measured, 2, { alarms: new Map(), times: [flood] });
  expect(perdite.cause).toEqual([
    { causa: 'forza_maggiore', fermo: 16, persa: 3200 },
    { causa: 'ignota', fermo: 16, persa: 3200 },
  ]);
  expect(perdite.disponibilita).toBe(50);
});

test('what a limit costs is that of the grid operator while one is received, else the plant’s own', () => {
  const limited = Array.from({ length: 8 }, (_, index) => {
    const frame = quarter(from + index * 900, [
      [0, 0],
      [0, 0],
    ]);
    frame.values[fieldIndex('inverter', 'limitata')] = 5000;
    return slot(frame);
  });
  raise('CCI02', 1, 0, 60, { value: 60, priority: 5 });
  const { perdite } = lossesIn(limited);
  expect(perdite.cause).toEqual([
    { causa: 'limite_gestore', fermo: 0, persa: 20 },
    { causa: 'limite_proprio', fermo: 0, persa: 20 },
  ]);
});

test('over a year of days with every kind of stop the causes add up to all that was lost, day by day and as a whole', () => {
  const day = 24 * hour;
  const codes = ['GRD01', 'SPI01', 'SPI05', 'INV01', 'INV03', 'INV15', 'INV07'];
  const pick = (n: number, of: number) =>
    Math.floor(of * (((Math.sin(n * 12.9898) * 43_758.5453) % 1) + 1)) % of;
  const stops = Array.from({ length: 600 }, (_, n): AlarmTime => {
    const begin = from + pick(n, 365 * day);
    const code = codes[pick(n + 7000, codes.length)] ?? '';
    const device = pick(n + 9000, 2) + 1;
    return {
      code,
      device,
      begin,
      end: begin + pick(n + 3000, 5 * hour),
      group: 'inverter',
      name: '',
      value: null,
    };
  }).sort((a, b) => a.begin - b.begin);
  const limits = stops.filter((_, n) => n % 9 === 0);
  const slots = Array.from({ length: 365 * 96 }, (_, n): LossSlot => {
    const rows = [1, 2].map(id => (pick(n * id + 500, 3) > 0 ? [0, 0] : [pick(n, 90), pick(n + 1, 901)]));
    const frame = quarter(from + n * 900, rows as [number, number][]);
    frame.values[fieldIndex('inverter', 'limitata')] = pick(n + 11, 4000);
    return slot(frame);
  });
  const sumOf = (parts: readonly LossSlot[]) => {
    const byCause = lossesByCause(lossesOf(parts, { stops, limits }));
    return lossCauses.map(cause => (byCause.get(cause)?.wh ?? 0) / 1000);
  };
  const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
  const width = (slots[0]?.frame.values.length ?? 0) / 2;
  const archived = slots.map(({ frame: { values } }) =>
    total(
      [0, width].map(
        at =>
          [fieldIndex('inverter', 'persa'), fieldIndex('inverter', 'limitata')]
            .map(field => values[at + field] ?? 0)
            .filter(value => !Number.isNaN(value))
            .reduce((sum, value) => sum + value, 0) / 1000,
      ),
    ),
  );
  const year = sumOf(slots);
  expect(total(year)).toBeCloseTo(total(archived), 2);
  const days = Array.from({ length: 365 }, (_, n) => sumOf(slots.slice(n * 96, n * 96 + 96)));
  for (const [n, causes] of days.entries())
    expect(total(causes)).toBeCloseTo(total(archived.slice(n * 96, n * 96 + 96)), 6);
  for (const [cause, kwh] of year.entries())
    expect(total(days.map(causes => causes[cause] ?? 0))).toBeCloseTo(kwh, 2);
});

test('what reaches beyond the period counts within it, and ends with it', () => {
  raise('INV01', 2, -60, 60);
  raise('INV01', 1, 15 * 60, null);
  expect(report().fermi).toMatchObject([
    { dispositivo: 2, inizio: from - hour, fine: from + hour, durata: hour },
    { dispositivo: 1, fine: null, durata: hour },
  ]);
  const before = { from: from - 24 * hour, to: from, until: from };
  expect(stopsOf(alarms, before, measured, 2).fermi).toMatchObject([{ fine: null, durata: hour }]);
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
    {
      inizio: from + 5 * hour,
      fine: from + 5.5 * hour,
      durata: 1800,
      limite: 60,
      persa: 0,
      valore: null,
    },
  ]);
  expect(report().fermi).toEqual([]);
});

test('orders of the same quarter share what they cost by their seconds, at the price of its time', () => {
  raise('CCI02', 1, 300, 305, { value: 60, priority: 5 });
  raise('CCI02', 1, 305, 315, { value: 30, priority: 5 });
  raise('CCI02', 1, 320, 330, { value: 50, priority: 5 });
  const frames = [300, 315].map(at => {
    const frame = quarter(from + at * minute, []);
    frame.values[fieldIndex('inverter', 'limitata')] = 9000;
    return frame;
  });
  const slots = frames.map(slot);
  const losses = lossesOf(slots, { stops: [], limits: alarms.times(['CCI02'], span) });
  const prices = { isByBand: false, of: () => 0.1, bandAt: () => 'F1' as const };
  const worth = (time: AlarmTime) => stopWorth({ byBand: new Map([['F1', losses]]), prices }, stopKey(time));
  const { limitazioni } = stopsOf(alarms, span, { ...measured, losses: () => losses, worth }, 2);
  expect(limitazioni.map(({ persa, valore }) => [persa, valore])).toEqual([
    [3, 0.3],
    [6, 0.6],
    [9, 0.9],
  ]);
});

test('the alarms of a time have their figures: how often, how grave, how long until acknowledged and repaired', () => {
  const acknowledged = (at: number) => ({ by: 'anna', at: from + at * minute, note: '' });
  raise('INV01', 1, 600, 630, { priority: 2, acknowledged: acknowledged(610) });
  raise('INV01', 1, 700, 790, { priority: 2, acknowledged: acknowledged(720) });
  raise('GRD01', null, 605, 606, { priority: 1, acknowledged: null });
  raise('CCI02', 1, 300, 330, { priority: 5 });
  raise('STR02', 4, 606, 620, { priority: 3, isAnnounced: false, cause: 1 });
  expect(report().figure_allarmi).toEqual({
    volte: 3,
    al_giorno: 4.5, // three in 16 hours
    fascia: 2,
    priorita: [33.3, 66.7, 0],
    riconoscimento: 15 * minute,
    mttr: 60 * minute,
    mtbf: (2 * 16 - 2) * 30 * minute, // 32 inverter-hours without the two of standstill, by two stops
    peggiori: [
      expect.objectContaining({ codice: 'INV01', dispositivo: 1, volte: 2, durata: 120 * minute }),
      expect.objectContaining({ codice: 'GRD01', volte: 1, durata: minute }),
    ],
  });
});
