import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiDocument, operationId } from '../../scripts/api-document';
import { required } from '../../scripts/conformance/required';
import { screens } from '../../scripts/conformance/screens';
import { contract } from '../../src/contract';
import type { Fetch } from '../../src/datalogger/api/http/http';
import { startDatalogger, type TestDatalogger, testPassword } from '../support/datalogger';
import { onlyRequired } from '../support/minimal-datalogger';
import { startOtherDatalogger } from '../support/other-datalogger';

const program = fileURLToPath(new URL('../../scripts/conformance.ts', import.meta.url));
const patience = { timeout: 120_000 };

let datalogger: TestDatalogger;
beforeAll(async () => {
  datalogger = await startDatalogger({ historyDays: 1 });
  datalogger.plant.inject({ kind: 'inverter-trip', inverter: 1, cause: 'ground' });
  await datalogger.run(6);
});
afterAll(() => datalogger.close());

/** Runs the kit as a person does, on the datalogger as `wrap` changes it; its lines and how it ended. */
async function check(wrap: (fetch: Fetch) => Fetch, ...options: readonly string[]) {
  const { url } = await datalogger.listen([], wrap(datalogger.fetch));
  return run(url, ...options);
}

async function run(url: string, ...options: readonly string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', program, url, ...options], {
    env: { PATH: process.env.PATH, TOKEN: datalogger.login('admin') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (text: Buffer) => {
    said += text;
  });
  const [code] = await once(child, 'close');
  return { code, said, lines: said.split('\n').filter(line => /^(required|optional) {2}\w/.test(line)) };
}

test('our own datalogger has every endpoint, and each does what the contract says', patience, async () => {
  const accounts = datalogger.config.accounts.count();
  const { code, lines, said } = await check(
    fetch => fetch,
    '--user',
    'admin',
    '--password',
    testPassword,
    '--write',
  );
  expect(lines).toHaveLength(Object.keys(contract).length);
  // The page for Prometheus is there once it is switched on, and has a token of its own; so have displays.
  // Response times are those of a field bus: the simulated plant has none. A profile or a language is there once somebody brings one.
  const absent =
    /missing {4}GET {4}(metriche|schermo\/dati|bus\/(risposte\/:tipo\/:id|profili\/:chiave)|lingue\/:codice(\/:parte)?)$/;
  const others = lines.filter(line => !absent.test(line));
  expect(others.filter(line => !/^\w+ {2}(ok|unchecked) /.test(line))).toEqual([]);
  expect(lines.filter(line => line.startsWith('required  unchecked'))).toEqual([]);
  expect(code, said).toBe(0);
  expect(datalogger.config.accounts.count()).toBe(accounts);
});

test('reading changes nothing', patience, async () => {
  const newest = () => datalogger.config.audit.newest(1);
  const before = newest();
  const { code } = await check(fetch => fetch);
  expect(code).toBe(0);
  expect(newest()).toEqual(before);
});

test(
  'a datalogger with the calls of the specification alone learns what else there is, and passes',
  patience,
  async () => {
    const { code, lines } = await check(onlyRequired);
    expect(lines.filter(line => line.startsWith('required') && !/^required {2}ok /.test(line))).toEqual([]);
    expect(lines.filter(line => line.startsWith('optional  missing'))).toHaveLength(
      Object.keys(contract).length - required.size,
    );
    expect(code).toBe(0);
  },
);

test('what is wrong is named, and fails where the console needs it', patience, async () => {
  const { code, lines } = await check(fetch => async (request, peer) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/api/account') return Response.json([]);
    if (pathname !== '/api/dati_impianto/energia_oggi') return fetch(request, peer);
    return Response.json({ valore: '7', unita: 'kWh', t: 0 }, { headers: { ETag: '"1"' } });
  });
  const line = (path: string) => lines.find(each => each.includes(` ${path} `));
  expect(line('account')).toMatch(/wrong .*without a token: 200 instead of 401/);
  expect(line('dati_impianto/energia_oggi')).toMatch(/wrong .*valore: .*; 200 instead of 304/);
  expect(code).toBe(1);
});

test(
  'a datalogger of another maker passes, writes included, and the report names the shortest way to each screen',
  patience,
  async () => {
    const other = await startOtherDatalogger();
    try {
      const { code, said } = await run(other.url, '--user', 'admin', '--password', testPassword, '--write');
      expect(code, said).toBe(0);
      const line = (text: string) => said.split('\n').findIndex(each => each.trim().startsWith(text));
      expect(line('Whole (1)')).toBeGreaterThan(0);
      expect(line('/config/impianto')).toBeGreaterThan(line('Whole'));
      expect(line('In part')).toBeGreaterThan(line('/config/impianto'));
      expect(line('Not yet')).toBeGreaterThan(line('/impianto/inverters'));
      // Two calls open the rules of alarms; a kind of devices is whole with nine.
      expect(line('/config/allarmi')).toBeGreaterThan(line('Not yet'));
      expect(line('/config/inverters')).toBeGreaterThan(line('/config/allarmi'));
      expect(said).toMatch(/PUT config\/allarmi\/:codice +PUT_config_allarmi_codice/);
    } finally {
      await other.stop();
    }
  },
);

test('the names of the report are those of the document', () => {
  const text = JSON.stringify(apiDocument('0'));
  const calls = Object.values(screens).flatMap(({ core, more }) => [...core, ...more]);
  expect(calls.filter(key => !text.includes(`"operationId":"${operationId(key)}"`))).toEqual([]);
});
