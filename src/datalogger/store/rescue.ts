import { chmodSync, copyFileSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { backupsOf } from './backups';
import { DamagedDatabase, suffixes } from './database';

/** A damaged database that was replaced. */
export interface Rescue {
  /** `config.db` */
  readonly name: string;
  /** When the copy was made that took its place, epoch ms; null when there was none and it began anew. */
  readonly copiedMs: number | null;
  /** Where the damaged file is. */
  readonly movedTo: string;
}

/** Damaged files of one database that are kept for whoever can read them. */
const keptAside = 2;

/**
 * Opens the database at `path`. A damaged one is moved aside, the newest backup that is whole takes its place, and without
 * one it begins anew: a device that nobody stands in front of must run. Throws what `open` throws for any other reason.
 */
export function openOrRescue<T>(
  path: string,
  open: (path: string) => T,
  onRescue: (rescue: Rescue, damage: DamagedDatabase) => void,
): T {
  try {
    return open(path);
  } catch (damage) {
    if (!(damage instanceof DamagedDatabase)) throw damage;
    const movedTo = moveAside(path);
    const { database, copiedMs } = openNewest(path, open);
    onRescue({ name: basename(path), copiedMs, movedTo }, damage);
    return database;
  }
}

function openNewest<T>(path: string, open: (path: string) => T): { database: T; copiedMs: number | null } {
  for (const backup of backupsOf(path).filter(file => existsSync(file))) {
    copyFileSync(backup, path);
    chmodSync(path, 0o600);
    try {
      return { database: open(path), copiedMs: statSync(backup).mtimeMs };
    } catch (error) {
      if (!(error instanceof DamagedDatabase)) throw error;
      for (const suffix of suffixes) rmSync(path + suffix, { force: true });
    }
  }
  return { database: open(path), copiedMs: null };
}

function moveAside(path: string): string {
  const prefix = `${basename(path)}.damaged-`;
  const folder = dirname(path);
  const stamp = new Date().toISOString().replace(/\W/g, '');
  for (const suffix of suffixes.filter(each => existsSync(path + each))) {
    renameSync(path + suffix, join(folder, `${prefix}${stamp}${suffix}`));
  }
  const older = readdirSync(folder).filter(name => name.startsWith(prefix) && !/-(wal|shm)$/.test(name));
  for (const name of older.sort().slice(0, -keptAside)) {
    for (const suffix of suffixes) rmSync(join(folder, name + suffix), { force: true });
  }
  return join(folder, prefix + stamp);
}
