import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { PlantServer } from '../../../../../scripts/plant-server/plant';
import { noRecords } from '../../../../../src/datalogger/plant/processing/setup';
import type { PlannedJob } from '../../../../../src/datalogger/sources/fieldbus/engine/plan';
import { noonS } from '../../../../support/commanded-plant';
import { wiredPlant } from '../../../../support/field-over-wire';
import { waitMs } from '../../../../support/patience';

/*
 * Twenty inverters and the exchange meter behind one gateway that takes 300 ms for every answer, in real time: reading all once takes the
 * gateway longer than 6 s, and an order for all as long again.
 */

const open: { close(): unknown }[] = [];
// The plants run at the same time: one that ends must not close the others.
afterAll(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

const answerMs = 300;
const count = 20;
const everyMs = 500;
const hasRead = ({ class: kind, readS }: PlannedJob) => kind === 'identity' || readS !== null;

/** The plant of this size has more inverters: those are out of service, and feed nothing. */
async function slowPlant() {
  const server = await PlantServer.start({ size: 'large', seed: 6, startAt: noonS, hasNaturalFaults: false });
  open.push(server);
  const { inverters: all, contatori: meters } = server.configuration;
  const inverters = all.slice(0, count).map(record => ({ ...record, polling: 10, timeout: 2000 }));
  for (const { id } of all.slice(count))
    server.source.inject({ kind: 'inverter-trip', inverter: id, cause: 'ground' });
  // They are off before anything is regulated.
  for (let s = 1; s <= 10; s++) server.advance(noonS + s);
  const beganMs = performance.now();
  const timer = setInterval(
    () => server.advance(noonS + 10 + Math.floor((performance.now() - beganMs) / 1000)),
    everyMs,
  );
  open.push({ close: () => clearInterval(timer) });
  const contatori = meters
    .filter(({ ruolo }) => ruolo === 'scambio')
    .map(meter => ({ ...meter, polling: 2 }));
  const trueMeter = () =>
    server.source.answers('contatori').find(({ record }) => record === contatori[0]?.id)?.values ?? {};
  const baseKw = Math.round(trueMeter().p ?? 0);
  const { source, close } = wiredPlant(
    'large',
    { ...noRecords, inverters, contatori },
    {
      startAt: noonS,
      commands: true,
      delivery: {
        baseKw,
        exportLimitKw: null,
        bandPercent: 1,
        marginPercent: 5,
        law: null,
        ramp: { upPercent: null, downPercent: null },
      },
    },
  );
  open.push({ close });
  const { engine, commander } = source;
  const isRead = () =>
    !commander.isBusy &&
    engine.units.every(({ jobs }) => jobs.some(({ isMain }) => isMain) && jobs.every(hasRead));
  await expect.poll(isRead, { timeout: waitMs }).toBe(true);
  server.answerMs = answerMs;
  return { server, source, baseKw, trueMeter };
}

type SlowPlant = Awaited<ReturnType<typeof slowPlant>>;

/** What the true meter of the plant shows in the seconds to come, kW and kvar. */
async function watched({ trueMeter }: SlowPlant, seconds: number) {
  const seen: { readonly s: number; readonly kw: number; readonly kvar: number }[] = [];
  const beganMs = performance.now();
  for (let s = 0; s < seconds; s = (performance.now() - beganMs) / 1000) {
    const { p, qac } = trueMeter();
    seen.push({ s, kw: p ?? Number.NaN, kvar: qac ?? Number.NaN });
    await delay(everyMs);
  }
  return seen;
}
type Watched = Awaited<ReturnType<typeof watched>>;

/** The longest time in which the power was above `kw`, s. */
function longestAbove(seen: Watched, kw: number): number {
  let [longest, since] = [0, null as number | null];
  for (const { s, kw: shown } of seen) {
    since = shown > kw ? (since ?? s) : null;
    longest = Math.max(longest, since === null ? 0 : s - since);
  }
  return longest;
}

test.concurrent('over a slow line a limit is kept at the meter after 60 s, and a higher one is not passed', async () => {
  const plant = await slowPlant();
  const { baseKw, source } = plant;
  const [low, high] = [0.4 * baseKw, 0.6 * baseKw];
  expect(await source.execute({ kind: 'limit-power', percent: 40 })).toBe('taken');
  const down = await watched(plant, 90);
  const late = down.filter(({ s }) => s >= 60);
  const metS = down.find(({ kw }) => kw <= low + 0.01 * baseKw)?.s;
  console.info(
    `limit ${low.toFixed(0)} kW of ${baseKw}: below after ${metS?.toFixed(1)} s, then ${Math.max(...late.map(({ kw }) => kw)).toFixed(0)} to ${Math.min(...late.map(({ kw }) => kw)).toFixed(0)} kW, dead time ${source.bus.loop()?.ritardo} s`,
  );
  for (const { kw } of late) expect(Math.abs(kw - low)).toBeLessThan(0.01 * baseKw);
  expect(await source.execute({ kind: 'limit-power', percent: 60 })).toBe('taken');
  const up = await watched(plant, 60);
  const highest = Math.max(...up.map(({ kw }) => kw));
  console.info(
    `up to ${high.toFixed(0)} kW: highest ${highest.toFixed(0)}, last ${up.at(-1)?.kw.toFixed(0)} kW`,
  );
  expect(highest).toBeLessThan(high + 0.02 * baseKw);
  expect(up.at(-1)?.kw).toBeGreaterThan(high - 0.02 * baseKw);
  expect(longestAbove(up, high)).toBeLessThan(10);
});

test.concurrent.each([
  { kind: 'set-power-factor', value: -0.95 },
  { kind: 'set-reactive', percent: 20 },
] as const)('over a slow line $kind is there at the meter after 60 s, with its sign', async order => {
  const plant = await slowPlant();
  expect(await plant.source.execute(order)).toBe('taken');
  const seen = await watched(plant, 90);
  const told = ({ kw, kvar }: Watched[number]) =>
    order.kind === 'set-reactive' ? kvar / plant.baseKw : (kw / Math.hypot(kw, kvar)) * Math.sign(kvar);
  const wanted = order.kind === 'set-reactive' ? order.percent / 100 : order.value;
  const late = seen.filter(({ s }) => s >= 60).map(told);
  console.info(`${order.kind} ${wanted}: ${Math.min(...late).toFixed(4)} to ${Math.max(...late).toFixed(4)}`);
  for (const value of late) expect(Math.abs(value - wanted)).toBeLessThan(0.01);
});
