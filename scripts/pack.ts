/**
 * Makes the installation files for a datalogger from a fresh build of the commit, so that nobody ships a working copy: one archive and
 * one Debian package for each architecture, and one archive of the console's source maps. The same commit gives the same bytes; another commit gives other file times, by which web
 * servers distinguish releases. Prints the sizes, and on stderr what is left out because its compiler is missing.
 * `npm run pack [folder] [architecture...]`, by default `dist/release` and amd64, arm64 and armhf.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Architecture, architecturesOf } from './pack/architectures';
import { archive } from './pack/archive';
import { debianPackage } from './pack/debian';
import { nativeDependencies, nativeFiles, whyLeftOut } from './pack/native-modules';
import { currentRelease } from './pack/release';
import { releaseTree } from './pack/tree';
import { run } from './run';

const [name = 'dist/release', ...names] = process.argv.slice(2);
const folder = resolve(name);
const wanted = architecturesOf(names);
const release = currentRelease();
if (release.isDirty)
  console.error('warning: there are changes that are not committed; they are packed as well');
const leftOut = wanted.map(each => whyLeftOut(each)).filter(reason => reason !== null);
// What was asked for by name must be there; otherwise what can be made is made.
if (leftOut.length > 0) console.error(leftOut.join('\n'));
if (names.length > 0 && leftOut.length > 0) process.exit(1);

// Overrides NODE_ENV of the environment: a development build would contain paths of the machine.
run('npm', ['run', '-s', 'build'], { NODE_ENV: 'production' });
const work = mkdtempSync(join(tmpdir(), 'meridiana-pack-'));
try {
  mkdirSync(folder, { recursive: true });
  const possible = wanted.filter(each => whyLeftOut(each) === null);
  const maps = join(work, `meridiana-${release.version}-maps`);
  cpSync('dist/maps', maps, { recursive: true });
  const made = [...(await Promise.all(possible.map(pack))).flat(), archive(maps, folder, release)];
  for (const path of made) {
    if (path) console.log(`${String(statSync(path).size).padStart(9)}  ${path}`);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** Archive and Debian package for an architecture; null instead of what cannot be made. */
async function pack(architecture: Architecture): Promise<readonly (string | null)[]> {
  const own = join(work, architecture.debian);
  const natives = await nativeFiles(join(own, 'native'), architecture);
  const tree = join(own, `meridiana-${release.version}-${architecture.debian}`);
  releaseTree(tree, release, architecture, natives);
  const target = { architecture: architecture.debian, depends: nativeDependencies(natives) };
  return [archive(tree, folder, release), debianPackage(tree, own, folder, release, target)];
}
