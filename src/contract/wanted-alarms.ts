/** What ISA-18.2 asks of alarms: at most one in ten minutes on the day's mean, at most ten in any ten minutes. */
export const wantedPerDay = 144;
export const wantedInTenMinutes = 10;
/** Shares of the alarms in %, with the priorities that each is of. */
export const wantedShares = [
  [5, [1]],
  [15, [2]],
  [80, [3, 4]],
] as const;
