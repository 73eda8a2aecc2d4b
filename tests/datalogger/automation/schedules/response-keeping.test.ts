import { expect, test } from 'vitest';
import { keptDays, responseWatch } from '../../../../src/datalogger/automation/schedules/response-keeping';
import {
  quantileOf,
  ResponseCount,
  type ResponseTimes,
} from '../../../../src/datalogger/plant/response-times';
import type { Snapshot } from '../../../../src/datalogger/plant/snapshot';
import { openJobsDatabase } from '../../../../src/datalogger/storage/jobs/jobs-database';

const at = (text: string) => Date.parse(text) / 1000;
const daysS = 86_400;

/** The keeper of a bus with one device, of which `counted` says what was answered since it was asked last. */
function rig() {
  const jobs = openJobsDatabase(':memory:');
  const count = new ResponseCount();
  const failures: unknown[] = [];
  let isFull = false;
  const days: typeof jobs.responseDays = {
    of: jobs.responseDays.of,
    add: (...all) => {
      if (isFull) throw new Error('full');
      jobs.responseDays.add(...all);
    },
  };
  const bus = {
    takeResponses: () => {
      const times = count.take();
      return new Map<string, ResponseTimes>(times ? [['inverters:1', times]] : []);
    },
  };
  const watch = responseWatch({
    plant: { bus: bus as never },
    days,
    zone: () => 'Europe/Rome',
    onFailure: (error: unknown) => void failures.push(error),
  });
  return {
    count,
    failures,
    fill: (full: boolean) => {
      isFull = full;
    },
    look: (t: number) => watch({ t } as Snapshot, t),
    days: () => jobs.responseDays.of('inverters:1'),
  };
}

test('median and 95 % of a day are those of all its answers, to a twentieth, in a few hundred bytes', () => {
  const count = new ResponseCount();
  const all = Array.from({ length: 17_280 }, (_, index) => 12 + (index % 90) + (index % 100 === 0 ? 900 : 0));
  for (const ms of all) count.add(ms);
  const times = count.take();
  if (!times) throw new Error('nothing was counted');
  const sorted = all.sort((a, b) => a - b);
  for (const share of [0.5, 0.95]) {
    const exact = sorted[Math.floor(share * sorted.length)] ?? 0;
    expect(Math.abs((quantileOf(times, share) ?? 0) / exact - 1)).toBeLessThan(0.05);
  }
  expect(times).toMatchObject({ answered: 17_280, missed: 0, least: sorted[0], most: sorted.at(-1) });
  expect(JSON.stringify(times).length).toBeLessThan(500);
  expect(count.take()).toBeNull();
});

test('answers are written every five minutes to the day in which they came', () => {
  const { count, look, days } = rig();
  look(at('2026-06-10T23:50:00+02:00'));
  count.add(20);
  look(at('2026-06-10T23:52:00+02:00'));
  expect(days()).toEqual([]);
  count.add(null);
  look(at('2026-06-10T23:55:00+02:00'));
  count.add(40);
  look(at('2026-06-11T00:00:00+02:00'));
  count.add(30);
  look(at('2026-06-11T00:05:00+02:00'));
  expect(days().map(({ day, times: { classes: _, ...times } }) => ({ day, ...times }))).toEqual([
    { day: '2026-06-11', answered: 1, missed: 0, least: 30, most: 30 },
    { day: '2026-06-10', answered: 2, missed: 1, least: 20, most: 40 },
  ]);
});

test('days older than thirty are forgotten', () => {
  const { count, look, days } = rig();
  const first = at('2026-06-10T12:00:00+02:00');
  look(first);
  for (let day = 0; day < 40; day++) {
    count.add(20);
    look(first + day * daysS + 600);
  }
  expect(days().length).toBe(keptDays);
  expect(days()[0]?.day).toBe('2026-07-18');
});

test('what cannot be written waits', () => {
  const { count, look, days, fill, failures } = rig();
  look(at('2026-06-10T12:00:00+02:00'));
  fill(true);
  count.add(20);
  look(at('2026-06-10T12:05:00+02:00'));
  expect(failures).toHaveLength(1);
  fill(false);
  count.add(60);
  look(at('2026-06-10T12:10:00+02:00'));
  expect(days()[0]?.times).toMatchObject({ answered: 2, least: 20, most: 60 });
});
