/*
 * Why a value is not shown: the device has answered, and what it said cannot be true. `RT` gives such a point as null and names it in
 * the column `scartati`.
 */

/**
 * `limite`: beyond what this device can give or measure. `salto`: changes faster than the quantity can. `contatore`: an energy counter moved
 * by more than the power in between can have made. `assente`: the code with which devices say that they have no value. `zeri`: the answer
 * holds nothing but zeros. `verso`: the exchange rises where production falls, as of a meter that looks the other way.
 */
export const refusalReasons = ['limite', 'salto', 'contatore', 'assente', 'zeri', 'verso'] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** A refused point as the column `scartati` tells it. */
export interface RefusalNote {
  readonly point: string;
  readonly reason: RefusalReason;
  /** The newest value that was not refused, and its age in s; null where there was none since the start. */
  readonly last: number | null;
  readonly ageS: number | null;
}

/** A cell of `scartati`: `point:reason` or `point:reason:last:age`, separated by spaces. */
export const refusalCell = (refusals: readonly RefusalNote[]): string =>
  refusals
    .map(({ point, reason, last, ageS }) =>
      [point, reason, ...(last === null || ageS === null ? [] : [last, ageS])].join(':'),
    )
    .join(' ');

const isReason = (text: string | undefined): text is RefusalReason =>
  refusalReasons.some(reason => reason === text);

/** What a cell of `scartati` tells; what another version may have added is left out. */
export const refusalsIn = (cell: string): readonly RefusalNote[] =>
  cell.split(' ').flatMap((part): RefusalNote[] => {
    const [point, reason, last, age] = part.split(':');
    if (!point || !isReason(reason)) return [];
    const isDated = last !== undefined && age !== undefined;
    return [{ point, reason, last: isDated ? Number(last) : null, ageS: isDated ? Number(age) : null }];
  });
