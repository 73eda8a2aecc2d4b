import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { testMs, waitMs } from '../support/patience.ts';
import { secondTries } from '../support/second-tries.ts';

/** Tests on a Debian that has booted: `npm run test:box`, as root. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    name: 'box',
    environment: 'node',
    include: ['tests/box/**/*.test.ts'],
    globalSetup: ['tests/box/set-up.ts'],
    // The log: what was booted, seconds of each way.
    reporters: ['verbose'],
    // More than the processors: two files wait, one of them for the two minutes after which a network goes back.
    maxWorkers: 3,
    testTimeout: testMs,
    hookTimeout: testMs,
    retry: secondTries,
    expect: { poll: { timeout: waitMs } },
  },
});
