import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestRole } from '../support/datalogger';
import { HostileWalk, type Shapes, type Walked } from '../support/hostile/walk';
import { type Ground, openGround } from '../support/hostile/walker';
import { isLong, longPatience, rounds } from '../support/long';

/*
 * A datalogger whose answers come damaged: other types, half of the text, web pages, silence. No screen says what nobody wrote, stops,
 * loses its menu or asks without end, and each is whole again by itself once its answers are. A failure names its seed:
 * `HOSTILE_SEED=7 npx vitest run --config tests/vitest.config.ts --project e2e tests/e2e/hostile-datalogger.test.ts` takes that walk alone.
 */
const wantedDamages = rounds(500, 10_000);
const visits = 8;
/** Of three walks one is an operator's or a technician's, whose screens are fewer. */
const roles: readonly TestRole[] = ['admin', 'admin', 'normal', 'admin', 'admin', 'cci'];
const addresses = ['/raw-data/plant', '/auth/login', '/notfound'];
/** The plant's day goes on with each walk: after so many it begins anew. */
const walksADay = 20;

let ground: Ground;
let shapes: Shapes;
async function beginDay(): Promise<void> {
  ground = await openGround();
  shapes = new Map();
}
beforeAll(beginDay);
afterAll(() => ground.close());

const roleOf = (seed: number): TestRole => roles[seed % roles.length] ?? 'admin';
const walk = (seed: number) => new HostileWalk(ground, shapes, seed, roleOf(seed)).throughMenu(visits);

const onlySeed = process.env.HOSTILE_SEED;
/** In the long run: it takes minutes on two cores. */
const isAsked = isLong && !onlySeed;

test.runIf(onlySeed)('the walk of one seed', async () => {
  expect((await walk(Number(onlySeed))).complaints.join('\n')).toBe('');
});

test.runIf(isAsked)(`${wantedDamages} damaged answers`, longPatience, async () => {
  const complaints: string[] = [];
  let damages = 0;
  for (let seed = 1; damages < wantedDamages; seed += 1) {
    if (seed % walksADay === 0) {
      await ground.close();
      await beginDay();
    }
    const walked = await walk(seed);
    complaints.push(...walked.complaints);
    damages += walked.damages;
  }
  expect(complaints.join('\n')).toBe('');
});

test.runIf(isAsked).each(addresses)('%s, which nobody logs in for', longPatience, async path => {
  const walked: Walked[] = [];
  for (let seed = 1; seed <= rounds(3, 50); seed += 1)
    walked.push(await new HostileWalk(ground, shapes, seed, null).atAddress(path));
  expect(walked.flatMap(({ complaints }) => complaints).join('\n')).toBe('');
});
