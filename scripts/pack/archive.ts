import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Release } from './release';

/** Writes the tree as an archive of the same name in `folder`: sorted, without owners, with the time of the commit. Returns its path. */
export function archive(tree: string, folder: string, { timeS }: Release): string {
  const tar = execFileSync(
    'tar',
    [
      '--create',
      '--format=gnu',
      '--sort=name',
      `--mtime=@${timeS}`,
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      '--mode=u=rwX,go=rX',
      '-C',
      dirname(tree),
      basename(tree),
    ],
    { maxBuffer: 512 * 1024 * 1024 },
  );
  const path = join(folder, `${basename(tree)}.tar.gz`);
  // Node writes no time and no name into the gzip header.
  writeFileSync(path, gzipSync(tar, { level: 9 }));
  return path;
}
