import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const root = new URL('../..', import.meta.url).pathname;
export const consoleFolder = `${root}dist/console`;

/**
 * Browser tests run on the bundle that ships, never on a development server. `npm test` builds it once before all tests and sets
 * CONSOLE_IS_BUILT; a single run of the project builds it here.
 */
export function setup(): void {
  if (process.env.CONSOLE_IS_BUILT === '1' && existsSync(`${consoleFolder}/index.html.gz`)) return;
  // A process of its own: within the test runner the bundle would be one for development.
  const env = { ...process.env, NODE_ENV: 'production' };
  execFileSync('npx', ['vite', 'build', '--logLevel', 'warn'], { cwd: root, env, stdio: 'inherit' });
}
