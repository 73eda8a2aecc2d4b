import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { filesBelow, setTimes } from './files';
import { licences, runtimePackages } from './packages';
import { policyFiles, withPagePolicy } from './page-policy';
import type { Release } from './release';
import { billOfMaterials } from './sbom';

/** Writes all files for a datalogger: console, datalogger with its packages, deploy, documents and checksums. */
export function releaseTree(tree: string, release: Release): void {
  mkdirSync(tree, { recursive: true });
  cpSync('dist/console', join(tree, 'dist/console'), { recursive: true });
  cpSync('dist/datalogger', join(tree, 'dist/datalogger'), { recursive: true });
  cpSync('deploy', join(tree, 'deploy'), { recursive: true });
  for (const file of policyFiles) {
    const configuration = readFileSync(join('deploy', file), 'utf8');
    writeFileSync(join(tree, 'deploy', file), withPagePolicy(configuration, 'dist/console'));
  }
  for (const paper of ['README.md', 'LICENSE', '.github/SECURITY.md']) {
    cpSync(paper, join(tree, basename(paper)));
  }
  const packages = runtimePackages();
  for (const { folder, files } of packages) {
    for (const file of files) cpSync(join(folder, file), join(tree, folder, file));
  }
  // The debugging symbols of the native part contain paths of the build machine.
  execFileSync('strip', [
    '--strip-all',
    join(tree, 'node_modules/better-sqlite3/build/Release/better_sqlite3.node'),
  ]);
  writeFileSync(join(tree, 'package.json'), manifest(release));
  writeFileSync(join(tree, 'VERSION'), `${release.version}\n`);
  writeFileSync(join(tree, 'LICENCES.txt'), licences());
  writeFileSync(join(tree, 'sbom.json'), billOfMaterials(release));
  writeFileSync(join(tree, 'SHA256SUMS'), checksums(tree));
  setTimes(tree, release.timeS);
}

/** The part of package.json that Node and the datalogger read. */
const manifest = ({ version }: Release) =>
  `${JSON.stringify({ name: 'meridiana', version, private: true, type: 'module' }, null, 2)}\n`;

function checksums(tree: string): string {
  return filesBelow(tree)
    .map(
      name =>
        `${createHash('sha256')
          .update(readFileSync(join(tree, name)))
          .digest('hex')}  ${name}\n`,
    )
    .join('');
}
