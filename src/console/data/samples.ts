import { configuredPoints, deviceStates, quality, trackerStates, usualValidS } from '../../contract/codes';
import type { Group } from '../../contract/points';
import { type MeasureTable, numberAt } from './table';

/*
 * What a row of live values is worth: the one rule of the console, for every group. How old the whole answer is, plant-clock.ts knows.
 *
 * Silent: the device says nothing of now. Its sample is older than it stays good, which the row itself tells (`valido`), else the group; or
 * its state says that nobody answers. An interface protection has no such state: there bad quality says it. Its values are the last ones.
 * Doubtful: it answers, and says itself that its values are not to be relied on. What it measured in bad quality is no value.
 */

/** A sample of a device. */
export interface Sample {
  /** Code of the state in the group's own list; null where it is not told. */
  readonly state: number | null;
  readonly isSilent: boolean;
  readonly isDoubtful: boolean;
  /** Age in s when the snapshot was taken. */
  readonly ageS: number;
  /** Epoch seconds by the plant's clock. */
  readonly sampledS: number;
}

/** The sample of a row, with its numbers by point. */
export function sampleAt(table: MeasureTable, group: Group, row: number) {
  const state = numberAt(table, 'stato', row);
  const told = numberAt(table, 'q', row) ?? quality.good;
  const ageS = numberAt(table, 'eta', row) ?? 0;
  const isOld = ageS > (numberAt(table, 'valido', row) ?? usualValidS(group));
  const isSilent = isOld || isLost(group, state, told);
  const isMissing = told === quality.bad && !isSilent;
  const sample: Sample = {
    state,
    isSilent,
    isDoubtful: told < quality.good && !isSilent,
    ageS,
    sampledS: table.t - ageS,
  };
  const numberOf = (point: string) =>
    isMissing && !configuredPoints.includes(point) ? null : numberAt(table, point, row);
  return { ...sample, numberOf };
}

function isLost(group: Group, state: number | null, told: number): boolean {
  if (group === 'spi') return told === quality.bad;
  return state === (group === 'tracker' ? trackerStates.commLost : deviceStates.commLost);
}

/** The name that the contract gives a code; null where it knows none. */
export function nameOfCode<T extends Readonly<Record<string, number>>>(codes: T, code: number | null) {
  const names: readonly (keyof T)[] = Object.keys(codes);
  return names.find(name => codes[name] === code) ?? null;
}
