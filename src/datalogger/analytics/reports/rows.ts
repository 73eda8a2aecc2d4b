import {
  columnNames,
  type ReportColumn,
  reportColumns,
  sentDecimals,
} from '../../../contract/report-figures';
import type { ReportRows } from '../../../contract/report-part';
import type { Frame } from '../../storage/measures/frame';
import * as kpi from '../key-figures/formulae';
import {
  comparisonOf,
  coveragesOf,
  type PeriodSums,
  type PlantFacts,
  rounded,
  shownOf,
} from '../key-figures/indices';
import { type Reading, readingOf } from './reading';

type Row = Record<ReportColumn, number | null>;

/** What a row is computed from. */
export interface RowSource {
  readonly sums: PeriodSums;
  readonly plant: Frame | undefined;
  readonly isQuarter: boolean;
  readonly facts: PlantFacts;
}

function byColumn<T>(make: (name: ReportColumn) => T): Record<ReportColumn, T> {
  // The list of names is complete.
  return Object.fromEntries(columnNames.map(name => [name, make(name)])) as Record<ReportColumn, T>;
}

const emptyRow: Row = byColumn(() => null);

/** Whether an expected energy was known; archives of older versions have its counter only. */
const isCompared = (read: Reading): boolean => read(0, 'atteso', 1) !== null || (read(0, 'eattesa') ?? 0) > 0;

function exactRow({ sums, plant, isQuarter, facts }: RowSource): Row {
  const coverages = coveragesOf(sums);
  const copertura = coverages.tempo;
  // A quarter without samples is a gap: it has the energies that counters showed afterwards, and nothing else.
  if (!plant || (isQuarter && sums.measuredS === 0)) {
    const { energyKwh, exportedKwh, importedKwh } = sums;
    return { ...emptyRow, copertura, energia: energyKwh, immessa: exportedKwh, prelevata: importedKwh };
  }
  const read = readingOf('impianto', plant);
  const ofQuarter = (name: string) => (isQuarter ? read(0, name) : null);
  return {
    energia: sums.energyKwh,
    // Without light and module temperature nothing is known to be expected: that is no 0.
    attesa: isQuarter
      ? isCompared(read)
        ? sums.expectedKwh
        : null
      : shownOf(sums.expectedKwh, coverages.temperatura, facts.limits),
    potenza: ofQuarter('pac'),
    potenza_attesa: ofQuarter('pattesa'),
    poa: ofQuarter('poa'),
    irraggiamento: sums.irradiation,
    ...comparisonOf(sums, facts),
    disponibilita: shownOf(kpi.technicalAvailability(sums.available, sums.useful), copertura, facts.limits),
    copertura,
    copertura_luce: coverages.luce,
    picco: sums.peakKw,
    immessa: sums.exportedKwh,
    prelevata: sums.importedKwh,
    fermo: sums.standstillH,
    persa: sums.lostKwh,
    tmod: read(0, 'tmod'),
    tamb: read(0, 'tamb'),
    // The money of a row is computed with the prices of its hours (money.ts).
    ricavo: null,
  };
}

/** The rows as columns, rounded. */
export function rowsOf(slots: readonly number[], sources: readonly RowSource[]): ReportRows {
  const exact = sources.map(exactRow);
  return {
    t: [...slots],
    ...byColumn(name => exact.map(row => rounded(row[name], sentDecimals(reportColumns[name])))),
  };
}
