import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { commands } from '../../src/datalogger/commands';
import { openConfigDatabase } from '../../src/datalogger/storage/config/config-database';
import { ofProgram, startProgram, withoutPast } from '../support/program';

const deploy = new URL('../../deploy/', import.meta.url).pathname;
const maintainer = new URL('../../scripts/pack/maintainer/', import.meta.url).pathname;
/** A stored secret of a service, which no command may say. */
const secret = 's3greta-di-prova';

let data: string;
beforeEach(() => {
  data = join(mkdtempSync(join(tmpdir(), 'commands-')), 'data');
  withoutPast(data);
  const config = openConfigDatabase(join(data, 'config.db'));
  const account = { nome: 'G. Conti', user: 'operatore', user_key: 'operatore', livello: '1' as const };
  config.accounts.add({
    ...account,
    comandi: false,
    sospeso: false,
    email: '',
    lingua: null,
    password_hash: 'hash-di-prova',
  });
  const { mail } = config.services;
  mail.write(mail.read().value, secret);
  config.close();
});
afterEach(() => rmSync(join(data, '..'), { recursive: true, force: true }));

/** What asks for the password everywhere else, every secret, and who receives it. */
function guarded(): string {
  const config = openConfigDatabase(join(data, 'config.db'));
  const { accounts, busCommands, plantConfig, services, feeds } = config;
  const state = JSON.stringify([
    accounts.all().map(account => [account, accounts.passwordHash(account.id)]),
    busCommands.read(),
    plantConfig.read(),
    Object.values(services).map(service => service.read()),
    Object.values(feeds).map(feed => feed.read()),
  ]);
  config.close();
  return state;
}

function auditActions(): readonly string[] {
  const config = openConfigDatabase(join(data, 'config.db'));
  const actions = config.audit.newest(100).map(({ action }) => action);
  config.close();
  return actions;
}

const argumentOf = (by: string) => (by === 'person' ? 'operatore' : String(Math.floor(Date.now() / 1000)));

test.each(Object.entries(commands))(
  'the command %s says no secret, changes nothing that the password guards, and leaves its row',
  async (name, { by, action }) => {
    const before = guarded();
    const program = startProgram({ DATA_DIR: data }, [...ofProgram, name, argumentOf(by)]);
    // The past of a year takes minutes: once it is being written, it has done all that it does to other files.
    if (name === 'past') await program.said(/(\d)/).finally(() => program.child.kill('SIGKILL'));
    const { out, err, code } = await program.ended;
    if (name !== 'past') expect([code, err]).toEqual([0, '']);
    expect(out + err).not.toContain(secret);
    expect(out + err).not.toContain('hash-di-prova');
    expect(guarded()).toBe(before);
    expect(auditActions()).toEqual(action === null ? [] : [action]);
  },
  120_000,
);

test.each([
  ['a name of every object', ['constructor', 'x']],
  ['no argument', ['code']],
  ['two arguments', ['code', 'operatore', 'admin']],
  ['an account that is not there', ['code', 'nessuno']],
  ['a time that is none', ['recent', '1e9']],
])('%s is refused in one line and changes nothing', async (_, given) => {
  const before = guarded();
  const { code, out, err } = await startProgram({ DATA_DIR: data }, [...ofProgram, ...given]).ended;
  expect([code, out, err.trimEnd().split('\n').length]).toEqual([1, '', 1]);
  expect(guarded()).toBe(before);
  expect(auditActions()).toEqual([]);
});

test('every script of the package is known, and calls no command but those of the list for people', () => {
  const scripts = [
    ...readdirSync(deploy).map(name => join(deploy, name)),
    ...readdirSync(maintainer).map(name => join(maintainer, name)),
  ].filter(path => statSync(path).isFile() && readFileSync(path, 'utf8').startsWith('#!'));
  expect(scripts.map(path => path.split('/').at(-1)).sort()).toEqual([
    'install.sh',
    'meridiana-code',
    'postinst',
    'postrm',
    'preinst',
    'prerm',
    'self-signed.sh',
  ]);
  for (const path of scripts) {
    const text = readFileSync(path, 'utf8');
    const called = [...text.matchAll(/datalogger\/main\.js +(\w+)/g)].map(([, name = '']) => name);
    for (const name of called) expect(commands[name]?.by, `${path}: ${name}`).toBe('person');
    // Who is not root reads no data folder of somebody else; the script says so before it tries.
    if (called.length > 0) expect(text).toMatch(/id -u/);
    expect(text, path).not.toMatch(/\bsqlite3 |config\.db|signing/);
  }
});
