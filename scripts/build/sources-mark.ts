import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

let mark: string | undefined;

/**
 * A mark of everything of which the console is built. The last step of the build gives names that several chunks share, so that a change
 * in one of them changes the others too; with this mark in the names of all files, no browser combines files of two releases.
 */
export function sourcesMark(): string {
  mark ??= createHash('sha256').update(readSources()).digest('hex');
  return mark;
}
function readSources(): string {
  const files = ['package.json', 'vite.config.ts'].map(name => join(root, name));
  for (const folder of ['src/console', 'src/contract', 'scripts/build'])
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).sort())
      if (/\.\w+$/.test(name)) files.push(join(root, folder, name));
  return files.map(file => readFileSync(file, 'utf8')).join('\0');
}
