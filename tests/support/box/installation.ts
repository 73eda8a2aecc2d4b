import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { expect } from 'vitest';
import { tokenPrefixLength } from '../../../src/contract/session';
import type { Box } from './boot-box';
import { withinPatience } from './forward';

/** A plant without devices, whose first start writes no history: ready in a second. */
export const fieldSettings = 'DEMO_PASSWORD=none\nHOST=0.0.0.0\nPORT=80\nSOURCE=field\n';

const settingsFile = '/etc/meridiana/meridiana.env';
/** Settings that are on a box before its installation. */
export const withFieldSettings = { [settingsFile]: fieldSettings };

export const administrator = { nome: 'Anna Verdi', user: 'anna', password: 'girasole-42' };
const post = (url: string, path: string, body: object) =>
  fetch(`${url}/api/${path}`, {
    ...withinPatience(),
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Expects that the service runs, serves the console, and has this version. */
export async function expectRunning(box: Box, version: string): Promise<void> {
  expect((await box.run('systemctl is-active meridiana')).out.trim()).toBe('active');
  expect((await box.run('cat /opt/meridiana/current/VERSION')).out.trim()).toBe(version);
  const page = await box.runInLan(`curl -sS -o /dev/null -w '%{http_code}' http://${box.address}/`);
  expect(page.out).toBe('200');
  expect((await box.run('systemctl show -P NRestarts meridiana')).out.trim()).toBe('0');
}

/**
 * Starts the service so often that systemd refuses to start it again, as after repairs in quick succession. The refusal lasts for an
 * hour in the place of ten seconds, so that no installation outlasts it.
 */
export async function exhaustStarts(box: Box): Promise<void> {
  await box.writeFile(
    '/run/systemd/system/meridiana.service.d/starts.conf',
    '[Unit]\nStartLimitIntervalSec=1h\n',
  );
  await box.run('systemctl daemon-reload');
  await box.run('for each in 1 2 3 4 5 6 7; do systemctl restart meridiana || true; done');
  expect((await box.run('systemctl show -P Result meridiana')).out.trim()).toBe('start-limit-hit');
}

/** Registers the administrator over the API, as the first visitor does. */
export async function register(url: string): Promise<void> {
  const reply = await post(url, 'auth/register', { ...administrator, livello: '1' });
  expect(reply.status, await reply.text()).toBeLessThan(300);
}

/** Expects that an account is there after whatever happened to the program. */
export async function expectLogin(
  url: string,
  { user, password }: { user: string; password: string } = administrator,
): Promise<void> {
  const reply = await post(url, 'auth/authenticate', { user, password });
  expect(reply.status, await reply.text()).toBe(200);
}

/** Calls the API as the administrator who was registered. */
export interface ApiClient {
  /** Rejects with the answer where the call is refused. */
  send(method: string, path: string, json?: object): Promise<unknown>;
  get(path: string): Promise<Record<string, unknown>>;
}

/** Logs the administrator in, at any address of the box. */
export async function logIn(url: string): Promise<ApiClient> {
  const { user, password } = administrator;
  const reply = await post(url, 'auth/authenticate', { user, password });
  const token = (await reply.text()).slice(tokenPrefixLength);
  const send = async (method: string, path: string, json?: object) => {
    const headers = {
      Authorization: `Bearer ${token}`,
      ...(json && { 'Content-Type': 'application/json' }),
      ...(method === 'PUT' || method === 'PATCH' ? { 'If-Match': '*' } : {}),
    };
    const answer = await fetch(`${url}/api/${path}`, {
      ...withinPatience(),
      method,
      headers,
      ...(json && { body: JSON.stringify(json) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === '' ? null : JSON.parse(text);
  };
  return { send, get: async path => v.parse(v.record(v.string(), v.unknown()), await send('GET', path)) };
}

/** Copies a file into the box, into /root. Returns its path there. */
export async function bring(box: Box, file: string): Promise<string> {
  const path = `/root/${file.split('/').at(-1)}`;
  await box.writeFile(path, readFileSync(file));
  return path;
}

/** Installs a package with apt, which needs no network for it. `before` sets variables of the environment. */
export async function installPackage(box: Box, deb: string, options = '', before = '') {
  const path = await bring(box, deb);
  return box.run(`${before} apt-get install -y ${options} ${path} 2>&1`, { mayFail: true });
}

/** Unpacks a release archive and runs its installer. */
export async function installArchive(box: Box, archive: string, before = '', options = '') {
  const path = await bring(box, archive);
  const tree = path.replace('.tar.gz', '');
  await box.run(`cd /root && rm -rf ${tree} && tar -xzf ${path}`);
  return box.run(`${before} ${tree}/deploy/install.sh ${options} 2>&1`, { mayFail: true });
}

/** The wall-clock minute after this one, of the plant in Rome. */
export function nextMinute(): { data: string; ora: string } {
  const at = new Date(Date.now() + 60_000);
  const text = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/Rome',
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(at);
  const [data = '', ora = ''] = text.split(' ');
  return { data, ora };
}
