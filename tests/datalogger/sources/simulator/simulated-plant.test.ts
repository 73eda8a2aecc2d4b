import { expect, test } from 'vitest';
import { inverterStates, refreshSeconds } from '../../../../src/contract/codes';
import { groups, points } from '../../../../src/contract/points';
import { consumptionAt } from '../../../../src/datalogger/sources/simulator/physics/meters';
import { plantSizes } from '../../../../src/datalogger/sources/simulator/sizes';
import { first, hourS, plantAt, seconds, sum, values } from './support';

const noon = '2026-06-21T13:00:00+02:00';

/** Points that have no value at some times, whatever the device does. */
const mayBeNull = new Set([
  ...['impianto.pr', 'impianto.disp', 'inverter.cosphi', 'inverter.eff', 'inverter.dev', 'stringhe.dev'],
  ...['contatori.cosphi', 'cci.cosphi', 'sensori.sereno', 'sensori.giudizio', 'sensori.dev'],
  ...['mppt.dev', 'mppt.s2', 'mppt.s3', 'mppt.s4', 'spi.valore_scatto', 'cci.fsp'],
]);

test.each(plantSizes)('%s: every point of every group has a finite value for every device all day', size => {
  const start = seconds('2026-06-21T01:00:00+02:00');
  const plant = plantAt('2026-06-21T01:00:00+02:00', { size, hasNaturalFaults: true });
  const wrong: string[] = [];
  for (let hour = 0; hour <= 24; hour += 6) {
    plant.advance(start + hour * hourS + 7);
    const snapshot = plant.snapshot();
    for (const group of groups) {
      const rows = snapshot.groups[group];
      const expected = group === 'mppt' ? plant.plan.inputs.length : (plant.counts()[group] ?? 1);
      expect(rows.id).toHaveLength(expected);
      expect(Object.keys(rows.values)).toEqual(Object.keys(points[group]));
      for (const column of [rows.nome, rows.stato, rows.sampled, rows.q, ...Object.values(rows.values)])
        expect(column).toHaveLength(rows.id.length);
      for (const [point, column] of Object.entries(rows.values)) {
        const mayMiss = mayBeNull.has(`${group}.${point}`);
        for (const [device, value] of column.entries()) {
          const isAllowed = value === null ? mayMiss || rows.q[device] === 0 : Number.isFinite(value);
          if (!isAllowed) wrong.push(`${group}.${point} of ${rows.nome[device]} after ${hour} h is ${value}`);
        }
      }
    }
  }
  expect(wrong).toEqual([]);
});

test.each([
  [
    'small',
    { inverter: 2, stringhe: 12, tracker: 0, contatori: 2, sensori: 3, di: 8, spi: 1, cci: 0 },
    110.16,
  ],
  [
    'medium',
    { inverter: 10, stringhe: 80, tracker: 20, contatori: 3, sensori: 8, di: 24, spi: 1, cci: 1 },
    998.4,
  ],
  [
    'large',
    { inverter: 32, stringhe: 740, tracker: 370, contatori: 5, sensori: 30, di: 96, spi: 2, cci: 1 },
    12_017.6,
  ],
  [
    'xl',
    { inverter: 64, stringhe: 1480, tracker: 740, contatori: 8, sensori: 60, di: 160, spi: 4, cci: 1 },
    24_035.2,
  ],
] as const)('%s has the devices it should, with names and ids of their own', (size, counts, peakKwp) => {
  const plant = plantAt(noon, { size });
  expect(plant.counts()).toEqual(counts);
  expect(plant.plan.peakKwp).toBeCloseTo(peakKwp, 5);
  for (const [group, rows] of Object.entries(plant.snapshot().groups)) {
    expect(new Set(rows.nome).size).toBe(rows.nome.length);
    if (group !== 'mppt') expect(rows.id).toEqual(rows.id.map((_, index) => index + 1));
  }
});

test('devices are named as in the field', () => {
  const { groups: all } = plantAt(noon).snapshot();
  expect(all.impianto.nome).toEqual(['FV Masseria Alta']);
  expect(all.inverter.nome.at(-1)).toBe('INV 10');
  expect(all.stringhe.nome[22]).toBe('QS 03.2 S03');
  expect(all.tracker.nome[16]).toBe('T2-07');
  expect(all.contatori.nome).toEqual(['M1 Produzione', 'M2 Scambio', 'M3 Ausiliari']);
});

test('the same seed and time give the same plant, another seed another one', () => {
  const options = { hasNaturalFaults: true };
  expect(plantAt(noon, options).snapshot()).toEqual(plantAt(noon, options).snapshot());
  expect(plantAt(noon, { ...options, seed: 2 }).snapshot()).not.toEqual(plantAt(noon, options).snapshot());
});

test('the past does not matter: stepping, jumping and starting later show the same plant', () => {
  const end = seconds(noon) + 3 * hourS;
  const stepping = plantAt(noon);
  for (let t = seconds(noon); t <= end; t += 5) stepping.advance(t);
  const jumping = plantAt(noon);
  jumping.advance(end);
  const later = plantAt(new Date(end * 1000).toISOString());
  for (const other of [jumping.snapshot(), later.snapshot()]) {
    // Only what lags (temperatures) remembers how it came here, and energy the width of its steps.
    for (const [group, point, tolerance] of [
      ['impianto', 'pac', 0.001],
      ['impianto', 'poa', 1e-9],
      ['impianto', 'eday', 0.002],
      ['impianto', 'etot', 1e-6],
      ['inverter', 'tsnk', 0.005],
      ['tracker', 'tgt', 1e-9],
      ['contatori', 'e_imm', 1e-6],
    ] as const) {
      const expected = first(stepping.snapshot(), group, point);
      expect(Math.abs(first(other, group, point) / expected - 1), point).toBeLessThanOrEqual(tolerance);
    }
  }
});

