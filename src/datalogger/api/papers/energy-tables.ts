import {
  columnNames,
  type ReportColumn,
  reportColumns,
  reportIndices,
} from '../../../contract/report-figures';
import type { Report } from '../../../contract/reports';
import { sumOf } from '../../analytics/reports/reading';
import { doubtWords, rowKinds } from '../../integrations/mail/report-letter';
import { comparedName } from './compared-name';
import type { PaperColumn } from './paper';
import { causeName, coverageColumn, doubtful, type PaperTable, valueColumns } from './paper-table';
import type { Writer } from './words';

const onPaper = [
  'energia',
  'attesa',
  'epi',
  'irraggiamento',
  'pr',
  'disponibilita',
  'immessa',
  'prelevata',
  'fermo',
  'persa',
  'ricavo',
] satisfies readonly ReportColumn[];
/** Units whose rows add up to the period. */
const summed = ['kWh', 'kWh/m²', 'h', '€'];

const rowTimes = {
  giornaliero: { hour: '2-digit', minute: '2-digit' },
  mensile: { weekday: 'short', day: '2-digit', month: '2-digit' },
  intervallo: { weekday: 'short', day: '2-digit', month: '2-digit' },
  annuale: { month: 'long' },
  storico: { year: 'numeric' },
} as const satisfies Record<Report['tipo'], Intl.DateTimeFormatOptions>;

/** The rows of the period with their sums. */
export function rowsTable(report: Report, writer: Writer): PaperTable {
  const { tipo, righe, incerti } = report;
  const names = columnNames.filter(
    name => onPaper.some(each => each === name) && righe[name].some(value => value !== null),
  );
  const columns = names.map(name => {
    const [unit] = reportColumns[name];
    const total = summed.includes(unit) ? sumOf(righe[name]) : null;
    const column = writer.numbers(
      writer.word(`report.column.${name}`),
      reportColumns[name],
      righe[name],
      total,
    );
    const doubted = incerti?.righe[name] ?? [];
    return {
      ...column,
      cells: column.cells.map((cell, row) => (doubted.includes(row) ? doubtful + cell : cell)),
    };
  });
  const isDoubted = columns.some(({ cells }) => cells.some(cell => cell.startsWith(doubtful)));
  const why = writer.word('report.uncertain', { why: writer.word('report.needs.contatore') });
  return {
    title:
      tipo === 'giornaliero'
        ? writer.word('reports.section.energy')
        : writer.word(`report.energyBy.${rowKinds[tipo]}`),
    columns: [
      writer.texts(
        writer.word(`report.time.${rowKinds[tipo]}`),
        righe.t.map(t => writer.time(t, rowTimes[tipo])),
        writer.word('reports.total'),
      ),
      ...columns,
      ...comparedColumn(report, writer),
    ],
    ...(isDoubted && { note: `${doubtful} ${why}` }),
  };
}

/** The energy of the period to compare with, row by row; a month of 31 days may be beside one of 30. */
function comparedColumn(report: Report, writer: Writer): PaperColumn[] {
  const energies = report.confronto?.righe.energia ?? [];
  // Not of a day: one may have 92 rows and the other 96.
  if (energies.length === 0 || report.tipo === 'giornaliero') return [];
  const title = comparedName(report, writer, { isOfIndices: false });
  const values = report.righe.t.map((_, row) => energies[row] ?? null);
  return [writer.numbers(title, reportColumns.energia, values, sumOf(energies))];
}

