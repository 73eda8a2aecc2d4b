import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { askRelease, type KeptRelease, releasePassword } from '../../support/kept-release';
import { type RunningProgram, runProgram } from '../../support/program';

/** A data folder of every release from 0.1.0 on, and what that release said of it. */
const kept = new URL('../../data-folders/', import.meta.url).pathname;

let work: string;
let program: RunningProgram | undefined;
beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), 'release-'));
});
afterEach(() => {
  program?.child.kill('SIGKILL');
  rmSync(work, { recursive: true });
});

/** Records have one of these; more of them, as of a longer catalogue, and more fields are no loss. */
const nameOf = ({ id, codice }: { readonly id?: number; readonly codice?: string }) => id ?? codice;

/** Settings that did nothing, and that newer releases do not have. */
const dropped: Readonly<Record<string, readonly string[]>> = {
  'config/inverters': ['contatore', 'stringhe', 'vn'],
  'config/box-stringhe': ['isc', 'imp', 'voc', 'vmp', 'gamma', 'beta', 'alfa', 'mppt'],
  'config/contatori': ['bit_contatore'],
  'config/digital-signals': ['testo_attivo', 'testo_riposo'],
  'config/trackers': ['azimut_asse', 'inclinazione_asse'],
};

function expectStill(path: string, now: unknown, then: unknown): void {
  if (!Array.isArray(then) || !Array.isArray(now)) {
    expect(now, path).toMatchObject(Object(then));
    return;
  }
  for (const record of then) {
    const found = now.find(each => nameOf(each) === nameOf(record));
    // A rule of the alarms that nobody has changed is as the newer release delivers it.
    const isAsDelivered = path === 'config/allarmi' && record.versione === 1;
    const { codice, abilitato, versione } = record;
    const own = Object.entries(record).filter(([field]) => !dropped[path]?.includes(field));
    const kept = isAsDelivered ? { codice, abilitato, versione } : Object.fromEntries(own);
    expect(found, `${path} ${nameOf(record)}`).toMatchObject(kept);
  }
}

async function logIn(url: string, user: string): Promise<number> {
  const reply = await fetch(`${url}api/auth/authenticate`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ user, password: releasePassword }),
  });
  return reply.status;
}

test.each(readdirSync(kept))(
  'the data folder of release %s is taken over: accounts, configuration, alarms and history are all there',
  async version => {
    const release: KeptRelease = JSON.parse(readFileSync(join(kept, version, 'answers.json'), 'utf8'));
    const paths = Object.keys(release.answers);
    expect(release.version).toBe(version);
    expect(paths.length).toBeGreaterThan(20);
    execFileSync('tar', ['-xzf', join(kept, version, 'data.tar.gz'), '-C', work]);
    // The second start finds what the first has brought to its own version.
    for (const _ of ['first', 'second']) {
      program = await runProgram(join(work, 'data'), { PLANT_CLOCK: release.clock });
      for (const user of release.users) expect(await logIn(program.url, user), user).toBe(200);
      const answers = await askRelease(program, paths);
      for (const path of paths) expectStill(path, answers[path], release.answers[path]);
      expect(program.errors()).toBe('');
      program.child.kill('SIGTERM');
      expect((await program.ended).code).toBe(0);
    }
    expect(readdirSync(join(work, 'data')).filter(name => name.includes('damaged'))).toEqual([]);
  },
);
