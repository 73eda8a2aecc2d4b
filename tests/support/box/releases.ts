import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownArchitecture } from '../../../scripts/pack/architectures';
import { archive } from '../../../scripts/pack/archive';
import { debianPackage } from '../../../scripts/pack/debian';
import { nativeDependencies, nativeFiles } from '../../../scripts/pack/native-modules';
import { currentRelease } from '../../../scripts/pack/release';
import { checksums, releaseTree } from '../../../scripts/pack/tree';

/** What `npm run pack` makes of one version: paths on the host. */
export interface PackedRelease {
  readonly version: string;
  readonly deb: string;
  readonly archive: string;
  /** Folder of the unpacked archive. */
  readonly tree: string;
}

/** Packs the built console and datalogger, as `npm run pack` does, with a version of its own. Files of another version differ in one page. */
export async function packRelease(
  folder: string,
  version: string,
  architecture = ownArchitecture(),
): Promise<PackedRelease> {
  if (!existsSync('dist/console/index.html') || !existsSync('dist/datalogger/main.js')) {
    throw new Error('npm run build comes first: there is nothing to pack');
  }
  const work = join(folder, version);
  if (!architecture) throw new Error(`no packages are made for ${process.arch}`);
  const tree = join(work, `meridiana-${version}-${architecture.debian}`);
  mkdirSync(work, { recursive: true });
  const release = { ...currentRelease(), version };
  const natives = await nativeFiles(join(work, 'native'), architecture);
  releaseTree(tree, release, architecture, natives);
  appendFileSync(join(tree, 'README.md'), `\nPacked as ${version}.\n`);
  writeFileSync(join(tree, 'SHA256SUMS'), checksums(tree));
  const target = { architecture: architecture.debian, depends: nativeDependencies(natives) };
  const deb = debianPackage(tree, work, work, release, target);
  if (!deb) throw new Error('no Debian package was made');
  return { version, deb, archive: archive(tree, work, release), tree };
}

/**
 * A package as an earlier release made it: the scripts, unit and settings kept in `kept`, around the program of `now`. Returns its path.
 */
export function packKept(folder: string, kept: string, now: PackedRelease, version: string): string {
  const root = join(folder, `kept-${version}`);
  rmSync(root, { recursive: true, force: true });
  cpSync(kept, root, { recursive: true });
  cpSync(now.tree, join(root, 'opt/meridiana/current'), { recursive: true });
  writeFileSync(join(root, 'opt/meridiana/current/VERSION'), `${version}\n`);
  const deb = join(folder, `meridiana_${version}.deb`);
  execFileSync('chmod', ['-R', 'a+rX', root]);
  execFileSync('dpkg-deb', ['--root-owner-group', '-Znone', '--build', root, deb]);
  return deb;
}
