import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { eventually } from './eventually';
import { freePort } from './free-port';

/** Whether Debian's pure-ftpd can run here. It changes users, so it needs root. */
export const hasFtpServer = existsSync('/usr/sbin/pure-ftpd') && process.getuid?.() === 0;

export const ftpUser = { utente: 'masseria', password: 'girasole-42' } as const;
/** A user whose quota is zero: every upload is answered with 552. */
export const fullUser = { utente: 'piena', password: 'girasole-42' } as const;

const nobody = 65_534;

export interface FtpServer {
  readonly port: number;
  /** SHA-256 fingerprint of the server's certificate. */
  readonly fingerprint: string;
  /** Names of the files in the user's folder, without the server's own files. */
  files(): string[];
  read(name: string): Buffer;
  pathOf(name: string): string;
  /** Resolves when the first part of an upload has arrived. */
  hasPart(): Promise<void>;
  /** Starts the server, limited to this many kilobytes per second; without a value, unlimited. */
  start(kilobytesPerS?: number): Promise<void>;
  /** Ends the server and all its connections at once. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

/** A real FTP server with TLS on 127.0.0.1, with its own users and folders; no user or folder of the host is used. */
export async function ftpServer(): Promise<FtpServer> {
  const folder = mkdtempSync(join(tmpdir(), 'meridiana-ftp-'));
  const file = (name: string) => join(folder, name);
  const home = file('home');
  const users = [userLine(home, ftpUser, ''), userLine(home, fullUser, '0')];
  writeFileSync(file('passwd'), users.join(''));
  execFileSync('pure-pw', ['mkdb', file('users.pdb'), '-f', file('passwd')]);
  makeCertificate(file('key.pem'), file('cert.pem'));
  writeFileSync(
    file('both.pem'),
    readFileSync(file('key.pem'), 'utf8') + readFileSync(file('cert.pem'), 'utf8'),
  );
  const shown = execFileSync('openssl', [
    'x509',
    '-in',
    file('cert.pem'),
    '-noout',
    '-fingerprint',
    '-sha256',
  ]);
  const port = await freePort();
  const pathOf = (name: string) => join(home, ftpUser.utente, name);
  const files = () =>
    readdirSync(pathOf(''))
      .filter(name => !name.startsWith('.'))
      .sort();
  let child: ReturnType<typeof spawn> | null = null;
  const kill = async () => {
    if (!child?.pid) return;
    const gone = once(child, 'exit');
    // The negative id ends the whole process group, with one process for each connection.
    process.kill(-child.pid, 'SIGKILL');
    await gone;
    child = null;
    // The processes of the connections share the port until the last one has ended.
    await eventually(() => expect(reach(port)).rejects.toThrow());
  };
  return {
    port,
    fingerprint: shown.toString().split('=')[1]?.trim() ?? '',
    files,
    read: name => readFileSync(pathOf(name)),
    pathOf,
    hasPart: () =>
      eventually(() => {
        if (!files().some(name => name.endsWith('.part'))) throw new Error('nothing has arrived');
      }),
    async start(kilobytesPerS) {
      const args = [
        '-S',
        `127.0.0.1,${port}`,
        '-l',
        `puredb:${file('users.pdb')}`,
        '-H',
        '-E',
        '-A',
        '-4',
        '-u',
        '1',
      ];
      const slow = kilobytesPerS === undefined ? [] : ['-T', `${kilobytesPerS}`];
      child = spawn(
        '/usr/sbin/pure-ftpd',
        [...args, ...slow, '-Y', '1', '-2', file('both.pem'), '-g', file('pid')],
        {
          detached: true,
          stdio: 'ignore',
        },
      );
      await eventually(() => reach(port));
    },
    kill,
    async close() {
      await kill();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The line that `pure-pw useradd` would write, with a hash that is fast to check. The quota is in bytes. */
function userLine(
  home: string,
  { utente, password }: typeof ftpUser | typeof fullUser,
  quota: string,
): string {
  const own = join(home, utente);
  mkdirSync(own, { recursive: true });
  chownSync(own, nobody, nobody);
  const hash = execFileSync('openssl', ['passwd', '-6', password]).toString().trim();
  return `${utente}:${hash}:${nobody}:${nobody}::${own}/./:::::::${quota}::::::\n`;
}

export function makeCertificate(key: string, certificate: string): void {
  const names = 'subjectAltName=DNS:localhost,IP:127.0.0.1';
  const args = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '30',
  ];
  execFileSync(
    'openssl',
    [...args, '-keyout', key, '-out', certificate, '-subj', '/CN=localhost', '-addext', names],
    {
      stdio: 'ignore',
    },
  );
}

async function reach(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
  } finally {
    socket.destroy();
  }
}
