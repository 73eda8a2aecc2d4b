import { afterEach, expect, test } from 'vitest';
import { ProfileDay, problemsOfProfiles, stepS } from '../../../support/liar/profile-day';
import { longPatience, rounds } from '../../../support/long';

/*
 * The liar with devices that are read by profiles (Huawei, Sungrow, SDM630): whole numbers of 32 bits in either word order, and numbers
 * with a point. `LIAR_SEED=7` takes that seed alone.
 */

const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

const own = Number(process.env.LIAR_SEED ?? 0);
const seeds = own > 0 ? [own] : Array.from({ length: rounds(2, 6) }, (_, index) => index + 1);
const minute = 60;
const startAt = Date.parse('2026-06-10T11:00:00+02:00') / 1000;

/** Nobody lies by silence: an answer that a busy machine brings late is waited for, ms. */
const patientMs = 5000;

async function profiles(seed: number, restS: number, timeout?: number): Promise<ProfileDay> {
  const day = await ProfileDay.start({ seed, startAt, restS, ...(timeout && { timeout }) });
  toClose.push(() => day.close());
  return day;
}

/** Devices that stay doubted: on a busy machine an answer misses a step, and its value is old until the next one. */
async function lastingDoubts(day: ProfileDay): Promise<Set<string>> {
  for (let step = 0; step < 4 && (await day.doubts()).size > 0; step++) await day.pass(stepS);
  return day.doubts();
}

test('honest devices are never doubted, and every energy is that of the device', longPatience, async () => {
  const day = await profiles(1, Number.POSITIVE_INFINITY, patientMs);
  for (let quarter = 0; quarter < 4; quarter++) {
    await day.pass(15 * minute);
    expect(await lastingDoubts(day)).toEqual(new Set());
  }
  expect(await problemsOfProfiles(day)).toEqual([]);
});

test.each(seeds)('seed %i: no lie becomes a power, an energy or a total', longPatience, async seed => {
  const day = await profiles(seed, 4 * minute);
  await day.pass(90 * minute);
  day.plant.calm();
  await day.pass(12 * minute);
  const problems = await problemsOfProfiles(day);
  console.info(`${day.plant.count} lies, ${problems.length} problems`);
  expect(problems).toEqual([]);
});
