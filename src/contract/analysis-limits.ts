/*
 * What a question to the archive, and what an account keeps of it, is limited to. Without schemas, for the console's sake.
 */

/** Maximum number of signals in one query. */
export const mostSignals = 8;
/** Maximum number of values in one answer. */
export const mostSeriesValues = 60_000;

/** Length of a row: minutes, or a calendar day or month of the plant. */
export const seriesSteps = ['1', '5', '15', '60', 'giorno', 'mese'] as const;
export type SeriesStep = (typeof seriesSteps)[number];

/** Maximum number of saved views of an account. */
export const mostViews = 30;
export const longestViewName = 60;
