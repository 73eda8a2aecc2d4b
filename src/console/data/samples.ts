import { type MeasureTable, numberAt } from './table';

/*
 * How old and how good the sample of a row is. A sample is stale after three refreshes of its device, at least 30 s; here
 * stands the least limit, which holds for all that is sampled every 10 s or faster.
 */
export const staleAfterS = 30;

/** Age of the row's sample in s when the snapshot was taken. */
export function ageAt(table: MeasureTable, row: number): number {
  return numberAt(table, 'eta', row) ?? 0;
}

/** OPC quality that is good. */
const goodQuality = 192;

/** Whether the row says of itself that its values are not to be relied on, as of a sum without all its parts. */
export function isDoubtfulAt(table: MeasureTable, row: number): boolean {
  return (numberAt(table, 'q', row) ?? goodQuality) < goodQuality;
}

/** A number that is good, however old; else null. */
export function goodAt(table: MeasureTable, column: string, row: number): number | null {
  return numberAt(table, 'q', row) === 0 ? null : numberAt(table, column, row);
}

/** A number that is good and young enough to be called live; else null. */
export function freshAt(table: MeasureTable, column: string, row: number): number | null {
  return ageAt(table, row) > staleAfterS ? null : goodAt(table, column, row);
}
