import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { eventually } from './eventually';
import { freePort } from './free-port';

export const hasNut = existsSync('/lib/nut/upsd') && existsSync('/lib/nut/dummy-ups');

export const nutUser = { utente: 'datalogger', password: 'girasole "42"' } as const;
export const upsName = 'sottochiave';

/** What a small UPS with mains reports. */
export const usualVariables = {
  'ups.status': 'OL CHRG',
  'battery.charge': '96',
  'battery.runtime': '1260',
  'input.voltage': '231.4',
} as const;

type Variables = Readonly<Record<string, string>>;

/** Debian's upsd with its dummy-ups driver, on a port of 127.0.0.1. */
export async function nutServer(variables: Variables = usualVariables) {
  const folder = mkdtempSync(join(tmpdir(), 'meridiana-nut-'));
  const port = await freePort();
  const file = (name: string) => join(folder, name);
  const env = { ...process.env, NUT_CONFPATH: folder, NUT_STATEPATH: folder, NUT_ALTPIDPATH: folder };
  const forItsUserOnly = { mode: 0o600 };
  let touchedS = Date.now() / 1000;
  const write = (next: Variables) => {
    const lines = Object.entries(next).map(([name, value]) => `${name}: ${value}\n`);
    writeFileSync(file('ups.dev'), lines.join(''));
    // The driver reads the file again when its time stamp, in whole seconds, has changed.
    touchedS += 2;
    utimesSync(file('ups.dev'), touchedS, touchedS);
  };
  write(variables);
  const driverLines = [
    'driver = dummy-ups',
    `port = ${file('ups.dev')}`,
    'mode = dummy-once',
    'pollinterval = 1',
  ];
  writeFileSync(file('ups.conf'), [`[${upsName}]`, ...driverLines, ''].join('\n'), forItsUserOnly);
  writeFileSync(file('upsd.conf'), `LISTEN 127.0.0.1 ${port}\nMAXAGE 4\n`, forItsUserOnly);
  const password = nutUser.password.replace(/"/g, String.raw`\"`);
  writeFileSync(
    file('upsd.users'),
    `[${nutUser.utente}]\npassword = "${password}"\nactions = SET\ninstcmds = ALL\n`,
    forItsUserOnly,
  );
  const user = process.getuid?.() === 0 ? ['-u', 'root'] : [];
  const run = (program: string, ...more: string[]) =>
    spawn(`/lib/nut/${program}`, [...more, '-F', ...user], { env, stdio: 'ignore' });
  const startDriver = () => run('dummy-ups', '-a', upsName);
  let driver: ChildProcess | null = startDriver();
  let server: ChildProcess | null = run('upsd');
  /** Resolves when the server says so of the UPS. */
  const says = (expected: string) =>
    eventually(async () => {
      const answer = await answerOf(port, `GET VAR ${upsName} ups.status`);
      if (!answer.includes(expected)) throw new Error(answer);
    });
  await says(variables['ups.status'] ?? '');
  const end = async (child: ChildProcess | null) => {
    if (child === null || child.exitCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  return {
    port,
    /** Replaces what the UPS reports; resolves when the server reports its status. */
    async report(next: Variables) {
      write(next);
      await says(next['ups.status'] ?? '');
    },
    async stopDriver() {
      await end(driver);
      driver = null;
      await says('ERR');
    },
    async startDriver() {
      driver = startDriver();
      await says('VAR');
    },
    async stopServer() {
      await end(server);
      server = null;
    },
    async close() {
      await end(driver);
      await end(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The answer of a server to one request. */
async function answerOf(port: number, request: string): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port });
  try {
    socket.write(`${request}\n`);
    const [answer] = await once(socket, 'data');
    return String(answer);
  } finally {
    socket.destroy();
  }
}

/** A server that offers what dummy-ups cannot: the battery test, and cutting the output. It keeps the commands that it received. */
export async function commandedUps(variables: Variables = usualVariables) {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  let current = variables;
  let garbled: Variables | null = null;
  let isRefusing = false;
  const server = createServer(socket => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    createInterface({ input: socket }).on('line', line => {
      received.push(line);
      const isRefused = isRefusing && line.startsWith('INSTCMD');
      socket.write(isRefused ? 'ERR ACCESS-DENIED\n' : answerTo(line, garbled ?? current));
      if (line.startsWith('LIST VAR')) garbled = null;
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    received,
    report: (next: Variables) => {
      current = next;
    },
    /** Only the next answer says so. */
    reportOnce: (next: Variables) => {
      garbled = next;
    },
    /** From now on it takes no command. */
    refuse: () => {
      isRefusing = true;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

const offered = ['beeper.mute', 'test.battery.start.quick', 'shutdown.return'];

function answerTo(line: string, variables: Variables): string {
  const [verb, what] = line.split(' ');
  if (verb === 'LIST' && what === 'VAR')
    return listOf(
      'VAR',
      Object.entries(variables).map(([name, value]) => `${name} "${value}"`),
    );
  if (verb === 'LIST' && what === 'CMD') return listOf('CMD', offered);
  if (verb === 'SET') return 'ERR READONLY\n';
  return ['USERNAME', 'PASSWORD', 'INSTCMD'].includes(verb ?? '') ? 'OK\n' : 'ERR UNKNOWN-COMMAND\n';
}

const listOf = (what: string, lines: readonly string[]) =>
  [
    `BEGIN LIST ${what} ${upsName}`,
    ...lines.map(each => `${what} ${upsName} ${each}`),
    `END LIST ${what} ${upsName}`,
    '',
  ].join('\n');
