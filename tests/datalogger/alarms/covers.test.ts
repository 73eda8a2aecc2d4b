import { expect, test } from 'vitest';
import type { Fault } from '../../../src/datalogger/sources/simulator/faults/faults';
import { now, rulesWith, says, watch } from './support';

const openString: Fault = { kind: 'string-open', string: 19 };
const lacks = (percent: number) => says('inverter', 3, 'dev', -percent);

/** Short delays; strings with a lesser current have no alarm. */
const rules = rulesWith({
  STR01: { onDelayS: 30 },
  INV04: { onDelayS: 60 },
  STR02: { isEnabled: false },
});

test('an inverter below the others is hidden by its open string, and shown again once it lacks more than that', () => {
  const watched = watch(openString);
  watched.rules = rules;
  watched.run(60);
  expect(watched.list()).toEqual(['STR01 19 attivo']);
  now(watched, openString, lacks(14));
  watched.run(90);
  expect(watched.of('INV04')).toMatchObject({ state: 'soppresso', cause: watched.of('STR01')?.id });
  now(watched, openString, lacks(60));
  watched.run(90);
  expect(watched.of('INV04', 3)).toMatchObject({ state: 'attivo', cause: null });
});

test('strings without an alarm of their own hide no inverter', () => {
  const strings = [17, 18, 20, 21, 22].map(string => says('stringhe', string, 'dev', -70));
  const watched = watch(openString, ...strings, lacks(55));
  watched.rules = rules;
  watched.run(120);
  expect(watched.of('INV04', 3)).toMatchObject({ state: 'attivo', cause: null });
});
