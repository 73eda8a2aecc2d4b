import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { silentLog } from '../../../../src/datalogger/core/log';
import { DynDns } from '../../../../src/datalogger/integrations/dyn-dns/dyn-dns';
import { KnxBus } from '../../../../src/datalogger/integrations/knx/knx-bus';
import { Mailer } from '../../../../src/datalogger/integrations/mail/mailer';
import { createGuard, type Guard } from '../../../../src/datalogger/integrations/outgoing/guard';
import { FtpFailure, FtpSession } from '../../../../src/datalogger/integrations/sharing/ftp';
import { openConfigDatabase } from '../../../../src/datalogger/storage/config/config-database';
import { openJobsDatabase } from '../../../../src/datalogger/storage/jobs/jobs-database';
import { testClock } from '../../../support/clock';
import { startDatalogger } from '../../../support/datalogger';
import {
  exampleInflux,
  exampleMail,
  exampleMqtt,
  exampleSharing,
  exampleSyslog,
  exampleWebhook,
} from '../../../support/example-services';
import { freePort } from '../../../support/free-port';
import { noneCounted } from '../../../support/undelivered';
import { serviceCalls } from '../../api/routes/services-support';

/*
 * The server of a name may answer with an allowed address first and with a forbidden one after it was checked. Here the name
 * is `trap.example.net`, the allowed address 127.0.0.1 and the forbidden one 127.0.0.2, where something of this device's own listens.
 */
const name = 'trap.example.net';
const [allowed, forbidden] = ['127.0.0.1', '127.0.0.2'];

/** Who was spoken to, over TCP or UDP. */
let reached: string[];
/** Status with which web servers send a client to the forbidden address; null where they answer. */
let redirect: number | null;
let port: number;
const closing: (() => void)[] = [];

beforeEach(async () => {
  reached = [];
  redirect = null;
  port = await freePort();
  for (const host of [allowed, forbidden]) await listen(host);
});
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Speaks enough of FTP, SMTP and HTTP to be taken for a server of each, and of nothing over UDP. */
async function listen(host: string): Promise<void> {
  const sockets = new Set<Socket>();
  const server = createServer(socket => {
    reached.push(host);
    sockets.add(socket);
    socket.on('error', () => undefined);
    const greeting = setTimeout(() => socket.write('220 ready\r\n'), 100);
    socket.once('data', () => clearTimeout(greeting));
    socket.on('data', data => answer(socket, data.toString()));
  }).listen(port, host);
  const bus = createSocket('udp4').on('message', () => reached.push(host));
  bus.bind(port, host);
  closing.push(
    () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
    () => bus.close(),
  );
  await Promise.all([once(server, 'listening'), once(bus, 'listening')]);
}

const replies: Readonly<Record<string, string>> = {
  PASS: '230 in',
  EPSV: '500 no',
  STOR: '150 go on',
  EHLO: '250 ok',
  QUIT: '221 bye',
};

function answer(socket: Socket, text: string): void {
  if (/^(GET|POST) /.test(text)) {
    const to = `Location: http://${forbidden}:${port}/\r\n`;
    const head = redirect === null ? '200 OK\r\n' : `${redirect} Elsewhere\r\n${to}`;
    socket.end(`HTTP/1.1 ${head}Connection: close\r\n\r\n93.184.216.34`);
    return;
  }
  const passive = `227 ok (${allowed.replaceAll('.', ',')},${port >> 8},${port & 255})`;
  for (const line of text.trim().split('\r\n')) {
    const [command = ''] = line.split(' ');
    socket.write(`${command === 'PASV' ? passive : (replies[command] ?? '250 ok')}\r\n`);
  }
}

