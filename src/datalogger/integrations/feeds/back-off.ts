const firstWaitMs = 1000;
export const longestWaitMs = 300_000;
/** About an hour of failures. */
const exhaustedAfter = 20;

/** Delay (ms) of the next attempt, by the number of failures in a row. */
export const waitMsAfter = (failures: number) => Math.min(longestWaitMs, firstWaitMs * 2 ** (failures - 1));

export const isExhaustedAfter = (failures: number) => failures > exhaustedAfter;
