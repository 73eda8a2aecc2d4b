import { reportIndices, sentDecimals } from '../../../contract/report-figures';
import type { Report } from '../../../contract/reports';
import { rounded } from '../key-figures/indices';

type Reading = Report['letture'][number];
type Identity = Pick<Reading, 'id' | 'seriale' | 'pod' | 'rapporto'>;

/**
 * Whether two readings are of one counter behind the same transformers, so that their difference is an energy. Readings of earlier versions
 * do not say whose they were.
 */
export const isSameMeter = (a: Identity, b: Identity) =>
  a.id === b.id &&
  (a.rapporto === null ||
    b.rapporto === null ||
    (a.seriale === b.seriale && a.pod === b.pod && a.rapporto === b.rapporto));

/** What a register moved, kWh; null where it was not read or went back. */
export function movedBetween(before: number | null, after: number | null): number | null {
  if (before === null || after === null || after < before) return null;
  return rounded(after - before, sentDecimals(reportIndices.immessa));
}

interface Span {
  readonly first: Reading;
  last: Reading;
  /** Whether a register went back in between: the difference of its ends is no energy then. */
  isExportedBack: boolean;
  isImportedBack: boolean;
}

const wentBack = (before: number | null, after: number | null) =>
  before !== null && after !== null && after < before;

/** What a year is declared with: of each meter its first and its last reading. Readings are in order of time. */
export function declarationOf(readings: readonly Reading[]): Report['dichiarazione'] {
  const spans: Span[] = [];
  const open = new Map<number, Span>();
  for (const reading of readings) {
    const span = open.get(reading.id);
    if (!span || !isSameMeter(span.last, reading)) {
      const begun = { first: reading, last: reading, isExportedBack: false, isImportedBack: false };
      spans.push(begun);
      open.set(reading.id, begun);
      continue;
    }
    span.isExportedBack ||= wentBack(span.last.e_imm, reading.e_imm);
    span.isImportedBack ||= wentBack(span.last.e_prel, reading.e_prel);
    span.last = reading;
  }
  return spans
    .filter(({ first, last }) => last !== first)
    .map(declared)
    .sort((a, b) => a.id - b.id || a.da - b.da);
}

function declared({ first, last, isExportedBack, isImportedBack }: Span): Report['dichiarazione'][number] {
  const { id, nome, seriale, pod, rapporto } = last;
  return {
    id,
    nome,
    seriale,
    pod,
    rapporto,
    da: first.presa,
    a: last.presa,
    imm_da: first.e_imm,
    imm_a: last.e_imm,
    immessa: isExportedBack ? null : movedBetween(first.e_imm, last.e_imm),
    prel_da: first.e_prel,
    prel_a: last.e_prel,
    prelevata: isImportedBack ? null : movedBetween(first.e_prel, last.e_prel),
  };
}
