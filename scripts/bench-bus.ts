/**
 * Prints what reading the largest plant over Modbus costs the datalogger, so that no change makes polling too heavy for a small device:
 * requests a second, their share of one core, the memory. The devices are the plant server, in a process of its own. Goals: 60 to 86
 * requests a second at under 15 % of one core. `npx tsx scripts/bench-bus.ts MINUTES` for longer than one minute.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { wiredPlant } from '../tests/support/field-over-wire';
import { freePort } from '../tests/support/free-port';

const size = 'xl';
const start = '2026-06-10T12:00:00+02:00';
/** Until every device has answered and the first reads, which all come at once, are over. */
const warmUpMs = 70_000;
const measuredMs = Number(process.argv[2] ?? 1) * 60_000;

const pagePort = await freePort();
const server = spawn('npx', ['tsx', 'scripts/plant-server.ts'], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: { ...process.env, PLANT: size, PLANT_CLOCK: start, PORT: '0', PAGE_PORT: String(pagePort) },
  detached: true,
});
try {
  await once(server.stdout, 'data');
  const reply = await fetch(`http://127.0.0.1:${pagePort}/configuration`);
  const wired = wiredPlant(size, await reply.json(), { startAt: Date.parse(start) / 1000 });
  const requests = () => wired.source.engine.lines.reduce((sum, { tally }) => sum + tally.requests, 0);
  await wait(warmUpMs);
  const [before, processor, began] = [requests(), process.cpuUsage(), performance.now()];
  await wait(measuredMs);
  const { user, system } = process.cpuUsage(processor);
  const seconds = (performance.now() - began) / 1000;
  const { groups } = wired.plant.snapshot();
  const heard = Object.entries(groups).map(
    ([group, { q }]) => `${group} ${q.filter(each => each === 192).length}/${q.length}`,
  );
  console.log(
    `${((requests() - before) / seconds).toFixed(1)} requests/s on ${wired.source.engine.lines.length} lines`,
  );
  console.log(`${((user + system) / 10_000 / seconds).toFixed(1)} % of one core`);
  console.log(`${(process.memoryUsage().heapUsed / 2 ** 20).toFixed(0)} MiB of heap`);
  console.log(`good: ${heard.join(', ')}`);
  await wired.close();
} finally {
  // The server is a child of npx: the whole group is ended.
  if (server.pid !== undefined) process.kill(-server.pid, 'SIGTERM');
}
