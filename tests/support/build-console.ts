import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { build } from 'vite';

const root = new URL('../..', import.meta.url).pathname;
export const consoleFolder = `${root}dist/console`;

/**
 * Browser tests run on the bundle that ships, never on a development server. `npm test` builds it once before all tests and sets
 * CONSOLE_IS_BUILT; a single run of the project builds it here.
 */
export async function setup(): Promise<void> {
  if (process.env.CONSOLE_IS_BUILT === '1' && existsSync(`${consoleFolder}/index.html.gz`)) return;
  rmSync(consoleFolder, { recursive: true, force: true });
  mkdirSync(consoleFolder, { recursive: true });
  await build({ configFile: `${root}vite.config.ts`, root, logLevel: 'warn' });
}
