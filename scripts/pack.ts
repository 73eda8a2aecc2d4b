/**
 * Makes the installation files for a datalogger from a fresh build of the commit, so that nobody ships a working copy: one archive and
 * one Debian package. The same commit gives the same bytes; another commit gives other file times, by which web servers distinguish
 * releases. Prints the sizes. `npm run pack [folder]`, by default `dist/release`.
 */
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { archive } from './pack/archive';
import { debianPackage } from './pack/debian';
import { currentRelease } from './pack/release';
import { releaseTree } from './pack/tree';
import { run } from './run';

const folder = resolve(process.argv[2] ?? 'dist/release');
const release = currentRelease();
if (release.isDirty)
  console.error('warning: there are changes that are not committed; they are packed as well');

// Overrides NODE_ENV of the environment: a development build would contain paths of the machine.
run('npm', ['run', '-s', 'build'], { NODE_ENV: 'production' });
const work = mkdtempSync(join(tmpdir(), 'meridiana-pack-'));
try {
  mkdirSync(folder, { recursive: true });
  const tree = join(work, `meridiana-${release.version}`);
  releaseTree(tree, release);
  for (const made of [archive(tree, folder, release), debianPackage(tree, work, folder, release)]) {
    if (made) console.log(`${String(statSync(made).size).padStart(9)}  ${made}`);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
