import { expect, test } from 'vitest';
import { inverterStates } from '../../../../../src/contract/codes';
import { clearMorning, plantAt, rowsOf, seconds, twins, value } from '../support';

test('above 50.2 Hz the power falls by the droop of 2.6 %, stays so until the frequency was good for 300 s, and returns by the ramp', () => {
  const pair = twins();
  const before = value(pair.sick, 'inverter', 'pac', 1);
  pair.sick.inject({ kind: 'grid-frequency', hertz: 50.85 }, 60);
  pair.after(10);
  // (50.85 - 50.2) / (2.6 % of 50) is a half.
  expect(value(pair.sick, 'inverter', 'pac', 1) / before).toBeCloseTo(0.5, 2);
  expect(value(pair.sick, 'inverter', 'plimsrc', 1) & (1 << 5)).not.toBe(0);
  expect(rowsOf(pair.sick, 'inverter').stato[0]).toBe(inverterStates.throttled);
  expect(value(pair.sick, 'spi', 'ddi')).toBe(2);
  pair.after(200);
  expect(value(pair.sick, 'inverter', 'pac', 1) / before).toBeCloseTo(0.5, 2);
  pair.after(170);
  const rising = value(pair.sick, 'inverter', 'pac', 1);
  expect(rising).toBeGreaterThan(0.5 * before);
  expect(rising).toBeLessThan(0.8 * before);
  pair.after(300);
  const healthy = value(pair.healthy, 'inverter', 'pac', 1);
  expect(value(pair.sick, 'inverter', 'pac', 1) / healthy).toBeCloseTo(1, 3);
});

test.each([
  ['a dip is ridden through with capacitive', 'grid-dip', 87, 1],
  ['a swell with inductive', 'grid-swell', 116, -1],
] as const)('%s current, and the protection does not trip', (_, kind, percent, sign) => {
  const plant = plantAt(clearMorning);
  const rated = value(plant, 'inverter', 'pn', 1);
  plant.inject({ kind, percent }, 20);
  plant.advance(seconds(clearMorning) + 10);
  expect(value(plant, 'spi', 'ddi')).toBe(2);
  const share = value(plant, 'inverter', 'qac', 1) / rated;
  expect(Math.sign(share)).toBe(sign);
  // Twice the missing or excess voltage, less what the voltage of the quiet grid differs from the nominal.
  expect(Math.abs(share)).toBeGreaterThan(0.15);
  expect(Math.abs(share)).toBeLessThan(0.45);
  expect(value(plant, 'inverter', 'pac', 1)).toBeGreaterThan(0.5 * rated);
  plant.advance(seconds(clearMorning) + 40);
  expect(Math.abs(value(plant, 'inverter', 'qac', 1) / rated)).toBeLessThan(0.1);
});
