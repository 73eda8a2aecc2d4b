/**
 * The fast check before every commit, so that format, lint, types, unit and component tests and sizes do not have to wait for the long
 * test run.
 */
import { availableParallelism } from 'node:os';
import { begin, run } from './run';

const build = begin('npx', ['vite', 'build', '--logLevel', 'warn']);
run('npx', ['biome', 'check', '--error-on-warnings', '.']);
run('npx', ['tsc', '-b']);
// Only with Preact, which ships. The tests of whole days and programs and in the browser are part of `npm test`, those with React of `npm run test:long`.
run('npx', [
  'vitest',
  'run',
  '--config',
  'tests/vitest.config.ts',
  '--project',
  'unit',
  '--project',
  'preact',
  // Tests of pages wait for two thirds of their time: twice as many as the cores.
  `--maxWorkers=${2 * availableParallelism()}`,
]);
await build;
run('npx', ['tsx', 'scripts/size.ts']);
