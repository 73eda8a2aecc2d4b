import { expect, test } from 'vitest';
import { limitInForce } from '../../../../src/datalogger/automation/control/order-sources';

const order = (limit: number, endsMs: number | null = null) => ({ limit, endsMs });

test('no source raises a limit of a higher one', () => {
  expect(limitInForce({}, 0)).toBeNull();
  expect(limitInForce({ 'grid-operator': order(60), operator: order(80) }, 0)).toMatchObject({
    limit: 60,
    source: 'grid-operator',
  });
  expect(limitInForce({ 'grid-operator': order(60), operator: order(40) }, 0)).toMatchObject({
    limit: 40,
    source: 'operator',
  });
  expect(limitInForce({ protection: order(0), 'third-party': order(50) }, 0)).toMatchObject({
    limit: 0,
    source: 'protection',
  });
});

test('of two equal limits the one of the higher priority is named', () => {
  expect(limitInForce({ schedule: order(50), 'third-party': order(50) }, 0)?.source).toBe('third-party');
});

test("the operator's limit replaces that of the schedules, in both directions", () => {
  expect(limitInForce({ operator: order(80), schedule: order(30) }, 0)).toMatchObject({
    limit: 80,
    source: 'operator',
  });
  expect(limitInForce({ operator: order(80, 10), schedule: order(30) }, 10)).toMatchObject({
    limit: 30,
    source: 'schedule',
  });
});
