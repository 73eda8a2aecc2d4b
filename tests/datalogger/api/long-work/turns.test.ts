import { expect, test } from 'vitest';
import { Turns } from '../../../../src/datalogger/api/long-work/turns';

/** Keeps the process busy, as a report does. */
function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test('G06: a burst of one account leaves others half of the time, and its ninth call is refused', async () => {
  const turns = new Turns();
  const order: string[] = [];
  const burst = Array.from({ length: 8 }, (_, at) =>
    turns.take({ accountId: 1 }, () => {
      work(20);
      order.push(`first ${at}`);
    }),
  );
  await expect(turns.take({ accountId: 1 }, () => 0)).rejects.toMatchObject({ status: 429 });
  await turns.take({ accountId: 2 }, () => order.push('second'));
  expect(order.length, 'the second account waited for one call of the first at most').toBeLessThanOrEqual(2);
  const begin = performance.now();
  await Promise.all(burst);
  expect(performance.now() - begin).toBeGreaterThan(7 * 40 - 40);
  expect(order.filter(who => who !== 'second')).toEqual(Array.from({ length: 8 }, (_, at) => `first ${at}`));
});

test('calls one after the other wait for nothing, and a failure stops nobody', async () => {
  const turns = new Turns();
  await turns.take({ accountId: 1 }, () => work(100));
  let isDone = false;
  const second = turns.take({ accountId: 1 }, () => {
    isDone = true;
  });
  await new Promise(setImmediate);
  expect(isDone, 'without a pause').toBe(true);
  await second;
  const failed = turns.take({ accountId: 1 }, () => {
    throw new Error('no');
  });
  const next = turns.take({ accountId: 1 }, () => 'done');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('done');
});
