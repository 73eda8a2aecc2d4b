import { expect, test } from 'vitest';
import { Health } from '../../../../../src/datalogger/sources/fieldbus/engine/health';

/** s after the first failure at which a device that never answers is asked, up to `untilS`. */
function triesOf(
  patience: { readonly isNight: boolean; readonly mayBeAsleep: boolean; readonly everyMs?: number },
  untilS: number,
) {
  const health = new Health();
  const tries: number[] = [];
  for (let nowMs = 0; nowMs <= untilS * 1000; nowMs += 1000) {
    if (!health.mayTry(nowMs)) continue;
    tries.push(nowMs / 1000);
    health.failed(nowMs, { retries: 2, everyMs: 5000, ...patience });
  }
  return tries;
}

test('a device that loses several answers in a row is asked again four times within a minute, then less and less', () => {
  const day = { isNight: false, mayBeAsleep: false };
  expect(triesOf(day, 200)).toEqual([0, 1, 2, 12, 22, 32, 42, 62, 102, 162]);
});

test('one that may be asleep is asked every minute after that', () => {
  const night = { isNight: true, mayBeAsleep: true };
  expect(triesOf(night, 200)).toEqual([0, 1, 2, 12, 22, 32, 42, 102, 162]);
});

test('one that is read every 15 s is not waited for longer because of that', () => {
  const box = { isNight: false, mayBeAsleep: false, everyMs: 15_000 };
  expect(triesOf(box, 100)).toEqual([0, 1, 2, 12, 22, 32, 42]);
});
