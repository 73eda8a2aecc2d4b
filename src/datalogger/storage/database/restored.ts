import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { suffixes } from './database';

/** Where a database waits that shall take the place of the one at `path` at the next start. */
export const restoredPath = (path: string) => `${path}.restored`;
/** Where the one before is kept until a start with the restored one has lasted. */
const previousPath = (path: string) => `${path}.previous`;
/** How often the datalogger has started with the restored one. */
const startsPath = (path: string) => `${path}.starts`;

/** Starts that a restored database has to prove itself: then the one before comes back. */
const mostStarts = 2;

export type Restored<T> =
  | { readonly kind: 'none' }
  | { readonly kind: 'opened'; readonly database: T }
  /** It could not be opened, or no start with it lasted, and is gone; the one before is back. */
  | { readonly kind: 'refused'; readonly error: unknown };

/**
 * Lets a restored database that waits take its place and opens it. Killed at any moment in between, the next call goes on: the
 * waiting file is moved last, and what stands in its place by then has been moved aside already.
 */
export function openRestored<T>(path: string, open: (path: string) => T): Restored<T> {
  const waiting = restoredPath(path);
  if (existsSync(waiting)) {
    if (existsSync(path)) keepRestored(path);
    move(path, previousPath(path));
    writeFileSync(startsPath(path), '0');
    renameSync(waiting, path);
  } else if (!existsSync(previousPath(path))) return { kind: 'none' };
  return tryOut(path, open);
}

function tryOut<T>(path: string, open: (path: string) => T): Restored<T> {
  const starts = startsOf(path);
  try {
    if (starts >= mostStarts) throw new Error(`${path}: no start with what was restored has lasted`);
    writeFileSync(startsPath(path), String(starts + 1));
    return { kind: 'opened', database: open(path) };
  } catch (error) {
    goBack(path);
    return { kind: 'refused', error };
  }
}

/** An earlier version kept no number. */
function startsOf(path: string): number {
  return existsSync(startsPath(path)) ? Number(readFileSync(startsPath(path), 'utf8')) || 0 : 1;
}

function goBack(path: string): void {
  if (!existsSync(previousPath(path))) return;
  remove(path);
  move(previousPath(path), path);
  rmSync(startsPath(path), { force: true });
}

/** Forgets the database before the restored one. */
export function keepRestored(path: string): void {
  remove(previousPath(path));
  rmSync(startsPath(path), { force: true });
}

function move(from: string, to: string): void {
  for (const suffix of suffixes.filter(each => existsSync(from + each)))
    renameSync(from + suffix, to + suffix);
}

function remove(path: string): void {
  for (const suffix of suffixes) rmSync(path + suffix, { force: true });
}
