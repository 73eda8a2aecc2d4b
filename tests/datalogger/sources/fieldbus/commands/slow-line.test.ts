import { afterEach, expect, test } from 'vitest';
import { PlantServer } from '../../../../../scripts/plant-server/plant';
import { noRecords } from '../../../../../src/datalogger/plant/processing/setup';
import type { PlannedJob } from '../../../../../src/datalogger/sources/fieldbus/engine/plan';
import type { Unit } from '../../../../../src/datalogger/sources/fieldbus/engine/unit';
import { commandedPlant, noonS } from '../../../../support/commanded-plant';
import { wiredPlant } from '../../../../support/field-over-wire';
import { longPatience, rounds } from '../../../../support/long';
import { waitMs } from '../../../../support/patience';

/* Twenty inverters behind one gateway that takes 300 ms for every answer, in real time. */

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

const answerMs = 300;
const count = 20;

async function slowLine(connessioni: number) {
  const server = await PlantServer.start({
    size: 'xl',
    seed: 3,
    startAt: noonS,
    hasNaturalFaults: false,
  });
  open.push(server);
  const [first] = server.configuration.inverters;
  // All behind one address.
  const inverters = server.configuration.inverters
    .filter(({ host, porta }) => host === first?.host && porta === first.porta)
    .slice(0, count)
    .map(record => ({ ...record, connessioni, polling: 10, timeout: 2000 }));
  const { source, close } = wiredPlant('xl', { ...noRecords, inverters }, { startAt: noonS, commands: true });
  open.push({ close });
  const { engine, commander } = source;
  const isRead = () =>
    !commander.isBusy &&
    engine.units.every(({ jobs }) => jobs.some(({ isMain }) => isMain) && jobs.every(hasRead));
  await expect.poll(isRead, { timeout: waitMs }).toBe(true);
  expect(inverters).toHaveLength(count);
  server.answerMs = answerMs;
  return { server, source };
}

const hasRead = ({ class: kind, readS }: PlannedJob) => kind === 'identity' || readS !== null;

/** ms until every inverter was written to, and until all were read back. */
async function ordered({ server, source }: Awaited<ReturnType<typeof slowLine>>, percent: number) {
  server.writes.splice(0);
  const beganMs = performance.now();
  expect(await source.execute({ kind: 'limit-power', percent })).toBe('taken');
  const verified = () =>
    source.bus.orders().filter(({ esito, riletto }) => esito === 'verificato' && riletto === percent);
  await expect.poll(() => server.writes.length, { timeout: waitMs, interval: 10 }).toBe(count);
  const writtenMs = performance.now() - beganMs;
  await expect.poll(() => verified().length, { timeout: waitMs, interval: 10 }).toBe(count);
  return { writtenMs, verifiedMs: performance.now() - beganMs };
}

/** The longest time in which an inverter was not read, s. */
async function longestUnreadS({ source }: Awaited<ReturnType<typeof slowLine>>, ms: number) {
  const seen = new Map<Unit, { readS: number; at: number }>();
  let longest = 0;
  const endMs = performance.now() + ms;
  await expect
    .poll(
      () => {
        const at = performance.now();
        for (const unit of source.engine.units) {
          const readS = unit.jobs.find(({ isMain }) => isMain)?.readS ?? 0;
          const last = seen.get(unit) ?? { readS, at };
          longest = Math.max(longest, at - last.at);
          seen.set(unit, readS === last.readS ? last : { readS, at });
        }
        return at >= endMs;
      },
      { timeout: ms + waitMs, interval: 100 },
    )
    .toBe(true);
  return longest / 1000;
}

test.each([
  [3, 3000, 20],
  [1, 7000, 40],
])(
  'over %i connections an order for all is written within %i ms, and polls wait for %i s at most',
  longPatience,
  async (connections, ms, gapS) => {
    const line = await slowLine(connections);
    const { writtenMs, verifiedMs } = await ordered(line, 60);
    console.info(
      `${connections} connections: written after ${Math.round(writtenMs)}, read back after ${Math.round(verifiedMs)} ms`,
    );
    expect(writtenMs).toBeLessThan(ms);
    const worstS = await longestUnreadS(line, rounds(0, 100_000));
    console.info(`longest time without a reading while the order is refreshed: ${worstS.toFixed(1)} s`);
    expect(worstS).toBeLessThanOrEqual(gapS);
  },
);

test('an order is written at once where the controls were read within 90 s, and after a look at them where not', async () => {
  const plant = await commandedPlant();
  open.push(plant);
  const { source, server, clock } = plant;
  const requestsOf = async (percent: number) => {
    const before = server.requests;
    expect(await source.execute({ kind: 'limit-power', percent })).toBe('taken');
    await plant.settled();
    expect(plant.limits()).toEqual(plant.limits().map(() => percent));
    return (server.requests - before) / plant.limits().length;
  };
  await plant.pass(5);
  expect(await requestsOf(40)).toBe(2);
  clock.advance(91_000);
  expect(await requestsOf(50)).toBe(3);
});
