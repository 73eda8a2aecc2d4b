/** What a report on paper consists of, in order. */
export const reportSections = [
  'energy',
  'indices',
  'balance',
  'inverters',
  'meters',
  'readings',
  'stops',
  'notes',
  'strings',
  'trend',
  'proofs',
] as const;
export type ReportSection = (typeof reportSections)[number];
