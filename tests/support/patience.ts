/*
 * How long tests wait, said in one place: long, because the machine may be busy and no test says anything about time. What comes
 * sooner is not waited for.
 */

/** ms for what is polled or looked for: an element, a value, an address. */
export const waitMs = 30_000;
/** ms for a whole test, and for what is set up before it. */
export const testMs = 240_000;
