import { expect, test } from 'vitest';
import { MemoryWatch } from '../../../src/datalogger/automation/memory-watch';
import { silentLog } from '../../../src/datalogger/core/log';
import { openJobsDatabase } from '../../../src/datalogger/storage/jobs/jobs-database';

const limit = 320 * 2 ** 20;
const minuteS = 60;

/** A box whose memory is as full as said, over several starts of the program. */
function box() {
  const { notes } = openJobsDatabase(':memory:');
  const did: string[] = [];
  let share = 0.5;
  let nowS = 1_790_000_000;
  const start = () => {
    const startedS = nowS;
    const program = { end: async () => void did.push('end'), leave: () => void did.push('leave') };
    const watch = new MemoryWatch({
      use: () => ({ used: share * limit, limit }),
      program,
      notes,
      log: silentLog,
      now: () => nowS * 1000,
    });
    /** Runs for this number of minutes; returns after how many of them the program ended, or null. */
    const run = async (minutes: number) => {
      const until = nowS + minutes * minuteS;
      for (; nowS < until; nowS++) {
        watch.cycle(nowS - startedS);
        await Promise.resolve();
        if (did.length > 0) return (nowS - startedS) / minuteS;
      }
      return null;
    };
    return { watch, run };
  };
  const fill = (to: number) => {
    share = to;
  };
  return { start, did, fill };
}

test('ends the program in good order when the limit stays near, and counts it', async () => {
  const { start, did, fill } = box();
  const first = start();
  expect(await first.run(60)).toBeNull();
  fill(0.95);
  expect(await first.run(1)).not.toBeNull();
  await expect.poll(() => did).toEqual(['end', 'leave']);
  expect(start().watch.endsOfDay).toBe(1);
});

test('a peak of some seconds ends nothing', async () => {
  const { start, fill } = box();
  const { run } = start();
  await run(60);
  fill(0.95);
  expect(await run(0.3)).toBeNull();
  fill(0.5);
  expect(await run(60)).toBeNull();
});

test('memory that stays short is no loop: every start of a day runs four times longer', async () => {
  const { start, did, fill } = box();
  fill(0.97);
  const ran: (number | null)[] = [];
  for (let index = 0; index < 4; index++) {
    ran.push(await start().run(1440));
    await expect.poll(() => did).toEqual(['end', 'leave']);
    did.length = 0;
  }
  expect(ran.map(minutes => Math.floor(minutes ?? 0))).toEqual([5, 20, 80, 320]);
  const { run, watch } = start();
  expect(watch.endsOfDay).toBe(4);
  expect(await run(1000)).toBeNull();
});
