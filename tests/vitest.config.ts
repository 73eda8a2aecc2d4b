import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { consoleOptions } from '../scripts/build/console-options.ts';
import { testMs, waitMs } from './support/patience.ts';
import { secondTries } from './support/second-tries.ts';
import { ByEnvironment } from './support/sequencer.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const patience = {
  testTimeout: testMs,
  hookTimeout: testMs,
  retry: secondTries,
  expect: { poll: { timeout: waitMs } },
};
/** The files of a project share a process. */
const shared = { isolate: false, setupFiles: ['tests/support/fresh-modules.ts'], ...patience };
const consoleTests = {
  environment: 'happy-dom',
  include: ['tests/console/**/*.test.tsx'],
  ...shared,
};

/**
 * Unit tests that start whole programs, kill them, attack for long, live through days, ask everything, or take more than 2 s: for `npm test`,
 * so that the fast check stays fast.
 */
export const endurance = [
  'tests/security/**/*.test.ts',
  'tests/contract/replies.test.ts',
  'tests/console/i18n/engine.test.ts',
  'tests/datalogger/{durability,integrations/{feeds,sharing,knx,mail}}/**/*.test.ts',
  'tests/datalogger/{energy-in-gaps,fault-scenarios,first-start,load,random-days,same-figures,standstill-in-silence,start}.test.ts',
  'tests/datalogger/alarms/{alarm-keeping,catalogue,engine,load,past-alarms,root-cause,silence,true-spans}.test.ts',
  'tests/datalogger/automation/{control/clouds,schedules/{bus-outputs,scheduler}}.test.ts',
  'tests/datalogger/api/routes/{alarms-actions,audit,backup,balance,bus-commands,commands,config-effects,config-fuzz,config-interleavings,contract-sheet,dark-sensors,delivery,drifting-sensor,faults,forecast,invalid-spans,logbook,losses,marks-everywhere,measures,measures-lost,measures-partial,moment,names,never-alarms,performance-ratio,plant,proofs,reports,series,services,tables,wall,work-orders}.test.ts',
  'tests/datalogger/api/{auth/login,http/bodies,long-work/thread,papers/report-paper}.test.ts',
  'tests/datalogger/sources/fieldbus/serial/{noisy-line,plant-on-lines,serial-plant}.test.ts',
  'tests/datalogger/sources/fieldbus/{field-bus-service,field-plant,input-modules,modbus/field-cases,engine/{busy-line,field-bus,lossy-line}}.test.ts',
  'tests/datalogger/plant/gate/{alike,honest,liar,odd-answers,odd-codes,odd-devices,profile-liar,reports}.test.ts',
  'tests/datalogger/integrations/{modbus-server,push,ups}/**/*.test.ts',
  'tests/datalogger/sources/fieldbus/{search,commands/delivery*}.test.ts',
  'tests/datalogger/integrations/outgoing/rebinding.test.ts',
  'tests/datalogger/sources/replay/replay.test.ts',
  'tests/datalogger/plant/{counters/counter,sampler/{doubted-days,grid-archive,history,sampler,zone-change}}.test.ts',
  'tests/datalogger/api/http/matrix.test.ts',
  'tests/datalogger/sources/simulator/{physics/counters,history,physics/mppt,plant-day,settings-obeyed,simulated-plant}.test.ts',
  'tests/datalogger/analytics/{capacity/capacity-test,reports/{forecast,report,soiling,stops,waterfall,year}}.test.ts',
  'tests/datalogger/storage/{alarms/alarms-killed,measures/{foreign-archive,rollup}}.test.ts',
  'tests/datalogger/core/time/steps.test.ts',
  'tests/datalogger/sources/fieldbus/{captures-over-wire,plant-day,plant-over-wire,commands/{inverters,odd-devices,outputs,slow-line},engine/line-settings,profiles/commands}.test.ts',
  'tests/box-service/verbs.test.ts',
  'tests/console/screens/configuration/change-words.test.ts',
  'tests/scripts/conformance.test.ts',
  'tests/scripts/plant-server/*.test.ts',
];

/** Component tests that try a whole screen in every state, at plants that run: for `npm test`, for the same reason. */
export const wholeScreens = [
  'tests/console/app/layout/Layout.test.tsx',
  'tests/console/screens/{alarms/Alarms,controller/Controller,dashboard/Dashboard,inverters/Inverters}.test.tsx',
  'tests/console/screens/{protections/Protections,statistics/Statistics,meters/Meters,dashboard/night/night}.test.tsx',
  'tests/console/screens/configuration/{Devices,Maintenance,PlantData,SystemSetup}.test.tsx',
  'tests/console/screens/{dashboard/touch,raw-data/RawData,reports/Reports}.test.tsx',
];

/** Component tests run on the Preact that ships, and in `npm run test:long` also on the React that they are written for. */
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
          include: [
            'tests/{box-service,console,contract,datalogger,scripts}/**/*.test.ts',
            'tests/*.test.ts',
          ],
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
        ...consoleOptions,
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
