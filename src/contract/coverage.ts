/** Of what a figure needs, so much must have been measured where nobody configured it, %: below `certain` it is uncertain, below `least` none. */
export const usualCoverage = { certain: 70, least: 30 } as const;
