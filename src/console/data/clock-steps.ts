import { isObject, numberOrNull } from './read';

/** The datalogger's clock was set: what it said, and what it says since. Epoch seconds. */
export interface ClockStep {
  readonly saidS: number;
  readonly saysS: number;
}

/** Of a day's table, in order; none where a datalogger does not tell. */
export function readClockSteps(table: unknown): readonly ClockStep[] {
  const steps = isObject(table) && Array.isArray(table.orologio) ? table.orologio.filter(isObject) : [];
  return steps.flatMap(({ da, a }) => {
    const [saidS, saysS] = [numberOrNull(da), numberOrNull(a)];
    return saidS === null || saysS === null ? [] : { saidS, saysS };
  });
}
