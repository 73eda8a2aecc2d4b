import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { tableName } from '../../src/datalogger/api/languages/word-table';
import type { Architecture } from './architectures';
import { machineOf } from './elf';
import { filesBelow, setTimes } from './files';
import { licences, runtimePackages } from './packages';
import { policyFiles, withPagePolicy } from './page-policy';
import type { Release } from './release';
import { billOfMaterials } from './sbom';

/**
 * Writes all files for a datalogger: console, datalogger with its packages, box service, deploy, documents and checksums. `natives` are the native
 * parts for the architecture, by their paths in the tree.
 */
export function releaseTree(
  tree: string,
  release: Release,
  architecture: Architecture,
  natives: Readonly<Record<string, string>>,
): void {
  mkdirSync(tree, { recursive: true });
  cpSync('dist/console', join(tree, 'dist/console'), { recursive: true });
  cpSync(`dist/${tableName}`, join(tree, `dist/${tableName}`));
  cpSync('dist/datalogger', join(tree, 'dist/datalogger'), { recursive: true });
  cpSync('dist/box-service', join(tree, 'dist/box-service'), { recursive: true });
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
  for (const [path, file] of Object.entries(natives)) cpSync(file, join(tree, path));
  for (const name of filesBelow(tree).filter(each => each.endsWith('.node'))) {
    if (machineOf(join(tree, name)) !== architecture.machine)
      throw new Error(`${name} is not for ${architecture.debian}`);
  }
  writeFileSync(join(tree, 'package.json'), manifest(release, architecture));
  writeFileSync(join(tree, 'VERSION'), `${release.version}\n`);
  writeFileSync(join(tree, 'LICENCES.txt'), licences());
  writeFileSync(join(tree, 'sbom.json'), billOfMaterials(release));
  writeFileSync(join(tree, 'SHA256SUMS'), checksums(tree));
  setTimes(tree, release.timeS);
}

/** The part of package.json that Node and the datalogger read, and the processor and the Node for which the native parts are. */
function manifest({ version }: Release, { node }: Architecture): string {
  const engines = { node: `${process.versions.node.split('.')[0]}.x` };
  const content = {
    name: 'meridiana',
    version,
    private: true,
    type: 'module',
    os: ['linux'],
    cpu: [node],
    engines,
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** The text of `SHA256SUMS`: every file below `tree` but that one. */
export function checksums(tree: string): string {
  return filesBelow(tree)
    .filter(name => name !== 'SHA256SUMS')
    .map(
      name =>
        `${createHash('sha256')
          .update(readFileSync(join(tree, name)))
          .digest('hex')}  ${name}\n`,
    )
    .join('');
}
