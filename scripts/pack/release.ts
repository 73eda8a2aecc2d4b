import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The release: the commit that is checked out. */
export interface Release {
  /** Version of package.json, number of commits up to this one, and the commit: `0.2.0+819.g1a2b3c4`. A later commit is a higher version. */
  readonly version: string;
  /** Time of the commit in s, which is the time of every file of the release. */
  readonly timeS: number;
  readonly commit: string;
  /** Whether the working copy differs from the commit. */
  readonly isDirty: boolean;
}

const git = (...args: readonly string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();

/** Throws in a clone without the whole history, in which the commits cannot be counted. */
export function currentRelease(): Release {
  if (git('rev-parse', '--is-shallow-repository') === 'true') {
    throw new Error('a shallow clone cannot count its commits, and so has no version: git fetch --unshallow');
  }
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const commit = git('rev-parse', 'HEAD');
  return {
    version: `${version}+${git('rev-list', '--count', 'HEAD')}.g${commit.slice(0, 7)}`,
    timeS: Number(git('log', '-1', '--format=%ct')),
    commit,
    isDirty: git('status', '--porcelain') !== '',
  };
}
