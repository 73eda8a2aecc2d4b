import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The release: the commit that is checked out. */
export interface Release {
  /** Version of package.json with the commit: `0.1.0+1a2b3c4`. */
  readonly version: string;
  /** Time of the commit in s, which is the time of every file of the release. */
  readonly timeS: number;
  readonly commit: string;
  /** Whether the working copy differs from the commit. */
  readonly isDirty: boolean;
}

const git = (...args: readonly string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();

export function currentRelease(): Release {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const commit = git('rev-parse', 'HEAD');
  return {
    version: `${version}+${commit.slice(0, 7)}`,
    timeS: Number(git('log', '-1', '--format=%ct')),
    commit,
    isDirty: git('status', '--porcelain') !== '',
  };
}
