import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { Publisher } from '../../../../src/datalogger/integrations/feeds/mqtt/publisher';
import { localGuard } from '../../../support/local-guard';

const connect = {
  clientId: 'prova',
  keepAliveS: 60,
  will: { topic: 'a', payload: 'offline' },
  user: '',
  password: null,
};

/** A broker that answers each CONNECT by its version, and acknowledges every message. */
async function oldBroker(answerTo: (level: number) => Buffer | null) {
  const levels: number[] = [];
  const server = createServer(socket => {
    socket.on('error', () => undefined);
    socket.on('data', chunk => {
      if (chunk[0] === 0x10) {
        const level = chunk[8] ?? 0;
        levels.push(level);
        const answer = answerTo(level);
        if (answer) socket.write(answer);
        else socket.destroy();
      } else if (((chunk[0] ?? 0) & 0xf0) === 0x30) {
        const at = 4 + (chunk[3] ?? 0);
        socket.write(Buffer.from([0x40, 2, chunk[at] ?? 0, chunk[at + 1] ?? 0]));
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  return { port, levels, close: () => server.close() };
}

const connack = (code: number) => Buffer.from([0x20, 2, 0, code]);

test.each([
  ['refuses the version', connack(1)],
  ['hangs up', null],
])('a broker of MQTT 3.1.1 that %s is spoken to in its own', async (_, refusal) => {
  const broker = await oldBroker(level => (level === 5 ? refusal : connack(0)));
  const server = { host: '127.0.0.1', port: broker.port, isSecure: false, fingerprint: '' };
  const publisher = await Publisher.open(server, connect, { guard: localGuard, forMs: 5000 });
  expect(await publisher.publish([{ topic: 'a', payload: 'b', isRetained: true }])).toEqual([]);
  expect(broker.levels).toEqual([5, 4]);
  publisher.close();
  broker.close();
});
