import { expect, test } from 'vitest';
import { Health } from '../../../../../src/datalogger/sources/fieldbus/engine/health';
import { isReadSince, type PlannedJob } from '../../../../../src/datalogger/sources/fieldbus/engine/plan';

const requests = [{ unit: 1, fc: 3, from: 40_100, count: 10 }] as const;
const header = { fc: 3, from: 40_100, words: [123, 24] } as const;

const job: PlannedJob = {
  class: 'slow',
  isMain: false,
  isJoined: false,
  everyMs: 60_000,
  requests,
  expects: [header],
  owners: [],
  health: new Health(),
  isRunning: false,
  dueMs: 0,
  readS: 1000,
  readOver: 2,
};

test.each([
  ['read since then over this connection', {}, true],
  ['read before', { readS: 899 }, false],
  ['never read', { readS: null, readOver: null }, false],
  ['read over an earlier connection', { readOver: 1 }, false],
  ['read before something of the device failed', { readOver: null }, false],
  ['read without a header that proves the model', { expects: [] }, false],
  ['another part', { requests: [{ ...requests[0], from: 40_200 }] }, false],
] as const)('registers of a job that was %s: taken as they are or not', (_, change, isTaken) => {
  expect(isReadSince([{ ...job, ...change }], requests, { fromS: 900, reconnects: 2 })).toBe(isTaken);
});
