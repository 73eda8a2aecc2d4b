import { type ReportIndex, reportColumns, reportIndices } from '../../../contract/report-figures';
import type { Report } from '../../../contract/reports';
import { sumOf } from '../../analytics/reports/reading';
import { coverageColumn, doubtful, type PaperTable, valueColumns } from './paper-table';
import { missing, type Writer } from './words';

export function invertersTable({ inverter, perdite }: Report, writer: Writer): PaperTable {
  // By all causes, as the table of losses has it.
  const lost = new Map(perdite.tutte.dispositivi.map(({ id, persa }) => [id, persa]));
  const index = (name: ReportIndex, of: (row: (typeof inverter)[number]) => number | null) =>
    writer.numbers(writer.word(`report.index.${name}`), reportIndices[name], inverter.map(of));
  const doubted = (cells: readonly string[]) =>
    cells.map((cell, row) => (inverter[row]?.incerta === 1 && cell !== missing ? doubtful + cell : cell));
  const energies = writer.numbers(
    writer.word('report.index.energia'),
    reportColumns.energia,
    inverter.map(({ energia }) => energia),
    sumOf(inverter.map(({ energia }) => energia)),
  );
  return {
    title: writer.word('reports.section.inverters'),
    columns: [
      writer.texts(
        writer.word('statistics.inverters'),
        inverter.map(({ nome }) => nome),
        writer.word('reports.total'),
      ),
      { ...energies, cells: doubted(energies.cells) },
      index('resa', ({ resa }) => resa),
      writer.numbers(
        writer.word('report.onMedian'),
        ['%', 1],
        inverter.map(({ scarto }) => scarto),
      ),
      index('disponibilita', ({ disponibilita }) => disponibilita),
      index('fermo', ({ fermo }) => fermo),
      index('persa', ({ id, persa }) => lost.get(id) ?? persa),
      coverageColumn(inverter, writer),
    ],
  };
}

export function metersTable({ contatori }: Report, writer: Writer): PaperTable {
  return {
    title: writer.word('reports.section.meters'),
    columns: [
      writer.texts(
        writer.word('reports.meter'),
        contatori.map(({ nome, incerta }) => (incerta === 1 ? `${doubtful}${nome}` : nome)),
      ),
      ...(['immessa', 'prelevata', 'picco'] as const).map(name =>
        writer.numbers(
          writer.word(`report.index.${name}`),
          reportIndices[name],
          contatori.map(each => each[name]),
        ),
      ),
    ],
  };
}

export function readingsTable({ letture }: Report, writer: Writer): PaperTable {
  return {
    title: writer.word('reports.section.readings'),
    columns: [
      writer.texts(
        writer.word('reports.meter'),
        letture.map(({ nome }) => nome),
      ),
      writer.texts(
        writer.word('balance.serial'),
        letture.map(({ seriale }) => seriale),
      ),
      writer.texts(
        'POD',
        letture.map(({ pod }) => pod),
      ),
      writer.texts(
        writer.word('balance.date'),
        letture.map(({ t }) => writer.time(t)),
      ),
      ...(['immessa', 'prelevata'] as const).map(name =>
        writer.numbers(
          writer.word(`report.index.${name}`),
          reportIndices[name],
          letture.map(({ e_imm, e_prel }) => (name === 'immessa' ? e_imm : e_prel)),
        ),
      ),
    ],
  };
}

export function stringsTable({ stringhe }: Report, writer: Writer): PaperTable {
  const rows = stringhe ?? [];
  return {
    title: writer.word('reports.section.strings'),
    columns: [
      writer.texts(
        writer.word('reports.string'),
        rows.map(({ nome }) => nome),
      ),
      ...valueColumns(rows, writer),
    ],
  };
}

/** What a year is declared with, a row for each direction: a page is too narrow for all registers side by side. */
export function declarationTable({ dichiarazione }: Report, writer: Writer): PaperTable {
  const rows = (dichiarazione ?? []).flatMap(
    ({ imm_da, imm_a, immessa, prel_da, prel_a, prelevata, ...meter }) => [
      { ...meter, of: 'immessa' as const, first: imm_da, last: imm_a, moved: immessa },
      { ...meter, of: 'prelevata' as const, first: prel_da, last: prel_a, moved: prelevata },
    ],
  );
  const texts = (title: string, of: (row: (typeof rows)[number]) => string) =>
    writer.texts(title, rows.map(of));
  const register = (title: string, of: (row: (typeof rows)[number]) => number | null) =>
    writer.numbers(title, reportIndices.immessa, rows.map(of));
  const [begin, end] = [writer.word('reports.begin'), writer.word('reports.end')];
  return {
    title: writer.word('balance.declaration'),
    columns: [
      texts(writer.word('reports.meter'), ({ nome }) => nome),
      texts(writer.word('balance.serial'), ({ seriale }) => seriale),
      texts('POD', ({ pod }) => pod),
      texts(writer.word('balance.ratio'), ({ rapporto }) => writer.number(rapporto, 0)),
      texts(writer.word('report.quantity'), ({ of }) => writer.word(`report.column.${of}`)),
      texts(begin, ({ da }) => writer.time(da, { dateStyle: 'short' })),
      texts(end, ({ a }) => writer.time(a, { dateStyle: 'short' })),
      register(begin, ({ first }) => first),
      register(end, ({ last }) => last),
      register(writer.word('balance.energy'), ({ moved }) => moved),
    ],
  };
}
