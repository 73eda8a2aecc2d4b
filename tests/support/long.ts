/** Whether this run repeats the tests as often as is promised: `npm run test:long`. */
export const isLong = process.env.LONG_TESTS === '1';

import { testMs } from './patience';

/** How often a test repeats: `npm run test:long` uses the promised number, every other run a smaller one. */
export const rounds = <T>(short: T, long: T): T => (isLong ? long : short);

/** Time limit of such a test, ms. */
export const longPatience = { timeout: rounds(testMs, 3_600_000) };
