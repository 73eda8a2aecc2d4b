/** The fast check before every commit, so that format, lint, types, unit tests and sizes never wait for the long run. */
import { run } from './run';

run('npx', ['biome', 'check', '--error-on-warnings', '.']);
run('npx', ['tsc', '-b']);
// The component and browser tests, on React and on Preact, are part of `npm test`.
run('npx', ['vitest', 'run', '--config', 'tests/vitest.config.ts', '--project', 'unit']);
run('npx', ['vite', 'build', '--logLevel', 'warn']);
run('npx', ['tsx', 'scripts/size.ts']);
