/** The fast check before every commit, so that format, lint, types, unit and component tests and sizes never wait for the long run. */
import { run } from './run';

run('npx', ['biome', 'check', '--error-on-warnings', '.']);
run('npx', ['tsc', '-b']);
// On the Preact that ships; React, whole days and programs, and the browser are part of `npm test`.
run('npx', [
  'vitest',
  'run',
  '--config',
  'tests/vitest.config.ts',
  '--project',
  'unit',
  '--project',
  'preact',
]);
run('npx', ['vite', 'build', '--logLevel', 'warn']);
run('npx', ['tsx', 'scripts/size.ts']);
