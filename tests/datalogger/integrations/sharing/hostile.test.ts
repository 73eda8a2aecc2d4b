import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { TransferReason } from '../../../../src/contract/sharing';
import { FtpFailure, FtpSession } from '../../../../src/datalogger/integrations/sharing/ftp';
import { exampleSharing } from '../../../support/example-services';
import { localGuard } from '../../../support/local-guard';

const servers: Server[] = [];
const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

/** A server on a port of its own that does with each connection as it likes. */
async function serve(onConnection: (socket: Socket) => void, host = '127.0.0.1', port = 0): Promise<number> {
  const server = createServer(socket => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onConnection(socket);
  }).listen(port, host);
  servers.push(server);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** An FTP server that answers each command as the table says, 200 otherwise. */
const speak = (answers: Readonly<Record<string, string>>) => (socket: Socket) => {
  socket.write('220 ready\r\n');
  socket.on('data', data => {
    for (const line of data.toString().trim().split('\r\n')) {
      const command = line.split(' ')[0] ?? '';
      socket.write(`${answers[command] ?? '200 ok'}\r\n`);
    }
  });
};

async function failureOf(port: number): Promise<{ step: string; reason: TransferReason } | null> {
  const settings = {
    ...exampleSharing,
    protocollo: 'ftp',
    host: '127.0.0.1',
    porta: port,
    cartella: '',
    attesa: 1,
  } as const;
  const session = new FtpSession(settings, 'girasole-42', localGuard);
  try {
    await session.open();
    await session.upload('a.csv', Buffer.from('1;2\r\n'));
    return null;
  } catch (error) {
    if (!(error instanceof FtpFailure)) throw error;
    return { step: error.step, reason: error.reason };
  } finally {
    session.close();
  }
}

test('D02: a data connection goes to the host of the control connection, whatever PASV says', async () => {
  const asked: string[] = [];
  const canary = await serve(() => asked.push('canary'), '127.0.0.2');
  await serve(() => asked.push('control host'), '127.0.0.1', canary);
  const redirect = (host: string) =>
    serve(speak({ EPSV: '500 no', PASV: `227 ok (${host},${canary >> 8},${canary & 255})`, PASS: '230 in' }));
  expect(await failureOf(await redirect('127,0,0,2'))).toMatchObject({ step: 'scrittura' });
  expect(await failureOf(await redirect('10,9,8,7'))).toMatchObject({ step: 'scrittura' });
  expect(asked).toEqual(['control host', 'control host']);
});

/** A server without EPSV that names another address in PASV, as one behind NAT. */
async function serverBehindNat(host: string) {
  const taken: string[] = [];
  const port = await serve(control => {
    let part = Promise.resolve();
    let content = '';
    const answer: Readonly<Record<string, (rest: string) => string | Promise<string>>> = {
      PASS: () => '230 in',
      EPSV: () => '500 unknown',
      PASV: async () => {
        let isDone: () => void = () => undefined;
        part = new Promise(resolve => {
          isDone = resolve;
        });
        const data = await serve(socket => {
          socket.on('data', bytes => {
            content += bytes;
          });
          socket.on('end', () => isDone());
        });
        return `227 Entering Passive Mode (${host},${data >> 8},${data & 255}).`;
      },
      STOR: async () => {
        control.write('150 go\r\n');
        await part;
        return '226 done';
      },
      RNFR: () => '350 go on',
      RNTO: name => {
        taken.push(`${name}: ${content}`);
        return '250 done';
      },
    };
    control.write('220 ready\r\n');
    control.on('data', async data => {
      for (const line of data.toString().trim().split('\r\n')) {
        const [command = '', ...rest] = line.split(' ');
        control.write(`${(await answer[command]?.(rest.join(' '))) ?? '200 ok'}\r\n`);
      }
    });
  });
  return { port, taken };
}

test.each(['192,168,1,77', '203,0,113,9', '0,0,0,0'])(
  'a server behind NAT without EPSV, which names %s in PASV, gets the files (report 14)',
  async host => {
    const { port, taken } = await serverBehindNat(host);
    expect(await failureOf(port)).toBeNull();
    expect(taken).toEqual(['a.csv: 1;2\r\n']);
  },
);

describe('D03: a hostile server costs no more than its time', () => {
  test('silent', async () => {
    expect(await failureOf(await serve(() => undefined))).toEqual({
      step: 'connessione',
      reason: 'attesa_scaduta',
    });
  });

  test('a banner without end', async () => {
    const port = await serve(socket => {
      const more = () => {
        while (!socket.destroyed && socket.write(`220-${'x'.repeat(4000)}\r\n`));
      };
      socket.on('drain', more);
      more();
    });
    expect(await failureOf(port)).toMatchObject({ step: 'connessione' });
  });

  test('one line a while, for ever', async () => {
    const port = await serve(socket => {
      const timer = setInterval(() => socket.write('220-x\r\n'), 100);
      socket.on('close', () => clearInterval(timer));
    });
    expect(await failureOf(port)).toEqual({ step: 'connessione', reason: 'attesa_scaduta' });
  });

  test.each([
    ['malformed codes', { USER: 'xyz', PASS: '-1' }, 'accesso'],
    ['refuses the login', { USER: '331 ok', PASS: '530 Login incorrect: girasole-42' }, 'accesso'],
    [
      'a passive port that is no number',
      { PASS: '230 in', EPSV: '229 (|||x|)', PASV: '227 ok (a,b)' },
      'scrittura',
    ],
  ])('%s', async (_, answers, step) => {
    expect(await failureOf(await serve(speak(answers)))).toMatchObject({ step });
  });

  test('closes in the middle', async () => {
    const port = await serve(socket => {
      socket.write('220 ready\r\n');
      socket.once('data', () => socket.destroy());
    });
    expect(await failureOf(port)).toEqual({ step: 'accesso', reason: 'interrotta' });
  });
});
