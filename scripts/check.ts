/**
 * The fast check before every commit, so that format, lint, types, unit and component tests and sizes do not have to wait for the long
 * test run.
 */
import { availableParallelism } from 'node:os';
import { wholeScreens } from '../tests/vitest.config';
import { begin, run } from './run';

run('npx', ['biome', 'check', '--error-on-warnings', '.']);
const beside = [begin('npx', ['tsc', '-b']), begin('npx', ['vite', 'build', '--logLevel', 'warn'])];
// Only with Preact, which ships. The tests of whole days, programs and screens and in the browser are part of `npm test`, those with React of
// `npm run test:long`.
run('npx', [
  'vitest',
  'run',
  '--config',
  'tests/vitest.config.ts',
  '--project',
  'unit',
  '--project',
  'preact',
  ...wholeScreens.flatMap(files => ['--exclude', files]),
  // Each worker reads all modules of the product again, which costs more than its tests wait.
  `--maxWorkers=${availableParallelism()}`,
]);
for (const each of beside) await each;
run('npx', ['tsx', 'scripts/size.ts']);
