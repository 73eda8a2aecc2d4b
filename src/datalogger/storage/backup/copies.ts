import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Backup } from '../../../contract/backup';
import { jsonOf } from '../../core/json';

/** Only files with such a name are copies: nothing else in the folder is ever removed. */
const copyName = /^meridiana-.+-\d{8}T\d{6}Z\.json$/;

/**
 * Writes a backup into a folder, whole or not at all, and removes all but the newest `copies`. A card takes its time for megabytes: samples
 * are taken meanwhile.
 */
export async function keepCopy(folder: string, backup: Backup, copies: number): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o750 });
  const stamp = new Date(backup.creato * 1000).toISOString().slice(0, 19).replace(/[-:]/g, '');
  const path = join(folder, `meridiana-${backup.seriale}-${stamp}Z.json`);
  await writeFile(`${path}.tmp`, await jsonOf(backup), { mode: 0o640, flush: true });
  renameSync(`${path}.tmp`, path);
  for (const name of copiesIn(folder).slice(0, -copies)) rmSync(join(folder, name), { force: true });
}

/** The copies in a folder, newest first; `createdS` in epoch seconds. */
export const keptCopies = (folder: string) =>
  copiesIn(folder)
    .reverse()
    .map(name => ({ name, createdS: createdOf(name), bytes: statSync(join(folder, name)).size }));

/** The text of a copy; null where the folder has no copy of that name. */
export const copyText = (folder: string, name: string): string | null =>
  copiesIn(folder).includes(name) ? readFileSync(join(folder, name), 'utf8') : null;

/** From `...-20260708T021300Z.json`. */
const createdOf = (name: string) =>
  Date.parse(name.slice(-21, -5).replace(/(....)(..)(..T..)(..)/, '$1-$2-$3:$4:')) / 1000;

/** Oldest first. */
function copiesIn(folder: string): string[] {
  const names = existsSync(folder) ? readdirSync(folder).filter(name => copyName.test(name)) : [];
  const stampOf = (name: string) => name.slice(-21);
  return names.sort((a, b) => (stampOf(a) < stampOf(b) ? -1 : 1));
}
