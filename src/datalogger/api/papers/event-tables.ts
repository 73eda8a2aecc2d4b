import { reportIndices } from '../../../contract/report-figures';
import type { Report } from '../../../contract/reports';
import {
  alarmName,
  causeName,
  durationColumn,
  type PaperTable,
  spanColumns,
  valueColumns,
} from './paper-table';
import type { Writer } from './words';

export function lossesTable({ perdite: { tutte, cause, fermo } }: Report, writer: Writer): PaperTable {
  const hours = new Map<string, number>(cause.map(each => [each.causa, each.fermo]));
  return {
    title: writer.word('reports.losses'),
    columns: [
      writer.texts(
        writer.word('reports.cause'),
        tutte.cause.map(({ causa }) => causeName(writer, causa)),
        writer.word('reports.total'),
      ),
      writer.numbers(
        writer.word('report.index.fermo'),
        reportIndices.fermo,
        tutte.cause.map(({ causa }) => hours.get(causa) ?? null),
        fermo,
      ),
      ...valueColumns(tutte.cause, writer, tutte),
    ],
  };
}

/** All that was lost by device, the costliest first, with a row for each cause: a page is too narrow for all causes side by side. */
export function costsTable({ perdite: { tutte } }: Report, writer: Writer): PaperTable {
  const rows = tutte.dispositivi.flatMap(({ nome, cause }) => cause.map(each => ({ nome, ...each })));
  return {
    title: writer.word('reports.lossesByInverter'),
    columns: [
      writer.texts(
        writer.word('reports.device'),
        rows.map(({ nome }) => nome),
        writer.word('reports.total'),
      ),
      writer.texts(
        writer.word('reports.cause'),
        rows.map(({ causa }) => causeName(writer, causa)),
      ),
      ...valueColumns(rows, writer, tutte),
    ],
  };
}

export function stopsTable({ fermi }: Report, writer: Writer): PaperTable {
  return {
    title: writer.word('reports.stopsLongest'),
    columns: [
      writer.texts(
        writer.word('reports.device'),
        fermi.map(({ nome }) => nome),
      ),
      writer.texts(
        writer.word('reports.alarm'),
        fermi.map(({ codice }) => alarmName(writer, codice)),
      ),
      ...spanColumns(fermi, writer),
      durationColumn(fermi, writer),
      writer.numbers(
        writer.word('report.index.persa'),
        reportIndices.persa,
        fermi.map(({ persa }) => persa),
      ),
    ],
  };
}

/** All stops by the alarm that explains them. */
export function causesTable({ cause }: Report, writer: Writer): PaperTable {
  return {
    title: writer.word('reports.causes'),
    columns: [
      writer.texts(
        writer.word('reports.alarm'),
        cause.map(({ codice }) => alarmName(writer, codice)),
      ),
      writer.numbers(
        writer.word('reports.times'),
        ['', 0],
        cause.map(({ volte }) => volte),
      ),
      durationColumn(cause, writer),
      writer.numbers(
        writer.word('report.index.persa'),
        reportIndices.persa,
        cause.map(({ persa }) => persa),
      ),
    ],
  };
}

/** Limits of the power that were received, and what each cost. */
export function limitsTable({ limitazioni }: Report, writer: Writer): PaperTable {
  return {
    title: writer.word('reports.limits'),
    columns: [
      ...spanColumns(limitazioni, writer),
      durationColumn(limitazioni, writer),
      writer.numbers(
        writer.word('reports.limit'),
        ['%', 1],
        limitazioni.map(({ limite }) => limite),
      ),
      ...valueColumns(limitazioni, writer),
    ],
  };
}

/** Orders of work, and what those that were closed cost. */
export function workTable({ lavori = [] }: Report, writer: Writer): PaperTable {
  const texts = (head: string, of: (order: (typeof lavori)[number]) => string) =>
    writer.texts(writer.word(head), lavori.map(of));
  const costs = lavori.map(({ costo }) => costo);
  return {
    title: writer.word('reports.work'),
    columns: [
      texts('reports.begin', ({ creato }) => writer.time(creato)),
      texts('reports.end', ({ chiuso }) =>
        chiuso === null ? writer.word('reports.ongoing') : writer.time(chiuso),
      ),
      texts('reports.device', ({ nome }) => nome),
      texts('balance.text', ({ id, titolo }) => `${id} ${titolo}`),
      texts('reports.person', ({ persona }) => persona),
      writer.numbers(
        writer.word('balance.value'),
        ['€', 2],
        costs,
        costs.reduce<number | null>((sum, cost) => (cost === null ? sum : (sum ?? 0) + cost), null),
      ),
    ],
  };
}

/** What the orders of each device cost together, the costliest first; no row where none says a cost. */
export function workCostsTable({ lavori = [] }: Report, writer: Writer): PaperTable {
  const costs = new Map<string, { readonly name: string; readonly cost: number }>();
  for (const { gruppo, dispositivo, nome, costo } of lavori) {
    if (costo === null) continue;
    const device = `${gruppo} ${dispositivo ?? ''}`;
    costs.set(device, { name: nome, cost: (costs.get(device)?.cost ?? 0) + costo });
  }
  const rows = [...costs.values()].sort((a, b) => b.cost - a.cost);
  return {
    title: `${writer.word('reports.work')}: ${writer.word('balance.value')}`,
    columns: [
      writer.texts(
        writer.word('reports.device'),
        rows.map(({ name }) => name || writer.word('reports.plant')),
        writer.word('reports.total'),
      ),
      writer.numbers(
        writer.word('balance.value'),
        ['€', 2],
        rows.map(({ cost }) => cost),
        rows.reduce((sum, { cost }) => sum + cost, 0),
      ),
    ],
  };
}

export function notesTable({ note }: Report, writer: Writer): PaperTable {
  return {
    title: writer.word('reports.section.notes'),
    columns: [
      writer.texts(
        writer.word('balance.date'),
        note.map(({ da }) => writer.time(da)),
      ),
      writer.texts(
        writer.word('reports.device'),
        note.map(({ nome }) => nome),
      ),
      writer.texts(
        writer.word('balance.text'),
        note.map(({ testo, causa }) =>
          [causeName(writer, causa), testo.replaceAll(/\s+/g, ' ')].filter(Boolean).join(': '),
        ),
      ),
      writer.texts(
        writer.word('balance.author'),
        note.map(({ autore }) => autore),
      ),
    ],
  };
}
