import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

let mark: string | undefined;

/**
 * A mark of everything of which the console is built, in the names of all its files, which browsers keep for ever. The last step of the
 * build gives names that several chunks share, so that a change in one of them changes the others too: no browser may combine files of
 * two builds. A chunk names the files that it imports; with one mark for all, each name but the first costs it next to nothing.
 */
export function sourcesMark(): string {
  mark ??= createHash('sha256').update(readSources()).digest('hex').slice(0, 8);
  return mark;
}
function readSources(): string {
  const files = ['package.json', 'vite.config.ts'].map(name => join(root, name));
  for (const folder of ['src/console', 'src/contract', 'scripts/build'])
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).sort())
      if (/\.\w+$/.test(name)) files.push(join(root, folder, name));
  return files.map(file => readFileSync(file, 'utf8')).join('\0');
}
