import { reportColumns, reportIndices } from '../../../contract/report-figures';
import type { PaperColumn } from './paper';
import type { Writer } from './words';

/** A table with its title; `note`: a sentence below it. */
export interface PaperTable {
  readonly title: string;
  readonly columns: readonly PaperColumn[];
  readonly note?: string;
}

/** In front of a number of a counter that was doubted. */
export const doubtful = '~';

export const causeName = (writer: Writer, cause: string | null) =>
  cause === null ? '' : writer.word(`reports.lossCause.${cause}`) || cause;

export const alarmName = (writer: Writer, code: string) =>
  `${code} ${writer.word(`alarm.${code}.title`)}`.trim();

/** Begin and end; of what goes on, that it does. */
export function spanColumns(
  rows: readonly { readonly inizio: number; readonly fine: number | null }[],
  writer: Writer,
): PaperColumn[] {
  return [
    writer.texts(
      writer.word('reports.begin'),
      rows.map(({ inizio }) => writer.time(inizio)),
    ),
    writer.texts(
      writer.word('reports.end'),
      rows.map(({ fine }) => (fine === null ? writer.word('reports.ongoing') : writer.time(fine))),
    ),
  ];
}

export const durationColumn = (
  rows: readonly { readonly durata: number }[],
  writer: Writer,
): PaperColumn => ({
  title: writer.word('reports.duration'),
  isNumber: true,
  cells: rows.map(({ durata }) => writer.duration(durata)),
});

export const coverageColumn = (
  rows: readonly { readonly copertura: number | null }[],
  writer: Writer,
): PaperColumn =>
  writer.numbers(
    writer.word('report.column.copertura'),
    reportColumns.copertura,
    rows.map(({ copertura }) => copertura),
  );

interface Cost {
  readonly persa: number | null;
  readonly valore: number | null;
}

/** Lost energy, and what it would have earned where there is a price. `total`: in the last row. */
export function valueColumns(rows: readonly Cost[], writer: Writer, total?: Cost): PaperColumn[] {
  const energy = writer.numbers(
    writer.word('report.index.persa'),
    reportIndices.persa,
    rows.map(({ persa }) => persa),
    total?.persa,
  );
  if (rows.every(({ valore }) => valore === null)) return [energy];
  const values = rows.map(({ valore }) => valore);
  return [energy, writer.numbers(writer.word('balance.value'), ['€', 2], values, total?.valore)];
}
