import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const program = fileURLToPath(new URL('answers.ts', import.meta.url));

interface Said {
  readonly timeZone: string;
  readonly offsetMin: number;
  readonly answers: Readonly<Record<string, string>>;
}

/** What a datalogger answers on a device in the time zone `TZ`. */
async function answersIn(TZ: string): Promise<Said> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', program], {
    env: { PATH: process.env.PATH, TZ },
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout);
}

test('a device in New York, in Calcutta or in UTC answers, reports, exports and mails the same of a plant in Rome', async () => {
  const [utc, ...others] = await Promise.all(['UTC', 'America/New_York', 'Asia/Kolkata'].map(answersIn));
  expect([utc, ...others].map(said => said?.offsetMin)).toEqual([0, 300, -330]);
  expect(Object.values(utc?.answers ?? {}).every(text => text.length > 0)).toBe(true);
  expect(Object.keys(utc?.answers ?? {}).length).toBeGreaterThan(45);
  for (const { answers } of others) expect(answers).toEqual(utc?.answers);
});
