import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import preact from '@preact/preset-vite';
import { defineConfig } from 'vitest/config';
import { testMs, waitMs } from './support/patience.ts';
import { ByEnvironment } from './support/sequencer.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const patience = { testTimeout: testMs, hookTimeout: testMs, expect: { poll: { timeout: waitMs } } };
/** The files of a project share a process. */
const shared = { isolate: false, setupFiles: ['tests/support/fresh-modules.ts'], ...patience };
const consoleTests = {
  environment: 'happy-dom',
  include: ['tests/console/**/*.test.tsx'],
  ...shared,
};

/** Unit tests that start whole programs, kill them, attack for long, live through days or ask everything: for `npm test`, so that the fast check stays fast. */
const endurance = [
  'tests/security/**/*.test.ts',
  'tests/contract/replies.test.ts',
  'tests/console/i18n/engine.test.ts',
  'tests/datalogger/{durability,feeds,sharing,knx,mail}/**/*.test.ts',
  'tests/datalogger/{fault-scenarios,same-figures,start}.test.ts',
  'tests/datalogger/alarms/{alarm-keeping,catalogue,load,past-alarms,root-cause,silence}.test.ts',
  'tests/datalogger/jobs/scheduler.test.ts',
  'tests/datalogger/routes/{backup,bus-commands,commands,config-effects,config-interleavings,dark-sensors,drifting-sensor,forecast,logbook,losses,measures,measures-lost,measures-partial,moment,never-alarms,performance-ratio,plant,reports,series,tables}.test.ts',
  'tests/datalogger/fieldbus/{field-plant,input-modules,engine/busy-line,engine/field-bus}.test.ts',
  'tests/datalogger/outgoing/rebinding.test.ts',
  'tests/datalogger/replay/replay.test.ts',
  'tests/datalogger/sampler/{grid-archive,history,zone-change}.test.ts',
  'tests/datalogger/serve/matrix.test.ts',
  'tests/datalogger/simulator/{counters,history,mppt,plant-day,settings-obeyed,simulated-plant}.test.ts',
  'tests/datalogger/reports/{forecast,report,stops,waterfall,year}.test.ts',
  'tests/datalogger/store/{alarms-killed,measures-rollup}.test.ts',
  'tests/datalogger/time/steps.test.ts',
  'tests/datalogger/fieldbus/{captures-over-wire,plant-day,plant-over-wire,commands/{inverters,odd-devices},engine/line-settings}.test.ts',
  'tests/scripts/conformance.test.ts',
  'tests/scripts/plant-server/*.test.ts',
];

/** Component tests run twice: on the React they are written for, and on the Preact that ships. */
export default defineConfig({
  test: {
    // Left alone it keeps a core free: half the machine, where there are two.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    sequence: { sequencer: ByEnvironment },
    projects: [
      {
        root,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['tests/{console,contract,datalogger,scripts}/**/*.test.ts', 'tests/*.test.ts'],
          exclude: endurance,
          ...shared,
        },
      },
      {
        root,
        test: { name: 'endurance', environment: 'node', include: endurance, isolate: false, ...patience },
      },
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
          // Each file has a datalogger and a browser of its own; what modules keep for the next file is the same for all, as the simulated pasts.
          isolate: false,
          ...patience,
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
