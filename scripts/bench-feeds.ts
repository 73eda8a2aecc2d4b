/**
 * Prints what the feeds of the largest plant cost, so that no change makes them too heavy for a small device: bytes and lines a minute,
 * and the share of one core that they take in addition. Plant time passes as fast as it can be computed; minutes with and without the
 * feed alternate; those without are sent later. `npx tsx scripts/bench-feeds.ts ROUNDS` for more than five rounds.
 */
import { createServer } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { sharedGroups } from '../src/contract/sharing';
import { serviceCalls } from '../tests/datalogger/api/routes/services-support';
import { startDatalogger } from '../tests/support/datalogger';
import { exampleInflux } from '../tests/support/example-services';
import { localGuard } from '../tests/support/local-guard';

const rounds = Number(process.argv[2] ?? 5);
const minutes = 10;

const got = { bytes: 0, lines: 0, minutes: new Set<string>() };
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const lines = gunzipSync(body).toString().trimEnd().split('\n');
  got.bytes += body.length;
  got.lines += lines.length;
  for (const line of lines) got.minutes.add(line.slice(line.lastIndexOf(' ')));
  response.writeHead(204).end();
});
await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
const address = server.address();
const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;

const datalogger = await startDatalogger({ size: 'xl', at: '2026-06-10T11:00:00Z', guard: localGuard });
const calls = serviceCalls(datalogger);

async function feed(isOn: boolean): Promise<void> {
  const settings = { ...exampleInflux, url, utente: '', contenuto: [...sharedGroups], abilitata: isOn };
  const { status } = await calls.put('condivisione-dati/influx', settings);
  if (status !== 200) throw new Error(`the feed cannot be set: ${status}`);
}

/** Processor time of some minutes of the plant, s for each minute. */
async function secondsAMinute(): Promise<number> {
  const before = process.cpuUsage();
  for (let minute = 0; minute < minutes; minute++) {
    datalogger.clock.advance(60_000);
    await datalogger.run(60);
    await datalogger.settled();
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6 / minutes;
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
await secondsAMinute();
const more: number[] = [];
for (let round = 0; round < rounds; round++) {
  await feed(false);
  const without = await secondsAMinute();
  await feed(true);
  more.push((await secondsAMinute()) - without);
}
await datalogger.close();
server.close();
const each = got.minutes.size;
console.log(
  `a minute of xl: ${Math.round(got.lines / each)} lines, ${Math.round(got.bytes / each)} bytes in gzip`,
);
console.log(
  `the feed takes ${((median(more) / 60) * 100).toFixed(2)} % of one core (receiving included), ${rounds} rounds of ${minutes} min`,
);
