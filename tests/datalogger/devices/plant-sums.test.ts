import { expect, test } from 'vitest';
import { usualLimits } from '../../../src/datalogger/devices/limits';
import { matchedRatio } from '../../../src/datalogger/devices/plant-sums';

test('the ratio of a day is of the energy that has light, and null below the least coverage of the plant', () => {
  const day = { kwh: 5000, peakKwp: 1000, irradiation: 2.4, share: 0.4 };
  expect(matchedRatio(day, usualLimits)).toBeCloseTo((100 * 0.4 * 5000) / 1000 / 2.4, 10);
  expect(matchedRatio({ ...day, share: 0.29 }, usualLimits)).toBeNull();
  const strict = { ...usualLimits, coverage: { certain: 70, least: 45 } };
  expect(matchedRatio(day, strict)).toBeNull();
});
