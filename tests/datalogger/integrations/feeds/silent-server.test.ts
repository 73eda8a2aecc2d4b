import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InfluxBody, MqttBody } from '../../../../src/contract/feeds';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';
import { exampleInflux, exampleMqtt } from '../../../support/example-services';
import { localGuard } from '../../../support/local-guard';
import { serviceCalls } from '../../api/routes/services-support';

/* A server that takes the connection and says nothing. */

const sockets = new Set<Socket>();
const server = createServer(socket => void sockets.add(socket));
let port = 0;
let datalogger: TestDatalogger;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  datalogger = await startDatalogger({ guard: localGuard });
});
afterAll(async () => {
  await datalogger.close();
  for (const socket of sockets) socket.destroy();
  server.close();
});

test('a database and a broker that never answer are given up after the time that is set', async () => {
  const attesa = 5;
  const influx: InfluxBody = { ...exampleInflux, url: `http://127.0.0.1:${port}`, attesa };
  const mqtt: MqttBody = { ...exampleMqtt, host: '127.0.0.1', porta: port, sicurezza: 'nessuna', attesa };
  const { post } = serviceCalls(datalogger);
  const beganMs = performance.now();
  const trials = await Promise.all([
    post('condivisione-dati/influx/prova', influx),
    post('condivisione-dati/mqtt/prova', mqtt),
  ]);
  expect(performance.now() - beganMs).toBeGreaterThan(900 * attesa);
  for (const { body } of trials)
    expect(body.passi.map(({ motivo }: { motivo: string | null }) => motivo)).toContain('attesa_scaduta');
}, 60_000);
