import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';

/** The files below a folder with their bytes. */
function bytesBelow(folder: string): readonly (readonly [name: string, bytes: number])[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ name, parentPath }) => [name, statSync(join(parentPath, name)).size]);
}

const sum = (files: readonly (readonly [string, number])[]) =>
  Math.round(files.reduce((total, [, bytes]) => total + bytes, 0) / 1000);

/** Prints one line after a build, in place of Vite's list of every file. */
export function outcomePlugin(): Plugin {
  let root = '';
  let folder = '';
  let beganMs = 0;
  let isWritten = false;
  return {
    name: 'outcome',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      folder = join(config.root, config.build.outDir);
    },
    buildStart() {
      beganMs = Date.now();
      isWritten = false;
    },
    writeBundle() {
      isWritten = true;
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        if (!isWritten) return;
        const all = bytesBelow(folder);
        const packed = all.filter(([name]) => name.endsWith('.gz'));
        const plain = all.filter(([name]) => !name.endsWith('.gz'));
        const gz = packed.length === 0 ? '' : `, ${sum(packed)} kB gz`;
        const seconds = ((Date.now() - beganMs) / 1000).toFixed(1);
        console.log(
          `${relative(root, folder)}: ${plain.length} files, ${sum(plain)} kB${gz}, built in ${seconds} s`,
        );
      },
    },
  };
}
