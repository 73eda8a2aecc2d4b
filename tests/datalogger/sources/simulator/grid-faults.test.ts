import { expect, test } from 'vitest';
import { controllerFunctions, inverterStates, spiStates } from '../../../../src/contract/codes';
import type { TestPlant } from '../../../support/simulated-plant';
import { clearMorning, column, differing, plantAt, rowsOf, seconds, sum, twins, value } from './support';

test('a deep dip trips the protection: open in time, back after 300 s, power by 20 % a minute', () => {
  const pair = twins();
  const trips = value(pair.sick, 'spi', 'scatti');
  pair.sick.inject({ kind: 'grid-dip', percent: 40 }, 2.5);
  pair.after(1);
  expect(rowsOf(pair.sick, 'spi').stato[0]).toBe(spiStates.starting);
  expect(value(pair.sick, 'spi', 'avviate')).toBe(1 << 2);
  expect(value(pair.sick, 'spi', 'ddi')).toBe(2);
  pair.after(1);
  expect([rowsOf(pair.sick, 'spi').stato[0], value(pair.sick, 'spi', 'ddi')]).toEqual([spiStates.tripped, 1]);
  expect(value(pair.sick, 'spi', 'scatti')).toBe(trips + 1);
  pair.after(8);
  expect(rowsOf(pair.sick, 'spi').stato[0]).toBe(spiStates.waiting);
  expect(new Set(rowsOf(pair.sick, 'inverter').stato)).toEqual(new Set([inverterStates.standby]));
  expect(value(pair.sick, 'impianto', 'pac')).toBe(0);
  expect(value(pair.sick, 'di', 'v', 1)).toBe(1);
  pair.after(285);
  expect(value(pair.sick, 'spi', 'ddi')).toBe(1);
  pair.after(10);
  expect([rowsOf(pair.sick, 'spi').stato[0], value(pair.sick, 'spi', 'ddi')]).toEqual([spiStates.normal, 2]);
  pair.after(60 + 120);
  // Two minutes of ramp: 40 % of the rated 100 kW, give or take the steps of the start.
  expect(Math.abs(value(pair.sick, 'inverter', 'pac', 1) - 40)).toBeLessThan(4);
  pair.after(300);
  const power = (plant: TestPlant) => sum(column(plant, 'inverter', 'pac'));
  expect(power(pair.sick) / power(pair.healthy)).toBeCloseTo(1, 4);
});

test('a short dip passes without a trip', () => {
  const pair = twins();
  pair.sick.inject({ kind: 'grid-dip', percent: 60 }, 1);
  pair.after(30);
  expect(value(pair.sick, 'spi', 'ddi')).toBe(2);
  expect(differing(pair, 'spi', 'scatti')).toEqual([]);
});

test.each([
  ['swell', { kind: 'grid-swell', percent: 122 }, 1],
  ['low frequency', { kind: 'grid-frequency', hertz: 47.3 }, 6],
  ['high frequency', { kind: 'grid-frequency', hertz: 51.7 }, 3],
] as const)('a %s trips too', (_name, fault, seconds) => {
  const pair = twins();
  pair.sick.inject(fault, seconds);
  pair.after(seconds + 5);
  expect(value(pair.sick, 'spi', 'ddi')).toBe(1);
});

test('without grid nothing flows, the UPS feeds the logger, and after an hour its battery is low', () => {
  const pair = twins();
  pair.sick.inject({ kind: 'grid-outage' });
  pair.after(30);
  expect([value(pair.sick, 'spi', 'uab'), value(pair.sick, 'impianto', 'pac')]).toEqual([0, 0]);
  expect(column(pair.sick, 'contatori', 'p').every(power => Math.abs(power ?? 1) === 0)).toBe(true);
  expect(pair.sick.hardware()).toMatchObject({ acContact: '1', batteryContact: '1' });
  expect(
    rowsOf(pair.sick, 'di').nome.filter((_, index) => column(pair.sick, 'di', 'v')[index] === 1),
  ).toContain('Mancanza rete');
  pair.after(3600);
  expect(pair.sick.hardware().batteryContact).toBe('0');
  pair.sick.clearFaults();
  pair.after(1200);
  expect(pair.sick.hardware()).toMatchObject({ acContact: '0', batteryContact: '1' });
  expect(value(pair.sick, 'impianto', 'inverter_attivi')).toBe(10);
});

test('an interface switch opened by hand stops the plant without a trip', () => {
  const pair = twins();
  pair.sick.inject({ kind: 'ddi-open' });
  pair.after(10);
  expect(value(pair.sick, 'spi', 'ddi')).toBe(1);
  expect(differing(pair, 'spi', 'scatti')).toEqual([]);
  expect(value(pair.sick, 'impianto', 'inverter_attivi')).toBe(0);
});

test('a limit of the operator is reached within 10 s and lifted again', () => {
  const pair = twins();
  pair.sick.inject({ kind: 'dso-limit', percent: 50 }, 600);
  pair.after(15);
  expect(value(pair.sick, 'cci', 'p') / value(pair.sick, 'cci', 'smax')).toBeCloseTo(0.5, 2);
  expect(rowsOf(pair.sick, 'impianto').stato).toEqual([inverterStates.throttled]);
  for (const limit of column(pair.sick, 'inverter', 'plim')) expect(limit).toBeLessThan(100);
  expect(value(pair.sick, 'cci', 'plim')).toBe(50);
  expect(value(pair.sick, 'cci', 'funzione')).toBe(controllerFunctions.limitByOperator);
  pair.after(615);
  expect(differing(pair, 'inverter', 'pac')).toEqual([]);
  expect(value(pair.sick, 'cci', 'funzione')).toBe(controllerFunctions.reactiveByVoltage);
});

test.each([
  ['ups-mains-lost', { acContact: '1', batteryContact: '1' }],
  ['ups-battery-low', { acContact: '0', batteryContact: '0' }],
] as const)('%s shows on its contact', (kind, contacts) => {
  const plant = plantAt(clearMorning);
  plant.inject({ kind }, 60);
  plant.advance(seconds(clearMorning) + 10);
  expect(plant.hardware()).toMatchObject(contacts);
  plant.advance(seconds(clearMorning) + 70);
  expect(plant.hardware()).toMatchObject({ acContact: '0', batteryContact: '1' });
});
