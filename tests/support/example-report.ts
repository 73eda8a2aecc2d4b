import { type Report, readReport } from '../../src/console/data/report';
import { columnNames, indexNames } from '../../src/contract/report-figures';

type Values = readonly (number | null)[];

interface Example {
  readonly period: string;
  readonly begin: string;
  readonly end: string;
  /** Start of each row, epoch seconds. */
  readonly starts: readonly number[];
  readonly columns?: Readonly<Record<string, Values>>;
  readonly indices?: Readonly<Record<string, number | null>>;
  /** Further fields of the answer. */
  readonly more?: object;
  /** Further fields of the period. */
  readonly span?: object;
}

export const epoch = (text: string) => Date.parse(text) / 1000;

/** An answer of `GET report` as it is sent, with the values that a test needs; all other values are null. */
export function rawReport({ period, begin, end, starts, columns = {}, indices = {}, more, span }: Example) {
  const [da, a] = [epoch(begin), epoch(end)];
  return {
    fuso: 'Europe/Rome',
    inizio_archivio: da,
    periodo: {
      d: period,
      da,
      a,
      giorni: 30,
      giorni_trascorsi: 30,
      in_corso: false,
      inizio_dati: da,
      fine_dati: a,
      copertura: 100,
      contata: null,
      ...span,
    },
    indici: { ...Object.fromEntries(indexNames.map(name => [name, null])), ...indices },
    righe: {
      t: starts,
      ...Object.fromEntries(columnNames.map(name => [name, starts.map(() => null)])),
      ...columns,
    },
    ...more,
  };
}

export function exampleReport(example: Example): Report {
  return readReport(rawReport(example));
}

/** The starts of the days of June 2026. */
export const daysOfJune = Array.from(
  { length: 30 },
  (_, day) => epoch('2026-06-01T00:00:00+02:00') + 86_400 * day,
);

/** The starts of the quarters of an hour between two instants. */
export function quarters(begin: string, end: string): readonly number[] {
  return Array.from({ length: (epoch(end) - epoch(begin)) / 900 }, (_, slot) => epoch(begin) + 900 * slot);
}
