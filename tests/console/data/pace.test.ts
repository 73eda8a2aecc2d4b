import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../src/console/data/api-error';
import { retryDelayMs } from '../../../src/console/data/pace';

afterEach(() => vi.restoreAllMocks());

const outage = (failures: number) =>
  retryDelayMs({
    error: new ApiError('network', 'no answer'),
    failures,
    intervalMs: 5000,
    hasAnswered: true,
    isHeartbeat: false,
  });

test.each([
  [0, 800],
  [0.5, 1000],
  [1, 1200],
])(
  'varies the delay after an outage by a fifth, so that consoles do not return together (%f)',
  (random, ms) => {
    vi.spyOn(Math, 'random').mockReturnValue(random);
    expect(outage(0)).toBeCloseTo(ms);
    expect(outage(9)).toBeCloseTo(10 * ms);
  },
);
