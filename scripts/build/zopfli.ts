import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipAsync } from '@gfx/zopfli';
import type { Plugin } from 'vite';

/** The files of the console that have a gz file beside them. */
export const compressible = /\.(js|css|html|json|svg)$/;

/** Fifteen rounds make 0.05 % fewer bytes than five; sixty hardly fewer, and take twice as long. */
const options = { numiterations: 15, blocksplitting: true, blocksplittingmax: 0 };

/** Compressing all files takes some 20 s, so a compressed file is kept by its content. */
const kept = join(import.meta.dirname, '../../node_modules/.cache/zopfli');

/** Compresses the gz files again with zopfli, 2 to 3 % smaller: these are the bytes that are sent. */
export function zopfliPlugin(): Plugin {
  let folder = '';
  let isWritten = false;
  return {
    name: 'zopfli',
    // Another mode makes a console that is measured or tried, and not shipped.
    apply: (_, { command, mode }) => command === 'build' && mode === 'production',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    buildStart() {
      isWritten = false;
    },
    writeBundle() {
      isWritten = true;
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        // Also called after a build that failed: an error here would hide why.
        if (!isWritten) return;
        const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
        for (const name of names.filter(each => compressible.test(each))) {
          const path = join(folder, name);
          writeFileSync(`${path}.gz`, await compressed(readFileSync(path)));
        }
      },
    },
  };
}

async function compressed(content: Buffer): Promise<Uint8Array> {
  const key = createHash('sha256').update(JSON.stringify(options)).update(content).digest('hex');
  const file = join(kept, key);
  if (existsSync(file)) return readFileSync(file);
  const packed = await gzipAsync(content, options);
  mkdirSync(kept, { recursive: true });
  // Two builds may run at the same time: neither may read what the other has half written.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, packed);
  renameSync(draft, file);
  return packed;
}
