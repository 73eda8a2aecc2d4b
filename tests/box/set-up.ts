import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type PackedRelease, packRelease } from '../support/box/releases';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Two releases of one program. The hash of the older one is the higher: only the count of commits decides. */
    older: PackedRelease;
    newer: PackedRelease;
  }
}

function run(command: string, ...args: readonly string[]): void {
  execFileSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production', DEBIAN_FRONTEND: 'noninteractive' },
  });
}

/** On an emulated machine, whose host has made everything (`npm run test:kernel`). */
function provideRelease(project: TestProject, packed: PackedRelease): () => void {
  project.provide('older', packed);
  project.provide('newer', packed);
  return () => undefined;
}

/** Installs what makes and boots a Debian, where it is missing; builds unless `npm test` just did; packs two releases for all test files. */
export async function setup(project: TestProject): Promise<() => void> {
  if (process.env.PACKED) return provideRelease(project, JSON.parse(process.env.PACKED));
  if (process.getuid?.() !== 0) throw new Error('a box boots only for root: run the tests as root');
  if (!existsSync('/usr/bin/mmdebstrap') || !existsSync('/usr/sbin/ip')) {
    run('apt-get', 'update', '-q');
    run('apt-get', 'install', '-yq', '--no-install-recommends', 'mmdebstrap', 'iproute2');
  }
  if (process.env.CONSOLE_IS_BUILT !== '1') run('npm', 'run', '-s', 'build');
  const work = mkdtempSync(join(tmpdir(), 'meridiana-packages-'));
  project.provide('older', await packRelease(work, '0.2.0+9.gfffffff'));
  project.provide('newer', await packRelease(work, '0.2.0+10.g0000000'));
  return () => rmSync(work, { recursive: true, force: true });
}
