import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestRole } from '../support/datalogger';
import { Pages } from '../support/hostile/pages';
import { HostileWalk, type Walked } from '../support/hostile/walk';
import { rounds } from '../support/long';

/*
 * A datalogger whose answers come damaged: other types, half of the text, web pages, silence. No screen says what nobody wrote, stops,
 * loses its menu or asks without end, and each is whole again by itself once its answers are. A failure names its seed:
 * `HOSTILE_SEED=7 npx vitest run --config tests/vitest.config.ts --project e2e tests/e2e/hostile-datalogger.test.ts` takes that walk alone,
 * HOSTILE_FROM=1000 takes other walks than usual.
 */
const wantedDamages = rounds(150, 10_000);
/** 150 take about 40 s where nothing else runs. */
const patience = { timeout: rounds(900_000, 4 * 3_600_000) };
const visits = 9;
/** Of three walks one is an operator's or a technician's, whose screens are fewer. */
const roles: readonly TestRole[] = ['admin', 'admin', 'normal', 'admin', 'admin', 'cci'];
const addresses = ['/raw-data/plant', '/auth/login', '/notfound'];
/** The plant's day goes on with each walk: after that many it starts again. */
const walksADay = 40;

let pages: Pages;
beforeAll(async () => {
  pages = await Pages.open();
});
afterAll(() => pages.close());

function walk(seed: number): Promise<Walked> {
  const role = roles[seed % roles.length] ?? 'admin';
  return new HostileWalk(pages, seed, role).throughMenu(role, visits);
}

function tell(walks: readonly Walked[], beganMs: number): void {
  const sum = (number: (walked: Walked) => number) => walks.reduce((total, each) => total + number(each), 0);
  const longestS = Math.max(...walks.map(each => each.longestRecoveryS));
  const tookS = Math.round((performance.now() - beganMs) / 1000);
  const [damages, seen, found] = [
    sum(each => each.damages),
    sum(each => each.visits),
    sum(each => each.complaints.length),
  ];
  console.log(
    `${damages} damaged answers on ${seen} screens: ${found} findings; whole again within ${longestS} s; took ${tookS} s`,
  );
}

const onlySeed = process.env.HOSTILE_SEED;
const firstSeed = Number(process.env.HOSTILE_FROM ?? 1);

test.runIf(onlySeed)('the walk of one seed', patience, async () => {
  expect((await walk(Number(onlySeed))).complaints.join('\n')).toBe('');
});

test.skipIf(onlySeed)(`${wantedDamages} damaged answers`, patience, async () => {
  const [walks, beganMs]: [Walked[], number] = [[], performance.now()];
  for (let damages = 0; damages < wantedDamages; damages += walks.at(-1)?.damages ?? 0) {
    if (walks.length % walksADay === walksADay - 1) {
      tell(walks, beganMs);
      await pages.close();
      pages = await Pages.open();
    }
    const walked = await walk(firstSeed + walks.length);
    // A long run tells a finding at once.
    for (const complaint of walked.complaints) console.log(complaint);
    walks.push(walked);
  }
  tell(walks, beganMs);
  expect(walks.flatMap(({ complaints }) => complaints).join('\n')).toBe('');
});

test.skipIf(onlySeed).each(addresses)('%s, which nobody logs in for', patience, async path => {
  const walks: Walked[] = [];
  for (let round = 0; round < rounds(3, 50); round += 1)
    walks.push(await new HostileWalk(pages, firstSeed + round, null).atAddress(path));
  expect(walks.flatMap(({ complaints }) => complaints).join('\n')).toBe('');
});
