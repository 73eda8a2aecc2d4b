import { lstatSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

/** Relative paths of all files below `folder`, sorted by their bytes. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => lstatSync(join(folder, name)).isFile())
    .sort();
}

/** Sets the same time for `folder` and everything below it. */
export function setTimes(folder: string, timeS: number): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    utimesSync(join(folder, name), timeS, timeS);
  }
  utimesSync(folder, timeS, timeS);
}