test('reactive energy is counted in the quadrant that the signs of P and Q say, and in no other', () => {
  const plant = plantAt(noon);
  const meters = () => plant.snapshot().groups.contatori;
  const registers = (device: number) =>
    [1, 2, 3, 4].map(each => meters().values[`er${each}`]?.[device] ?? Number.NaN);
  const before = [0, 1, 2].map(registers);
  const counted = [0, 1, 2].map(() => [0, 0, 0, 0]);
  for (let t = seconds(noon) + 5; t <= seconds(noon) + 8 * hourS; t += 5) {
    plant.advance(t);
    counted.forEach((own, device) => {
      const p = meters().values.p?.[device] ?? Number.NaN;
      const q = meters().values.qac?.[device] ?? Number.NaN;
      const quadrant = q >= 0 ? (p >= 0 ? 0 : 1) : p >= 0 ? 3 : 2;
      own[quadrant] = (own[quadrant] ?? 0) + (Math.abs(q) * 5) / hourS;
    });
  }
  counted.forEach((own, device) => {
    registers(device).forEach((register, quadrant) => {
      expect(Math.abs(register - (before[device]?.[quadrant] ?? 0) - (own[quadrant] ?? 0))).toBeLessThan(0.5);
    });
  });
  // Until eight in the evening the exchange has both exported and imported.
  expect(counted[1]?.filter(kvarh => kvarh > 1).length).toBeGreaterThan(1);
});

test('time never goes back', () => {
  const plant = plantAt(noon);
  plant.advance(seconds(noon) - hourS);
  expect(plant.snapshot().t).toBe(seconds(noon));
});

test('each group is as old as its refresh time lets it be', () => {
  const plant = plantAt(noon);
  plant.advance(seconds(noon) + 29);
  const { groups: all, t } = plant.snapshot();
  for (const group of groups) {
    const every = refreshSeconds[group];
    expect(new Set(all[group].sampled)).toEqual(new Set([Math.floor(t / every) * every]));
  }
});

test('the plant is the sum of its parts', () => {
  const plant = plantAt(noon);
  const snapshot = plant.snapshot();
  const power = first(snapshot, 'impianto', 'pac');
  expect(power).toBeGreaterThan(500);
  expect(sum(values(snapshot, 'inverter', 'pac'))).toBeCloseTo(power, 9);
  expect(sum(values(snapshot, 'inverter', 'eday'))).toBeCloseTo(first(snapshot, 'impianto', 'eday'), 6);
  expect(sum(values(snapshot, 'inverter', 'etot'))).toBeCloseTo(first(snapshot, 'impianto', 'etot'), 3);
  const [production = 0, exchange = 0] = values(snapshot, 'contatori', 'p');
  // The meter's own error of class is below 0.5 %.
  expect(Math.abs((production ?? 0) / power - 1)).toBeLessThan(0.005);
  expect(first(snapshot, 'impianto', 'pimm')).toBe(exchange);
  expect(first(snapshot, 'impianto', 'pprel')).toBe(0);
  // What the site uses, without transformer, lines and the plant's own auxiliaries: about 13 kW less than is not exported.
  const flows = { production: 0, auxiliary: 0, load: 0, exchange: 0 };
  consumptionAt(plant.plan, 1, { t: snapshot.t, isEnergized: true }, flows);
  const used = first(snapshot, 'impianto', 'pauto');
  expect(Math.abs(used - flows.load)).toBeLessThan(0.005 * power);
  expect((production ?? 0) - (exchange ?? 0) - used).toBeGreaterThan(8);
});

test('the strings of an inverter give what it takes', () => {
  const plant = plantAt(noon);
  plant.advance(seconds(noon) + 30);
  const snapshot = plant.snapshot();
  const owners = values(snapshot, 'stringhe', 'inverter');
  const strings = values(snapshot, 'stringhe', 'p');
  values(snapshot, 'inverter', 'pdc').forEach((pdc, index) => {
    expect(sum(strings.filter((_, string) => owners[string] === index + 1))).toBeCloseTo(pdc ?? 0, 6);
  });
});

test('a healthy plant makes a little less than expected: dirt and mismatch are not expected', () => {
  const snapshot = plantAt(noon).snapshot();
  const share = first(snapshot, 'impianto', 'pac') / first(snapshot, 'impianto', 'pattesa');
  expect(share).toBeGreaterThan(0.88);
  expect(share).toBeLessThan(1.02);
  expect(first(snapshot, 'impianto', 'pr')).toBeGreaterThan(75);
  expect(first(snapshot, 'impianto', 'pr')).toBeLessThan(92);
  expect(first(snapshot, 'impianto', 'disp')).toBe(100);
  expect(first(snapshot, 'impianto', 'inverter_attivi')).toBe(10);
  expect(snapshot.groups.impianto.stato).toEqual([inverterStates.mppt]);
});
