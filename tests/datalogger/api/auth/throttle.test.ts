import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createThrottle, type Throttle } from '../../../../src/datalogger/api/auth/throttle';
import {
  type ConfigDatabase,
  openConfigDatabase,
} from '../../../../src/datalogger/storage/config/config-database';
import { type TestClock, testClock } from '../../../support/clock';

let clock: TestClock;
let config: ConfigDatabase;
let throttle: Throttle;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  clock = testClock('2026-06-10T13:42:10+02:00');
  config = openConfigDatabase(':memory:');
  throttle = createThrottle(clock, config.throttleRows);
});
afterEach(() => {
  config.close();
  vi.useRealTimers();
});

let strangers = 0;
/** An address that nobody has had before. */
function stranger(): string {
  strangers += 1;
  return `10.${strangers >> 16}.${(strangers >> 8) & 255}.${strangers & 255}`;
}

const minute = 60;
async function pass(seconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
  for (let second = 0; second < seconds; second += 1) {
    clock.advance(1000);
    await vi.advanceTimersByTimeAsync(1000);
  }
}

/** What becomes of an attempt: the seconds it had to wait, or those of the answer. */
async function attempt(key: string, address: string): Promise<{ afterS: number } | { refusedForS: number }> {
  const beganMs = clock.monotonic();
  const refusal = await throttle.attempt(key, address);
  return refusal
    ? { refusedForS: refusal.waitSeconds }
    : { afterS: Math.round((clock.monotonic() - beganMs) / 1000) };
}

/** An attempt, with the time it takes. */
async function attemptInTime(key: string, address: string) {
  const made = attempt(key, address);
  await pass(15);
  return made;
}

test('A10, A11: guesses at one account from ever other addresses come one by one, 3 s apart in the end', async () => {
  const beganMs = clock.monotonic();
  const waits: number[] = [];
  for (let n = 0; n < 120; n += 1) {
    const made = attempt('admin', stranger());
    let isDone = false;
    void made.finally(() => {
      isDone = true;
    });
    await vi.advanceTimersByTimeAsync(0);
    while (!isDone) await pass(1);
    const outcome = await made;
    waits.push('afterS' in outcome ? outcome.afterS : Number.NaN);
  }
  expect(waits).toEqual([
    ...Array(10).fill(0),
    ...Array(10).fill(1),
    ...Array(10).fill(2),
    ...Array(90).fill(3),
  ]);
  expect((clock.monotonic() - beganMs) / 1000).toBe(300);
  // Another account is another matter, and after a quiet while so is this one.
  expect(await attempt('operatore', stranger())).toEqual({ afterS: 0 });
  await pass(10 * minute);
  expect(await attempt('admin', stranger())).toEqual({ afterS: 0 });
});

test('A10: at once they are no faster: four wait, the others have to come back', async () => {
  const made = Array.from({ length: 120 }, () => attempt('admin', stranger()));
  await pass(15);
  const outcomes = await Promise.all(made);
  expect(outcomes.filter(outcome => 'afterS' in outcome)).toEqual([
    ...Array(10).fill({ afterS: 0 }),
    ...[1, 2, 3, 4].map(afterS => ({ afterS })),
  ]);
  expect(outcomes.filter(outcome => 'refusedForS' in outcome)).toEqual(Array(106).fill({ refusedForS: 1 }));
});

test('A09: the right user comes before all who have tried, and from where they have logged in without waiting', async () => {
  await attempt('admin', '192.168.1.50');
  throttle.succeed('admin', '192.168.1.50');
  const attackers = Array.from({ length: 60 }, stranger);
  const attack = () => {
    for (const address of attackers) void attempt('admin', address);
  };
  attack();
  await pass(15);
  attack();
  expect(await attempt('admin', '192.168.1.50')).toEqual({ afterS: 0 });
  const elsewhere = attempt('admin', '192.168.1.51');
  attack();
  await pass(15);
  const outcome = await elsewhere;
  expect('afterS' in outcome && outcome.afterS).toBeLessThanOrEqual(3);
});

test('an attempt that was not let through counts as none', async () => {
  for (let n = 0; n < 10; n += 1) await attempt('admin', stranger());
  for (let n = 0; n < 4; n += 1) void attempt('admin', stranger());
  const turnedAway = stranger();
  for (let n = 0; n < 8; n += 1) expect(await attempt('admin', turnedAway)).toEqual({ refusedForS: 1 });
  await pass(15);
  expect(await attemptInTime('admin', turnedAway)).toMatchObject({ afterS: 1 });
});

test('where somebody has logged in is known after a restart, for each account', async () => {
  await attempt('admin', '2001:db8:1:2::3');
  throttle.succeed('admin', '2001:db8:1:2::3');
  throttle = createThrottle(clock, config.throttleRows);
  for (const key of ['admin', 'operatore']) for (let n = 0; n < 10; n += 1) await attempt(key, stranger());
  expect(await attempt('admin', '2001:db8:1:2::4')).toEqual({ afterS: 0 });
  expect(await attemptInTime('operatore', '2001:db8:1:2::4')).toEqual({ afterS: 1 });
});

test('A10: the addresses of one IPv6 network are one address', async () => {
  for (let n = 1; n <= 5; n += 1) expect(await attempt('admin', `2001:db8::${n}`)).toEqual({ afterS: 0 });
  expect(await attempt('admin', '2001:db8::6')).toEqual({ refusedForS: 30 });
  expect(await attempt('admin', '2001:db8:0:1::6')).toEqual({ afterS: 0 });
  for (let n = 1; n <= 15; n += 1) await attempt(`user${n}`, `2001:db8::${n}`);
  expect(await attempt('nobody', '2001:db8::7')).toEqual({ refusedForS: 60 });
});

test('A12: remembers the 10,000 newest pairs of account and address, and forgets the oldest', async () => {
  for (let n = 0; n < 4; n += 1) await attempt('first', '192.0.2.1');
  for (let n = 0; n < 10_000; n += 1) await attempt(`user${n}`, stranger());
  // The four earlier failures are forgotten: a fifth one in a row would be refused from the next attempt on.
  expect(await attempt('first', '192.0.2.1')).toEqual({ afterS: 0 });
  expect(await attempt('first', '192.0.2.1')).toEqual({ afterS: 0 });
});
