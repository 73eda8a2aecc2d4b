import { expect, test } from 'vitest';
import {
  isExhaustedAfter,
  longestWaitMs,
  waitMsAfter,
} from '../../../../src/datalogger/integrations/feeds/back-off';

test('each failure in a row doubles the wait, up to five minutes', () => {
  expect([1, 2, 3, 4, 9].map(waitMsAfter)).toEqual([1000, 2000, 4000, 8000, 256_000]);
  expect([10, 50].map(waitMsAfter)).toEqual([longestWaitMs, longestWaitMs]);
});

test('after about an hour of failures the feed counts as failed', () => {
  expect([20, 21].map(isExhaustedAfter)).toEqual([false, true]);
});
