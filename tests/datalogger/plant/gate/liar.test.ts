import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { DayOfLies } from '../../../support/liar/day-of-lies';
import { problemsOf } from '../../../support/liar/problems';
import { longPatience, rounds } from '../../../support/long';

/*
 * A liar on the wire: the simulated plant over real Modbus TCP, with a proxy that garbles answers by seed. `LIAR_SEED=7` takes that
 * seed alone.
 */

const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

/** Each seed tells about 200 lies by day and 100 over midnight on the plant of the long run, 50 and 40 on the small one. */
const own = Number(process.env.LIAR_SEED ?? 0);
const seeds = own > 0 ? [own] : Array.from({ length: rounds(1, 34) }, (_, index) => index + 1);
const minute = 60;

async function liars(seed: number, at: string): Promise<DayOfLies> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'meridiana-'));
  toClose.push(() => rmSync(dataFolder, { recursive: true }));
  const startAt = Date.parse(at) / 1000;
  const day = await DayOfLies.start({
    size: rounds('small', 'medium'),
    seed,
    startAt,
    restS: 6.5 * minute,
    dataFolder,
  });
  toClose.push(() => day.close());
  return day;
}

/** The lies end, and what they left is found. */
async function expectNoHarm(day: DayOfLies, days: readonly string[]): Promise<void> {
  day.plant.calm();
  await day.pass(12 * minute);
  const problems = await problemsOf(day, days);
  console.info(`${day.plant.count} lies, ${problems.length} problems`);
  expect(problems).toEqual([]);
}

test.each(seeds)('seed %i by day: no lie becomes a power, an energy or a total', longPatience, async seed => {
  const day = await liars(seed, '2026-06-10T11:00:00+02:00');
  await day.pass(45 * minute);
  day.plant.cut();
  await day.pass(45 * minute);
  await expectNoHarm(day, ['2026-06-10']);
});

test.each(seeds)(
  'seed %i in the evening, over restarts and over midnight: no lie becomes an energy or a total',
  longPatience,
  async seed => {
    const day = await liars(seed, '2026-06-10T19:00:00+02:00');
    await day.pass(20 * minute);
    await day.restart(minute);
    await day.pass(5 * minute);
    await day.restart(246 * minute);
    await day.pass(40 * minute);
    await expectNoHarm(day, ['2026-06-10', '2026-06-11']);
  },
);
