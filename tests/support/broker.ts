import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { engine } from './engines';
import { freePort } from './free-port';
import { makeCertificate } from './ftp-server';

export const hasBroker = existsSync('/usr/sbin/mosquitto') && existsSync('/usr/bin/mosquitto_sub');

export const brokerUser = { utente: 'masseria', password: 'girasole-42' } as const;

export interface BrokerMessage {
  readonly topic: string;
  readonly payload: string;
  readonly isRetained: boolean;
}

const opened = (port: number) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.destroy();
      resolve();
    });
  });

/**
 * Debian's mosquitto on two ports of 127.0.0.1, with TLS and without; everybody needs a login. It keeps nothing when it ends. `mayWrite`:
 * the only topics that may be written.
 */
export async function broker({ mayWrite }: { readonly mayWrite?: string } = {}) {
  const securePort = await freePort();
  const program = await engine(
    '/usr/sbin/mosquitto',
    (folder, port) => {
      const file = (name: string) => join(folder, name);
      if (!existsSync(file('cert.pem'))) prepare(file, [port, securePort], mayWrite);
      return ['-c', file('mosquitto.conf')];
    },
    opened,
  );
  const listeners: ChildProcess[] = [];
  return {
    ...program,
    securePort,
    /** SHA-256 fingerprint of its certificate. */
    fingerprint: () =>
      execFileSync('openssl', [
        ...['x509', '-in', join(program.folder, 'cert.pem')],
        ...['-noout', '-fingerprint', '-sha256'],
      ])
        .toString()
        .trim()
        .split('=')[1] ?? '',
    /** Everything that somebody else hears from now on, the retained messages first. Resolves when the broker has taken the subscription. */
    async listen(filter = '#') {
      const messages: BrokerMessage[] = [];
      // Into a pipe it would write its lines only when there are many.
      const child = spawn('stdbuf', [
        ...[
          '-oL',
          'mosquitto_sub',
          '-h',
          '127.0.0.1',
          '-p',
          String(program.port),
          '-u',
          brokerUser.utente,
          '-P',
          brokerUser.password,
        ],
        // With `-d` it also says what the broker answers.
        ...['-d', '-q', '1', '-t', filter, '-F', '%r %t %p'],
      ]);
      listeners.push(child);
      await new Promise<void>((resolve, reject) => {
        child.once('exit', code => reject(new Error(`mosquitto_sub ended with ${code}`)));
        createInterface({ input: child.stdout }).on('line', line => {
          if (line.includes('received SUBACK')) resolve();
          const [, retained, topic, payload = ''] = /^([01]) (\S+) ?(.*)$/.exec(line) ?? [];
          if (topic !== undefined) messages.push({ topic, payload, isRetained: retained === '1' });
        });
      });
      return {
        heard: messages,
        last: (topic: string) => messages.filter(each => each.topic === topic).at(-1)?.payload,
      };
    },
    /** Publishes an empty message that is not retained. */
    say(topic: string) {
      execFileSync('mosquitto_pub', [
        ...['-h', '127.0.0.1', '-p', String(program.port), '-q', '1', '-t', topic, '-n'],
        ...['-u', brokerUser.utente, '-P', brokerUser.password],
      ]);
    },
    async close() {
      for (const child of listeners) {
        const gone = child.exitCode === null ? once(child, 'exit') : null;
        child.kill();
        await gone;
      }
      await program.close();
    },
  };
}

function prepare(
  file: (name: string) => string,
  [port, securePort]: readonly [number, number],
  mayWrite: string | undefined,
): void {
  makeCertificate(file('key.pem'), file('cert.pem'));
  writeFileSync(file('passwd'), '');
  execFileSync('mosquitto_passwd', ['-b', file('passwd'), brokerUser.utente, brokerUser.password]);
  const access = mayWrite === undefined ? '' : `acl_file ${file('acl')}\n`;
  if (mayWrite !== undefined)
    writeFileSync(file('acl'), `user ${brokerUser.utente}\ntopic read #\ntopic write ${mayWrite}\n`);
  const user = process.getuid?.() === 0 ? 'user root\n' : '';
  writeFileSync(
    file('mosquitto.conf'),
    `${user}${access}per_listener_settings false
allow_anonymous false
password_file ${file('passwd')}
persistence false
listener ${port} 127.0.0.1
listener ${securePort} 127.0.0.1
certfile ${file('cert.pem')}
keyfile ${file('key.pem')}
`,
  );
}
