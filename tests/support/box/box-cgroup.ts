import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The cgroup of a box, made below the host's. */
export interface BoxCgroup {
  /** The files into which a process writes 0 to be part of it. */
  readonly procs: readonly string[];
  remove(): void;
}

function removeTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) removeTree(join(folder, entry.name));
  }
  rmdirSync(folder);
}

/** Where version 2 is mounted: alone, or beside version 1. */
function versionTwo(): string {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  const found = mounts.map(line => line.split(' ')).find(([, , type]) => type === 'cgroup2')?.[1];
  if (!found) throw new Error('no cgroup version 2 is mounted: a box cannot boot');
  return found;
}

/**
 * Makes a cgroup for a box. `memoryMiB` limits the memory of the whole box; on a host with version 1 of the memory controller the limits
 * of units inside (`MemoryMax`) have no effect.
 */
export function boxCgroup(name: string, memoryMiB?: number): BoxCgroup {
  const top = versionTwo();
  const folder = join(top, name);
  const made = [folder];
  mkdirSync(folder);
  const controllers = readFileSync(join(top, 'cgroup.controllers'), 'utf8').trim().split(' ');
  for (const each of controllers.filter(Boolean))
    writeFileSync(join(top, 'cgroup.subtree_control'), `+${each}`);
  if (memoryMiB !== undefined) {
    const bytes = String(memoryMiB * 1024 * 1024);
    const old = '/sys/fs/cgroup/memory';
    if (existsSync(join(old, 'memory.limit_in_bytes'))) {
      made.push(join(old, name));
      mkdirSync(join(old, name));
      writeFileSync(join(old, name, 'memory.limit_in_bytes'), bytes);
    } else writeFileSync(join(folder, 'memory.max'), bytes);
  }
  return {
    procs: made.map(each => join(each, 'cgroup.procs')),
    remove: () => {
      for (const each of made) if (existsSync(each)) removeTree(each);
    },
  };
}
