/*
 * Time limits of all tests. They are long because the machine may be busy and no test asserts a duration; a wait ends as soon as its
 * condition holds.
 */

/** How much longer than usual everything may take: more on an emulated machine (`npm run test:kernel`). */
export const patience = Number(process.env.PATIENCE ?? 1);
/** Time limit for polling for an element, a value or an address, ms. */
export const waitMs = 60_000 * patience;
/** Time limit for a whole test and for its set-up, ms. */
export const testMs = 600_000 * patience;
