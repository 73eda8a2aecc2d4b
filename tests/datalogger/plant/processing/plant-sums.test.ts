import { expect, test } from 'vitest';
import { usualLimits } from '../../../../src/datalogger/plant/processing/limits';
import { matchedRatio } from '../../../../src/datalogger/plant/processing/plant-sums';

test('the ratio of a day is of the energy that has light, and null below the least coverage of the plant', () => {
  const day = { kwh: 5000, referenceKwh: 2400, irradiation: 2.4, share: 0.4 };
  expect(matchedRatio(day, usualLimits)).toBeCloseTo((100 * 0.4 * 5000) / 2400, 10);
  expect(matchedRatio({ ...day, irradiation: 0.01 }, usualLimits)).toBeNull();
  expect(matchedRatio({ ...day, referenceKwh: 0 }, usualLimits)).toBeNull();
  expect(matchedRatio({ ...day, share: 0.29 }, usualLimits)).toBeNull();
  const strict = { ...usualLimits, coverage: { certain: 70, least: 45 } };
  expect(matchedRatio(day, strict)).toBeNull();
});
