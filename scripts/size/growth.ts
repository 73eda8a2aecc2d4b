import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { Build } from './figures';

/** A path in a source map, from the root of the repository. */
const sourceOf = (path: string) =>
  path.replace(/^.*?((?:src|scripts|node_modules)\/)/, '$1').replace(/^\0/, '');

/** Minified bytes of a script by source. */
function bytesBySource(code: string, map: SourceMap): ReadonlyMap<string, number> {
  const bytes = new Map<string, number>();
  for (const [row, line] of code.split('\n').entries()) {
    for (let column = 0; column < line.length; column++) {
      const entry = map.findEntry(row, column);
      const isKnown = 'originalSource' in entry && typeof entry.originalSource === 'string';
      const source = isKnown ? sourceOf(entry.originalSource) : 'bundler';
      bytes.set(source, (bytes.get(source) ?? 0) + 1);
    }
  }
  return bytes;
}

/** The file without the mark in its name, which differs in every build. */
const plain = (file: string) => file.replace(/^assets\//, '').replace(/-[\w-]{8}\.(js|css)$/, '.$1');

const hasMaps = ({ folder }: Build) => existsSync(join(folder, '../maps'));

/** Bytes of files before compression by `file, source`, or by file where there are no source maps. */
function partsOf(build: Build, files: readonly string[], isBySource: boolean): ReadonlyMap<string, number> {
  const parts = new Map<string, number>();
  for (const file of files) {
    const content = readFileSync(join(build.folder, file), 'utf8');
    const map = join(build.folder, '../maps', `${basename(file)}.map`);
    if (!isBySource || !existsSync(map)) parts.set(plain(file), Buffer.byteLength(content));
    else
      for (const [source, bytes] of bytesBySource(
        content,
        new SourceMap(JSON.parse(readFileSync(map, 'utf8'))),
      ))
        parts.set(`${plain(file)}, ${source}`, bytes);
  }
  return parts;
}

/** The lines of what has grown most between two builds, in bytes before compression. */
export function growth(before: Build, now: Build, name: string, most = 8): readonly string[] {
  const filesOf = (build: Build) => build.figures().find(figure => figure.name === name)?.files ?? [];
  const isBySource = hasMaps(before) && hasMaps(now);
  const [old, fresh] = [before, now].map(build => partsOf(build, filesOf(build), isBySource));
  if (!old || !fresh) return [];
  return [...new Set([...old.keys(), ...fresh.keys()])]
    .map(part => [part, (fresh.get(part) ?? 0) - (old.get(part) ?? 0)] as const)
    .filter(([, more]) => more !== 0)
    .sort(([, one], [, other]) => other - one)
    .slice(0, most)
    .map(([part, more]) => `${(more > 0 ? `+${more}` : String(more)).padStart(8)}  ${part}`);
}

const git = (...args: readonly string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();

/** The commit that a change is compared with: where it left main, or the one before it on main itself. */
function baseCommit(): string {
  const main = ['origin/main', 'main'].find(ref => {
    try {
      return git('rev-parse', '--verify', '--quiet', ref) !== '';
    } catch {
      return false;
    }
  });
  if (main === undefined) throw new Error('there is no main to compare with');
  const base = git('merge-base', 'HEAD', main);
  const isOnMain = base === git('rev-parse', 'HEAD') && git('status', '--porcelain') === '';
  return isOnMain ? git('rev-parse', 'HEAD~1') : base;
}

/** Builds the commit in a folder of its own, which `use` can read. */
export function withBaseBuild<T>(use: (build: Build, commit: string) => T): T {
  const commit = baseCommit();
  const folder = mkdtempSync(join(tmpdir(), 'meridiana-size-'));
  const tree = join(folder, 'tree');
  try {
    git('worktree', 'add', '--detach', '--quiet', tree, commit);
    symlinkSync(resolve('node_modules'), join(tree, 'node_modules'));
    execFileSync('npx', ['vite', 'build', '--mode', 'measure', '--logLevel', 'error'], { cwd: tree });
    return use(new Build(join(tree, 'dist/console')), git('rev-parse', '--short', commit));
  } finally {
    rmSync(folder, { recursive: true, force: true });
    git('worktree', 'prune');
  }
}
