import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import preact from '@preact/preset-vite';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));
/** For a busy machine: no test says anything about time. */
const patience = { testTimeout: 90_000, hookTimeout: 180_000 };
const consoleTests = {
  environment: 'happy-dom',
  include: ['tests/console/**/*.test.tsx'],
  ...patience,
};

/** Unit tests that start whole programs, kill them, or attack for long: for `npm test`, so that the fast check stays fast. */
const endurance = [
  'tests/security/**/*.test.ts',
  'tests/datalogger/{durability,sharing,knx}/**/*.test.ts',
  'tests/datalogger/{same-figures,start}.test.ts',
  'tests/datalogger/store/alarms-killed.test.ts',
];

/** Component tests run twice: on the React they are written for, and on the Preact that ships. */
export default defineConfig({
  test: {
    // Left alone it keeps a core free: half the machine, where there are two.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        root,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['tests/{console,contract,datalogger,scripts}/**/*.test.ts', 'tests/*.test.ts'],
          exclude: endurance,
          ...patience,
        },
      },
      { root, test: { name: 'endurance', environment: 'node', include: endurance, ...patience } },
      { root, oxc: { jsx: { runtime: 'automatic' } }, test: { name: 'react', ...consoleTests } },
      {
        root,
        plugins: [preact({ devToolsEnabled: false })],
        resolve: { alias: { wouter: 'wouter-preact' } },
        test: { name: 'preact', ...consoleTests, server: { deps: { inline: [/wouter/] } } },
      },
      {
        root,
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['tests/e2e/**/*.test.ts'],
          ...patience,
          expect: { poll: { timeout: 8_000 } },
          globalSetup: ['tests/support/build-console.ts'],
        },
      },
      {
        root,
        test: {
          name: 'servers',
          environment: 'node',
          include: ['tests/servers/**/*.test.ts'],
          ...patience,
          globalSetup: ['tests/support/build-console.ts'],
        },
      },
    ],
  },
});
