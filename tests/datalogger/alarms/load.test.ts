import { expect, test } from 'vitest';
import { createAlarmEngine } from '../../../src/datalogger/alarms/engine';
import type { AlarmInputs } from '../../../src/datalogger/alarms/inputs';
import type { Change } from '../../../src/datalogger/alarms/model';
import type { DeviceRows, Snapshot } from '../../../src/datalogger/plant/snapshot';
import { processorMs } from '../../support/processor-time';
import { clearMorning, plantAt } from '../sources/simulator/support';
import { inputsOf, rulesWith } from './support';

const plant = plantAt(clearMorning, { size: 'xl' });
const quiet = inputsOf(plant);
const rules = rulesWith({ STR03: { onDelayS: 0, offDelayS: 0 } });
const start = plant.snapshot().t;
/** A. */
const reverse = -5;
const forward = 5;

/** The quiet plant a little later, freshly polled, with the currents of its strings. */
function inputsAt(t: number, currentOf: (string: number) => number): AlarmInputs {
  const polled = Object.entries(quiet.snapshot.groups).map(([group, rows]: [string, DeviceRows]) => {
    const values = group === 'stringhe' ? { ...rows.values, i: rows.id.map(currentOf) } : rows.values;
    return [group, { ...rows, sampled: rows.id.map(() => t), values }];
  });
  const groups: Snapshot['groups'] = { ...quiet.snapshot.groups, ...Object.fromEntries(polled) };
  return { ...quiet, snapshot: { t, groups } };
}

function engine() {
  let id = 0;
  return createAlarmEngine({ open: [], nextId: () => ++id });
}

test('a cycle of a 20 MW plant takes at most 20 ms', () => {
  const idle = engine();
  const times = Array.from({ length: 40 }, (_, second) => {
    const inputs = inputsAt(start + second, () => forward);
    return processorMs(() => idle.cycle(inputs, rules, start + second));
  });
  const typical = times.sort((a, b) => a - b)[20] ?? Number.POSITIVE_INFINITY;
  console.log(`cycle of xl with nothing to tell: ${typical.toFixed(1)} ms`);
  expect(idle.open()).toEqual([]);
  expect(typical).toBeLessThanOrEqual(20);
});

test('2,800 changes in ten seconds: no cycle is missed, no change lost or doubled', () => {
  const flooded = engine();
  const perSecond = 148;
  const seconds = 10;
  const changes: Change[] = [];
  const times: number[] = [];
  // Every second the currents of the next strings reverse, and those of the second before do no more.
  for (let second = 0; second <= seconds; second++) {
    const inputs = inputsAt(start + second, string =>
      Math.ceil(string / perSecond) === second + 1 ? reverse : forward,
    );
    const took = processorMs(() => changes.push(...flooded.cycle(inputs, rules, start + second)));
    times.push(took);
  }
  const longest = Math.max(...times);
  console.log(`${changes.length} changes in ${times.length} cycles, the longest ${longest.toFixed(1)} ms`);
  const strings = perSecond * seconds;
  const steps = changes.flatMap(({ occurrence, steps: own }) =>
    own.map(({ from, to }) => `${occurrence.subject.device} ${from} ${to}`),
  );
  expect(new Set(steps).size).toBe(steps.length);
  expect(steps.filter(step => step.endsWith('chiuso attivo'))).toHaveLength(strings);
  expect(steps.filter(step => step.endsWith('attivo rientrato'))).toHaveLength(strings);
  expect(steps).toHaveLength(2 * strings);
  expect(new Set(changes.map(({ occurrence }) => occurrence.id)).size).toBe(strings);
  // The next cycle is due a second later.
  expect(longest).toBeLessThan(1000);
});

test('a cycle stays short while everything is open', () => {
  const full = engine();
  full.cycle(
    inputsAt(start, () => reverse),
    rules,
    start,
  );
  expect(full.open()).toHaveLength(1480);
  const times = Array.from({ length: 20 }, (_, second) => {
    const inputs = inputsAt(start + second, () => reverse);
    return processorMs(() => full.cycle(inputs, rules, start + second));
  });
  const typical = times.sort((a, b) => a - b)[10] ?? Number.POSITIVE_INFINITY;
  console.log(`cycle of xl with 1,480 alarms open: ${typical.toFixed(1)} ms`);
  expect(typical).toBeLessThanOrEqual(20);
});
