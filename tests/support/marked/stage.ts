import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { serviceCalls } from '../../datalogger/api/routes/services-support';
import { broker, brokerUser, hasBroker } from '../broker';
import { startDatalogger } from '../datalogger';
import { exampleInflux, exampleMqtt, examplePrometheus, exampleSharing } from '../example-services';
import { localGuard } from '../local-guard';

/** Closed by the test in which they were opened, the last one first. */
type Opened = (() => unknown)[];

/** An InfluxDB: it keeps every field of a line until another one has it. */
async function influxServer(toClose: Opened) {
  const rows = new Map<string, Map<string, number>>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', chunk => chunks.push(chunk));
    request.on('end', () => {
      for (const line of gunzipSync(Buffer.concat(chunks)).toString().trimEnd().split('\n')) {
        const [, measurement, device, fields = '', t] = /^(\w+),.*device=(\d+) (.*) (\d+)$/.exec(line) ?? [];
        const key = `${measurement}.${device} ${t}`;
        const row = rows.get(key) ?? new Map<string, number>();
        rows.set(key, row);
        for (const field of fields.split(','))
          row.set(field.split('=')[0] ?? '', Number(field.split('=')[1]));
      }
      response.writeHead(204).end();
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  toClose.push(() => server.close());
  const address = server.address();
  return { rows, url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}` };
}

export async function startStage(toClose: Opened) {
  const dataFolder = mkdtempSync(join(tmpdir(), 'meridiana-'));
  toClose.push(() => rmSync(dataFolder, { recursive: true }));
  const datalogger = await startDatalogger({
    historyDays: 3,
    at: '2026-06-10T10:00:00Z',
    guard: localGuard,
    dataFolder,
  });
  toClose.push(() => datalogger.close());
  const calls = serviceCalls(datalogger);
  const { rows, url } = await influxServer(toClose);
  const contenuto: ('impianto' | 'inverter')[] = ['impianto', 'inverter'];
  await calls.put('condivisione-dati/influx', { ...exampleInflux, url, utente: '', storia: 3, contenuto });
  await calls.put('condivisione-dati/prometheus', { ...examplePrometheus, contenuto });
  const mosquitto = hasBroker ? await broker() : null;
  if (mosquitto) {
    toClose.push(() => mosquitto.close());
    await mosquitto.start();
    const mqtt = {
      ...exampleMqtt,
      ...brokerUser,
      sicurezza: 'nessuna',
      host: '127.0.0.1',
      porta: mosquitto.port,
    };
    await calls.put('condivisione-dati/mqtt', { ...mqtt, contenuto });
  }
  // Nothing answers there: the files wait.
  const sharing = { ...exampleSharing, host: '127.0.0.1', porta: 1, formato: 'json', gzip: false, contenuto };
  await calls.put('condivisione-dati', sharing);
  const { body } = await calls.post('schermi', { nome: 'Hall', disposizione: 'sala', lingua: 'en' });
  return { datalogger, calls, rows, dataFolder, mosquitto, display: body.token };
}
/** A datalogger with a past of three days, and receivers of all kinds. */
export type Stage = Awaited<ReturnType<typeof startStage>>;

/** Everybody gets what is due. */
export async function deliver({ datalogger }: Stage): Promise<void> {
  for (let round = 0; round < 12; round++) {
    datalogger.clock.advance(10_000);
    await datalogger.run(1);
    await datalogger.settled();
  }
}
