import { expect, test } from 'vitest';
import { inverterStates } from '../../../../src/contract/codes';
import { inverterState, rawState } from '../../../../src/datalogger/plant/processing/sunspec-states';
import { column, plantAt, rowsOf, seconds } from './support';

const { off, sleeping, starting, mppt, throttled, shuttingDown, fault, standby, unknown } = inverterStates;

test.each([
  [103, [unknown, off, sleeping, starting, mppt, throttled, shuttingDown, fault, standby, unknown]],
  [701, [off, sleeping, starting, mppt, throttled, shuttingDown, fault, standby, unknown, unknown]],
] as const)('the codes of model %i from 0 on mean these states', (model, states) => {
  expect(states.map((_, code) => inverterState(model, code))).toEqual(states);
  for (const code of [null, -1, 1.5, 65_535]) expect(inverterState(model, code)).toBe(unknown);
  for (const state of [off, mppt, fault, standby])
    expect(inverterState(model, rawState(model, state))).toBe(state);
});

test('in one plant inverters of both models do the same, and it reads the same', () => {
  const at = '2026-06-10T13:00:00+02:00';
  const plant = plantAt(at);
  expect(new Set(plant.plan.inverters.map(({ stateModel }) => stateModel))).toEqual(new Set([103, 701]));
  expect(new Set(rowsOf(plant, 'inverter').stato)).toEqual(new Set([mppt]));
  const speaks701 = plant.plan.inverters.find(({ stateModel }) => stateModel === 701)?.id ?? 0;
  plant.inject({ kind: 'inverter-trip', inverter: speaks701, cause: 'ground' });
  plant.advance(seconds(at) + 10);
  expect(rowsOf(plant, 'inverter').stato[speaks701 - 1]).toBe(fault);
  expect(column(plant, 'impianto', 'inverter_attivi')).toEqual([9]);
});
