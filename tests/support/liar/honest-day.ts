import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { DayOfLies } from './day-of-lies';

/** A small plant over real Modbus that tells the truth until a test makes it lie; it ends with the test. `startAt`: epoch seconds. */
export async function honestDay(startAt: number): Promise<DayOfLies> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'meridiana-'));
  onTestFinished(() => rmSync(dataFolder, { recursive: true }));
  const options = { size: 'small', seed: 3, startAt, restS: Number.POSITIVE_INFINITY } as const;
  const day = await DayOfLies.start({ ...options, dataFolder });
  onTestFinished(() => day.close());
  return day;
}
