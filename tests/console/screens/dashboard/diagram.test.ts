// @vitest-environment happy-dom

import { expect, test } from 'vitest';
import { readCounts } from '../../../../src/console/data/alarm-counts';
import { diagramOf } from '../../../../src/console/screens/dashboard/diagram';
import type { Live } from '../../../../src/console/screens/dashboard/live';
import { exampleInverter, exampleLive, withInverters } from '../../../support/live-plant';

const nothing = { facts: undefined, alarms: undefined };

const flowsOf = (live: Live, isOld = false) => {
  const { production, exchange, loads } = diagramOf(live, nothing, isOld);
  return [production, exchange, loads].map(({ flow, direction }) => `${flow} ${direction}`);
};
const withPlant = (plant: Partial<Live['plant']>): Live => {
  const live = exampleLive();
  return { ...live, plant: { ...live.plant, ...plant } };
};

test('by day energy flows from the field to loads and grid', () => {
  expect(flowsOf(exampleLive())).toEqual(['live forward', 'live forward', 'live forward']);
});

test('importing by day turns the grid side round', () => {
  const live = withPlant({ pac: 100, pimm: 0, pprel: 50, pauto: 100 });
  expect(flowsOf(live)).toEqual(['live forward', 'live back', 'live forward']);
  expect(diagramOf(live, nothing, false)).toMatchObject({ netKw: -50, loadsKw: 150 });
});

test('at night all is grey; arrowheads tell what is drawn from the grid', () => {
  const night = withPlant({ pac: -0.2, pimm: 0, pprel: 6.3, pauto: 0 });
  expect(flowsOf(night)).toEqual(['off null', 'off back', 'off forward']);
});

test('what is missing or old is not known, never without energy', () => {
  expect(flowsOf(withPlant({ pac: null, pimm: null }))).toEqual([
    'unknown null',
    'unknown null',
    'live forward',
  ]);
  expect(new Set(flowsOf(exampleLive(), true))).toEqual(new Set(['unknown null']));
});

test('each inverter is fed by itself: stopped without energy, silent not known', () => {
  const live = withInverters({ 7: { kind: 'fault', powerKw: 0 }, 9: { kind: 'silent' } });
  const flows = diagramOf(live, nothing, false).feeders.map(
    ({ label, conductor }) => `${label} ${conductor.flow}`,
  );
  expect(flows.slice(5)).toEqual(['06 live', '07 off', '08 live', '09 unknown', '10 live']);
});

test('the width follows the power', () => {
  const [full, half] = diagramOf(
    withInverters({ 1: { powerKw: 100 }, 2: { powerKw: 50 } }),
    nothing,
    false,
  ).feeders;
  expect([full?.conductor.load, half?.conductor.load]).toEqual([1, 0.5]);
});

test('above 24 inverters each kind is one block with its count', () => {
  const names = Array.from({ length: 64 }, (_, index) => `INV ${index}`);
  const inverters = names.map((name, index) =>
    exampleInverter(name, index < 3 ? { kind: 'fault', powerKw: 0 } : {}),
  );
  const { feeders } = diagramOf(exampleLive({ inverters }), nothing, false);
  expect(feeders.map(({ label, kind, conductor }) => [label, kind, conductor.flow])).toEqual([
    ['3', 'fault', 'off'],
    ['61', 'producing', 'live'],
  ]);
});

test('an inverter carries the sign of its gravest alarm, and a fault without an alarm that of a fault', () => {
  const segni = [
    ['inverter', null, 1, 1],
    ['inverter', 4, 3, 0],
    ['inverter', 7, 1, 1],
  ];
  const alarms = readCounts({ priorita: [], segni, ultimi: [] });
  const live = withInverters({ 7: { kind: 'fault', powerKw: 0 }, 8: { kind: 'fault', powerKw: 0 } });
  const told = diagramOf(live, { facts: undefined, alarms }, false).feeders.map(({ alarm }) => alarm);
  expect(told.map(alarm => alarm?.priority)).toEqual([
    ...[undefined, undefined, undefined, 3, undefined],
    ...[undefined, 1, 2, undefined, undefined],
  ]);
  expect(told[6]).toMatchObject({ look: 'active', isUnacknowledged: true });
});
