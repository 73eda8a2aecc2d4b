import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Log, silentLog } from '../../../../src/datalogger/core/log';
import { SteadyClock } from '../../../../src/datalogger/core/time/steady-clock';
import { Undelivered } from '../../../../src/datalogger/integrations/delivery/undelivered';
import { DynDns } from '../../../../src/datalogger/integrations/dyn-dns/dyn-dns';
import { createGuard } from '../../../../src/datalogger/integrations/outgoing/guard';
import type { PlantRecord } from '../../../../src/datalogger/storage/config/plant-config';
import { openJobsDatabase } from '../../../../src/datalogger/storage/jobs/jobs-database';
import { type TestClock, testClock } from '../../../support/clock';
import { localGuard } from '../../../support/local-guard';
import { noneCounted } from '../../../support/undelivered';

let server: Server;
let origin: string;
/** What the service sees and says. */
let address: string;
let reply: { status: number; body: string; location?: string };
let updates: IncomingMessage[];
let checks: number;
let clock: TestClock;
let answers: string[];
let plant: Pick<PlantRecord, 'dynDns' | 'dynDnsPassword'>;
let client: DynDns;
let jobs: ReturnType<typeof openJobsDatabase>;

beforeEach(async () => {
  [address, reply, updates, checks, answers] = ['93.184.216.34', { status: 200, body: 'good' }, [], 0, []];
  server = createServer((request, response) => {
    if (request.url?.startsWith('/check')) {
      checks++;
      response.end(`<html>Current IP Address: ${address}</html>`);
      return;
    }
    updates.push(request);
    response.writeHead(reply.status, reply.location ? { Location: reply.location } : {}).end(reply.body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('no port');
  origin = `http://127.0.0.1:${bound.port}`;
  clock = testClock('2026-06-10T12:00:00Z');
  jobs = openJobsDatabase(':memory:');
  plant = {
    dynDns: {
      abilitato: true,
      provider: 'dyndns2',
      hostname: 'masseria.example.net',
      utente: 'u',
      intervallo: 60,
    },
    dynDnsPassword: 's3greta',
  };
  client = newClient();
});
afterEach(() => {
  client.close();
  jobs.close();
  server.close();
});

function newClient(
  guard = localGuard,
  log: Log = silentLog,
  undelivered: Pick<Undelivered, 'failed' | 'delivered'> = noneCounted,
): DynDns {
  const own = { check: `${origin}/check`, update: `${origin}/nic/update` };
  return new DynDns({
    plant: () => plant,
    notes: jobs.notes,
    guard,
    clock,
    onAnswer: code => answers.push(code),
    undelivered,
    log,
    providers: { dyndns2: own, noip: own, custom: { ...own, update: null } },
  });
}

async function cycle(afterMinutes = 0): Promise<void> {
  clock.advance(afterMinutes * 60_000);
  client.cycle();
  await client.settled();
}

describe('a dynamic name', () => {
  test('is updated once, then only when the address changes', async () => {
    await cycle();
    const [first] = updates;
    expect(first?.url).toBe('/nic/update?hostname=masseria.example.net&myip=93.184.216.34');
    expect(first?.headers.authorization).toBe(`Basic ${Buffer.from('u:s3greta').toString('base64')}`);
    expect(first?.headers['user-agent']).toBe('Meridiana datalogger');
    for (let hour = 0; hour < 5; hour++) await cycle(60);
    expect([checks, updates.length]).toEqual([6, 1]);
    address = '93.184.216.35';
    await cycle(30);
    expect([checks, updates.length]).toEqual([6, 1]);
    await cycle(30);
    expect(updates[1]?.url).toContain('myip=93.184.216.35');
  });

  test('is updated again after 25 days, also when it has not changed, and not by a restart', async () => {
    await cycle();
    client.close();
    client = newClient();
    await cycle(60);
    expect(updates).toHaveLength(1);
    await cycle(25 * 24 * 60);
    reply.body = 'nochg 93.184.216.34';
    await cycle(60);
    expect([updates.length, answers]).toEqual([2, ['good', 'good']]);
  });

  test('a clock that is set back by days delays no check', async () => {
    await cycle();
    clock.set(clock.now() - 2 * 24 * 3_600_000);
    await cycle();
    expect(checks).toBe(2);
  });

  test.each(['badauth', 'notfqdn', 'nohost', 'abuse', 'badagent'])(
    '%s stops it until the settings change',
    async code => {
      reply.body = code;
      await cycle();
      for (let day = 0; day < 3; day++) await cycle(24 * 60);
      expect([updates.length, answers]).toEqual([1, [code]]);
      reply.body = 'good';
      plant = { ...plant, dynDnsPassword: 'another' };
      await cycle();
      expect(answers).toEqual([code, 'good']);
    },
  );

  test.each([
    ['911', 200],
    ['dnserr', 200],
    ['<html>down</html>', 503],
    ['whatever', 200],
  ])('%s backs off, longer each time', async (body, status) => {
    reply = { status, body };
    await cycle();
    const gaps: number[] = [];
    let since = 0;
    for (let quarter = 0; quarter < 4 * 24 && gaps.length < 3; quarter++) {
      const before = updates.length;
      await cycle(15);
      since += 15;
      if (updates.length === before) continue;
      gaps.push(since);
      since = 0;
    }
    expect(gaps).toEqual([60, 60, 120]);
  });

  test('that is refused for good is named, and alarmed until it is taken', async () => {
    const undelivered = new Undelivered({
      notes: jobs.notes,
      deviceClock: new SteadyClock(clock),
      serviceNow: () => ({ isOn: true, version: 1 }),
    });
    client.close();
    client = newClient(localGuard, silentLog, undelivered);
    reply.body = 'nohost';
    await cycle();
    expect(undelivered.state().dyn_dns).toMatchObject([
      { motivo: 'rifiutato', gruppo: 'masseria.example.net', righe: 1 },
    ]);
    expect(undelivered.hasFailed).toBe(false);
    await cycle(26 * 60);
    expect(undelivered.hasFailed).toBe(true);
    reply.body = 'good';
    plant = { ...plant, dynDnsPassword: 'another' };
    await cycle();
    expect([undelivered.hasFailed, undelivered.state().dyn_dns]).toEqual([false, []]);
  });

  test('D05: a redirect is not followed', async () => {
    reply = { status: 302, body: '', location: `${origin}/check` };
    const before = checks;
    await cycle();
    expect([updates.length, checks - before, answers]).toEqual([1, 1, ['911']]);
  });

  test('D01: an address of this device is not asked', async () => {
    client.close();
    client = newClient(createGuard());
    await cycle();
    expect([updates.length, checks]).toEqual([0, 0]);
  });

  test('a provider of one’s own gets name and address where its address says', async () => {
    const url = `${origin}/set?name=%h&to=%i&x=1`;
    plant = {
      ...plant,
      dynDns: { abilitato: true, provider: 'custom', url, hostname: 'a.example.net', intervallo: 10 },
    };
    await cycle();
    expect(updates[0]?.url).toBe('/set?name=a.example.net&to=93.184.216.34&x=1');
    expect(updates[0]?.headers.authorization).toBeUndefined();
  });

  test('does nothing while it is off', async () => {
    plant = { dynDns: { abilitato: false, provider: 'noip', intervallo: 60 }, dynDnsPassword: null };
    await cycle();
    expect(checks).toBe(0);
  });
});
