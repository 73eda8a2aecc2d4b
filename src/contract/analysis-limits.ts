/*
 * What a question to the archive, and what an account keeps of it, is limited to. Without schemas, for the console's sake.
 */

/** At most so many signals in one question. */
export const mostSignals = 8;
/** At most so many values in one answer. */
export const mostSeriesValues = 60_000;

/** Length of a row: minutes, or a calendar day or month of the plant. */
export const seriesSteps = ['1', '5', '15', '60', 'giorno', 'mese'] as const;
export type SeriesStep = (typeof seriesSteps)[number];

/** At most so many kept views of an account. */
export const mostViews = 30;
export const longestViewName = 60;
