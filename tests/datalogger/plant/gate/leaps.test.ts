import { expect, test } from 'vitest';
import { hasLeapt } from '../../../../src/datalogger/plant/gate/leaps';
import type { DeviceGroup, Values } from '../../../../src/datalogger/plant/source';

/** Whether a device is read again that says the one and then the other. */
const isReadAgain = (group: DeviceGroup, before: Values, now: Values) =>
  hasLeapt({ group, state: 4, values: before }, { group, state: 4, values: now });

test.each([
  ['a meter that shows a third of its power', 'contatori', { p: 90 }, { p: 30 }, true],
  ['a meter whose power changes its sign', 'contatori', { p: 90 }, { p: -90 }, true],
  ['a meter while a cloud comes', 'contatori', { p: 90 }, { p: 70 }, false],
  ['a meter that shows next to nothing', 'contatori', { p: 0.4 }, { p: -0.3 }, false],
  ['an inverter whose AC power alone changes', 'inverter', { pac: 90, pdc: 92 }, { pac: 9, pdc: 92 }, true],
  ['an inverter whose DC power alone changes', 'inverter', { pac: 90, pdc: 92 }, { pac: 88, pdc: 9 }, true],
  ['an inverter while a cloud comes', 'inverter', { pac: 90, pdc: 92 }, { pac: 20, pdc: 21 }, false],
  ['an inverter at dawn', 'inverter', { pac: 0, pdc: 0.1 }, { pac: 0.4, pdc: 0.5 }, false],
  ['a controller with another limit', 'cci', { psp: 100 }, { psp: 60 }, true],
  ['a controller with the same limit', 'cci', { psp: 100, p: 50 }, { psp: 100, p: 45 }, false],
  ['a controller with another power factor', 'cci', { fsp: 0.95 }, { fsp: -0.95 }, true],
] as const)('%s', (_, group, before, now, isOdd) => {
  expect(isReadAgain(group, before, now)).toBe(isOdd);
});
