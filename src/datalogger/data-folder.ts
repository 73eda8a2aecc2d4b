import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** The folder, made when it is not there. Throws an Error of one clear line. */
export function usable(folder: string): string {
  try {
    makeFolder(folder);
    return folder;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`cannot use data folder ${folder}: ${reason}`, { cause });
  }
}

/** With its parents. Node's own `recursive` never returns where the system knows no folders, as below /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o750 });
}
