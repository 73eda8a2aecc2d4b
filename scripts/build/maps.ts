import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Puts the source maps into `dist/maps`, beside the console: they weigh five times as much and are not for the flash. `npm run pack` stores
 * them beside the release, and `npm run trace` reads a stack trace with them.
 */
export function mapsPlugin(): Plugin {
  let folder = '';
  return {
    name: 'maps',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir, '../maps');
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        rmSync(folder, { recursive: true, force: true });
        mkdirSync(folder, { recursive: true });
        for (const [name, output] of Object.entries(bundle)) {
          if (!name.endsWith('.map') || output.type !== 'asset') continue;
          writeFileSync(join(folder, basename(name)), output.source);
          delete bundle[name];
        }
      },
    },
  };
}
