import { isObject, numberOrNull, objectsIn } from './read';

/** The datalogger's clock was set: its time before and after. Epoch seconds. */
export interface ClockStep {
  readonly saidS: number;
  readonly saysS: number;
}

/** The clock steps of a day's table, in order; none where the datalogger does not report them. */
export function readClockSteps(table: unknown): readonly ClockStep[] {
  const steps = isObject(table) ? objectsIn(table.orologio) : [];
  return steps.flatMap(({ da, a }) => {
    const [saidS, saysS] = [numberOrNull(da), numberOrNull(a)];
    return saidS === null || saysS === null ? [] : { saidS, saysS };
  });
}