export function indicesTable(report: Report, writer: Writer): PaperTable {
  const { indici, confronto, periodo } = report;
  const names = (Object.keys(reportIndices) as (keyof typeof reportIndices)[]).filter(
    name => indici[name] !== null,
  );
  const textOf = (name: (typeof names)[number], from: Report['indici']) =>
    writer.quantity(from[name], reportIndices[name][1], reportIndices[name][0]);
  const number = (title: string, cells: readonly string[]): PaperColumn => ({ title, isNumber: true, cells });
  return {
    title: writer.word('reports.section.indices'),
    columns: [
      writer.texts(
        writer.word('report.quantity'),
        names.map(
          name =>
            writer.word(`report.index.${name}`) +
            doubtWords(report, name, reportIndices[name][2], writer.language),
        ),
      ),
      number(
        writer.word('report.value'),
        names.map(name => textOf(name, indici)),
      ),
      ...(confronto
        ? [
            number(
              comparedName(report, writer, { isOfIndices: true }),
              names.map(name => textOf(name, confronto.indici)),
            ),
          ]
        : []),
      writer.numbers(
        writer.word('report.column.copertura'),
        reportColumns.copertura,
        names.map(name => {
          const { copertura, copertura_luce, copertura_temperatura } = periodo;
          const of = { tempo: copertura, luce: copertura_luce, temperatura: copertura_temperatura };
          return of[reportIndices[name][2]];
        }),
      ),
    ],
  };
}

export function waterfallTable({ cascata }: Report, writer: Writer): PaperTable {
  const { riferimento = 0, termini = [], contatore = 0 } = cascata ?? {};
  const rows = [
    [writer.word('balance.light'), riferimento] as const,
    ...termini.map(
      ({ termine, causa, energia }) =>
        [writer.word(`balance.term.${termine}`, { cause: causeName(writer, causa) }), energia] as const,
    ),
    [writer.word('balance.atMeter'), contatore] as const,
  ];
  const shown = cascata ? rows : [];
  return {
    title: writer.word('balance.waterfall'),
    columns: [
      writer.texts(
        writer.word('report.quantity'),
        shown.map(([name]) => name),
      ),
      writer.numbers(
        writer.word('balance.energy'),
        reportIndices.energia,
        shown.map(([, kwh]) => kwh),
      ),
      writer.numbers(
        writer.word('balance.share'),
        ['%', 2],
        shown.map(([, kwh]) => (riferimento === 0 ? null : (100 * kwh) / riferimento)),
      ),
    ],
  };
}

export function moneyTable({ economia }: Report, writer: Writer): PaperTable {
  const { fasce = [], a_fasce = false, ricavo = 0 } = economia ?? {};
  return {
    title: writer.word('balance.money'),
    columns: [
      writer.texts(
        writer.word('report.quantity'),
        fasce.map(({ fascia }) => writer.word(a_fasce ? 'balance.soldIn' : 'balance.sold', { band: fascia })),
        writer.word('reports.total'),
      ),
      writer.numbers(
        writer.word('balance.energy'),
        reportColumns.energia,
        fasce.map(({ energia }) => energia),
        sumOf(fasce.map(({ energia }) => energia)),
      ),
      writer.numbers(
        writer.word('balance.price'),
        ['€/kWh', 5],
        fasce.map(({ prezzo }) => prezzo),
      ),
      writer.numbers(
        writer.word('balance.value'),
        ['€', 2],
        fasce.map(each => each.ricavo),
        ricavo,
      ),
    ],
  };
}

/** What each cause of losses would have earned; no row without a price. */
export function unearnedTable({ economia, perdite: { tutte } }: Report, writer: Writer): PaperTable {
  const shown = economia ? tutte.cause : [];
  return {
    title: `${writer.word('balance.money')}: ${writer.word('balance.lost')}`,
    columns: [
      writer.texts(
        writer.word('reports.cause'),
        shown.map(({ causa }) => causeName(writer, causa)),
        writer.word('reports.total'),
      ),
      ...valueColumns(shown, writer, tutte),
    ],
  };
}

export function yearsTable({ andamento }: Report, writer: Writer): PaperTable {
  const years = andamento?.anni ?? [];
  const change = andamento?.degrado ?? null;
  return {
    title: writer.word('reports.section.trend'),
    columns: [
      writer.texts(
        writer.word('reports.year'),
        years.map(({ anno }) => String(anno)),
      ),
      ...(['energia', 'resa', 'pr25'] as const).map(name =>
        writer.numbers(
          writer.word(`report.index.${name}`),
          reportIndices[name],
          years.map(year => year[name]),
        ),
      ),
      coverageColumn(years, writer),
    ],
    ...(change !== null && {
      note: writer.word('reports.ageing', { percent: writer.quantity(change, 2, '%') }),
    }),
  };
}
