/** Whether this run takes the time for what is promised in full: `npm run test:long`. */
export const isLong = process.env.LONG_TESTS === '1';

import { testMs } from './patience';

/** How often a test repeats: `npm run test:long` gives the figures that are promised, every run a part of them. */
export const rounds = (short: number, long: number): number => (isLong ? long : short);

/** ms that such a test may take. */
export const longPatience = { timeout: rounds(testMs, 3_600_000) };