/** What is sent to other machines, each once, by the settings that name them. */
const paths: Readonly<Record<string, (guard: Guard) => Promise<unknown>>> = {
  async FTP(guard) {
    const settings = { ...exampleSharing, protocollo: 'ftp', host: name, porta: port, attesa: 1 } as const;
    const session = new FtpSession(settings, 'girasole-42', guard);
    const upload = session.open().then(() => session.upload('a.csv', Buffer.from('1;2\r\n')));
    await upload.catch((error: unknown) => expect(error).toBeInstanceOf(FtpFailure));
    session.close();
  },
  async 'e-mail'(guard) {
    const config = openConfigDatabase(':memory:');
    const { password = '', ...settings } = exampleMail;
    const here = { server: name, porta: port, sicurezza: 'nessuna' } as const;
    config.services.mail.write({ ...settings, ...here }, password);
    const letter = { to: 'a@example.net', subject: 'x', text: 'x' };
    await new Mailer(config.services.mail, guard, noneCounted).send(letter);
    config.close();
  },
  async 'dynamic DNS'(guard) {
    const jobs = openJobsDatabase(':memory:');
    const own = { check: `http://${name}:${port}/check`, update: `http://${name}:${port}/update` };
    const dynDns = { abilitato: true, provider: 'noip', hostname: 'a.example.net', intervallo: 60 } as const;
    const client = new DynDns({
      plant: () => ({ dynDns, dynDnsPassword: null }),
      notes: jobs.notes,
      guard,
      clock: testClock('2026-06-10T12:00:00Z'),
      onAnswer: () => undefined,
      undelivered: noneCounted,
      log: silentLog,
      providers: { dyndns2: own, noip: own, custom: own },
    });
    client.cycle();
    await client.settled();
    client.close();
    jobs.close();
  },
  async KNX(guard) {
    const datalogger = await startDatalogger();
    const knx = { abilitato: true, indirizzo: '1.1.20', modalita: 'tunnel', gateway: name } as const;
    const bus = new KnxBus({
      settings: () => ({ ...knx, porta: port, allarme: '1/2/3' }),
      hasAlarm: () => false,
      undelivered: noneCounted,
      guard,
      deviceClock: datalogger.clock,
      log: silentLog,
    });
    bus.cycle(datalogger.plant.snapshot());
    await bus.settled();
    await datalogger.close();
  },
};

/** The trial of a service sends what the service sends. */
const trialOf = (path: string, body: () => object) => async (guard: Guard) => {
  const datalogger = await startDatalogger({ guard });
  const { status } = await serviceCalls(datalogger).post(path, body());
  expect(status, path).toBe(200);
  await datalogger.close();
};

const webPaths: typeof paths = {
  webhook: trialOf('sistema/webhook/prova', () => ({ ...exampleWebhook, url: `http://${name}:${port}/` })),
  InfluxDB: trialOf('condivisione-dati/influx/prova', () => ({
    ...exampleInflux,
    url: `http://${name}:${port}`,
    attesa: 5,
  })),
};

const otherPaths: typeof paths = {
  syslog: trialOf('sistema/syslog/prova', () => ({
    ...exampleSyslog,
    server: name,
    porta: port,
    trasporto: 'tcp',
  })),
  MQTT: trialOf('condivisione-dati/mqtt/prova', () => ({
    ...exampleMqtt,
    host: name,
    porta: port,
    sicurezza: 'nessuna',
    attesa: 5,
  })),
};

const guardOf = (answers: (lookups: number) => readonly string[]) => {
  let lookups = 0;
  return createGuard({
    isAllowedToo: address => address === allowed,
    lookUp: async () => answers(++lookups).map(address => ({ address })),
  });
};

describe.each(Object.entries(paths))('D06: a name that turns, by %s', (_, send) => {
  test('is asked at the address that was checked, and at no other', async () => {
    await send(guardOf(lookups => [lookups === 1 ? allowed : forbidden]));
    expect(new Set(reached)).toEqual(new Set([allowed]));
  });

  test('is not asked at all with an allowed and a forbidden address at once', async () => {
    for (const addresses of [
      [allowed, forbidden],
      [forbidden, allowed],
    ]) {
      await send(guardOf(() => addresses));
    }
    expect(reached).toEqual([]);
  });
});

describe.each(Object.entries({ ...webPaths, ...otherPaths }))('D06: a name that turns, by %s', (_, send) => {
  test('is looked up for each connection, and none is made to another address than was checked', async () => {
    for (const turnsAfter of [1, 2, 3]) {
      await send(guardOf(lookups => [lookups <= turnsAfter ? allowed : forbidden]));
      expect(reached).not.toContain(forbidden);
    }
    expect(reached, 'where the name had not turned yet').toContain(allowed);
  });

  test('is not asked at all with an allowed and a forbidden address at once', async () => {
    await send(guardOf(() => [allowed, forbidden]));
    await send(guardOf(() => [forbidden, allowed]));
    expect(reached).toEqual([]);
  });
});

describe.each(Object.entries(webPaths))('D05: %s', (_, send) => {
  test.each([301, 302, 303, 307, 308])('does not follow a redirect with %d', async status => {
    redirect = status;
    await send(guardOf(() => [allowed]));
    expect(new Set(reached)).toEqual(new Set([allowed]));
  });
});
