import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { backupsOf } from './backups';
import { DamagedDatabase, isBlank, NewerDatabase, suffixes } from './database';

/** A damaged or lost database that was replaced. */
export interface Rescue {
  /** `config.db` */
  readonly name: string;
  /** When the copy was made that took its place, epoch ms; null if there was no copy and the database started empty. */
  readonly copiedMs: number | null;
  /** Where the damaged file is; null when there was none. */
  readonly movedTo: string | null;
}

export interface Rescuing {
  /** Whether there has been such a database: one that is absent or empty is then lost, not new. */
  readonly wasThere: boolean;
  /** Called before anything is replaced; throwing there leaves all as it is. */
  readonly onDamage: () => void;
  readonly onRescue: (rescue: Rescue, damage: DamagedDatabase) => void;
}

/** How many damaged files of one database are kept, for somebody who may be able to read them. */
const keptAside = 2;

/**
 * Opens the database at `path`. A damaged one is moved aside, the newest backup that is whole takes its place, and without
 * one a new database is made: a device that nobody attends must run. A lost database is replaced in the same way. Throws what `open`
 * throws for any other reason, and where the newest whole backup is of a newer version than this program.
 */
export function openOrRescue<T>(
  path: string,
  open: (path: string) => T,
  { wasThere, onDamage, onRescue }: Rescuing,
): T {
  try {
    if (wasThere && isBlank(path)) throw new DamagedDatabase(`database ${path} is gone or empty`);
    return open(path);
  } catch (damage) {
    if (!(damage instanceof DamagedDatabase)) throw damage;
    onDamage();
    const movedTo = moveAside(path);
    const { database, copiedMs } = openNewest(path, open, damage);
    onRescue({ name: basename(path), copiedMs, movedTo }, damage);
    return database;
  }
}

function openNewest<T>(
  path: string,
  open: (path: string) => T,
  damage: DamagedDatabase,
): { database: T; copiedMs: number | null } {
  for (const backup of backupsOf(path).filter(file => existsSync(file))) {
    const copiedMs = statSync(backup).mtimeMs;
    try {
      if (isBlank(backup)) throw new DamagedDatabase('it is empty');
      putInPlace(backup, path);
      return { database: open(path), copiedMs };
    } catch (error) {
      for (const file of [path, unfinishedOf(path)]) remove(file);
      if (error instanceof NewerDatabase)
        throw new Error(`${damage.message}; of its copy ${backup}: ${error.message}`);
      if (!(error instanceof DamagedDatabase)) throw error;
      // Otherwise the next copy would push out the good one before it.
      renameSync(backup, `${backup}.damaged`);
    }
  }
  return { database: open(path), copiedMs: null };
}

const unfinishedOf = (path: string) => `${path}.part`;

/** Whole or not at all: killed in between, the next start finds the database lost and does it again. */
function putInPlace(backup: string, path: string): void {
  const unfinished = unfinishedOf(path);
  copyFileSync(backup, unfinished);
  chmodSync(unfinished, 0o600);
  const file = openSync(unfinished, 'r+');
  fsyncSync(file);
  closeSync(file);
  renameSync(unfinished, path);
}

function remove(path: string): void {
  for (const suffix of suffixes) rmSync(path + suffix, { force: true });
}

/** Null when there was nothing to move. */
function moveAside(path: string): string | null {
  const prefix = `${basename(path)}.damaged-`;
  const folder = dirname(path);
  const stamp = new Date().toISOString().replace(/\W/g, '');
  const wasThere = existsSync(path);
  for (const suffix of suffixes.filter(each => existsSync(path + each))) {
    renameSync(path + suffix, join(folder, `${prefix}${stamp}${suffix}`));
  }
  const older = readdirSync(folder).filter(name => name.startsWith(prefix) && !/-(wal|shm)$/.test(name));
  for (const name of older.sort().slice(0, -keptAside)) remove(join(folder, name));
  return wasThere ? join(folder, prefix + stamp) : null;
}
