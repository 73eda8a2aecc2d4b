import { existsSync, renameSync, rmSync } from 'node:fs';
import { suffixes } from './database';

/** Where a database waits that shall take the place of the one at `path` at the next start. */
export const restoredPath = (path: string) => `${path}.restored`;
/** Where the one before is kept until the start after that. */
const previousPath = (path: string) => `${path}.previous`;

export type Restored<T> =
  | { readonly kind: 'none' }
  | { readonly kind: 'opened'; readonly database: T }
  /** It could not be opened and is gone; the one before is back. */
  | { readonly kind: 'refused'; readonly error: unknown };

/**
 * Lets a restored database that waits take its place and opens it. Killed at any moment in between, the next call goes on: the
 * waiting file is moved last, and what stands in its place by then has been moved aside already.
 */
export function openRestored<T>(path: string, open: (path: string) => T): Restored<T> {
  const waiting = restoredPath(path);
  if (!existsSync(waiting)) return { kind: 'none' };
  if (existsSync(path)) dropPrevious(path);
  move(path, previousPath(path));
  renameSync(waiting, path);
  try {
    return { kind: 'opened', database: open(path) };
  } catch (error) {
    if (existsSync(previousPath(path))) {
      remove(path);
      move(previousPath(path), path);
    }
    return { kind: 'refused', error };
  }
}

/** Forgets the database before the restored one. */
export function dropPrevious(path: string): void {
  remove(previousPath(path));
}

function move(from: string, to: string): void {
  for (const suffix of suffixes.filter(each => existsSync(from + each)))
    renameSync(from + suffix, to + suffix);
}

function remove(path: string): void {
  for (const suffix of suffixes) rmSync(path + suffix, { force: true });
}
