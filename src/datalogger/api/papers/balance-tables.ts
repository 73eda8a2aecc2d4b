import { reportIndices } from '../../../contract/report-figures';
import type { Report } from '../../../contract/reports';
import { type PaperTable, spanColumns, valueColumns } from './paper-table';
import type { Writer } from './words';

/** What dirt took from each cleaning to the next. */
export function soilingTable({ sporcamento }: Report, writer: Writer): PaperTable {
  const rows = sporcamento?.pulizie ?? [];
  const note = sporcamento ? soilingWords(sporcamento, writer) : '';
  const causeOf = (cause: (typeof rows)[number]['causa']) => {
    if (cause === null) return '';
    return writer.word(cause === 'pioggia' ? 'reports.rain' : `reports.lossCause.${cause}`);
  };
  return {
    title: writer.word('balance.term.sporcamento'),
    columns: [
      ...spanColumns(rows, writer),
      writer.texts(
        writer.word('reports.cause'),
        rows.map(({ causa }) => causeOf(causa)),
      ),
      writer.numbers(
        writer.word('reports.soilingRatio'),
        ['%', 2],
        rows.map(({ rapporto }) => rapporto),
      ),
      ...valueColumns(rows, writer),
    ],
    ...(note !== '' && { note }),
  };
}

/** How fast dirt comes, what it took since the last cleaning, and when a wash pays. */
function soilingWords(
  { tasso, da_pulizia, conviene }: NonNullable<Report['sporcamento']>,
  writer: Writer,
): string {
  if (tasso === null) return '';
  const { persa, valore } = da_pulizia ?? { persa: null, valore: null };
  const worth = valore === null ? '' : ` (${writer.quantity(valore, 2, '€')})`;
  const energy = writer.quantity(persa, 1, 'kWh') + worth;
  return [
    writer.word('reports.soilingRate', { percent: writer.quantity(tasso, 3, '%') }),
    ...(persa === null ? [] : [writer.word('reports.sinceCleaning', { energy })]),
    ...(conviene === null
      ? []
      : [writer.word('reports.washPays', { date: writer.time(conviene, { dateStyle: 'short' }) })]),
  ].join(' ');
}

const asked = [
  ['p50', 'energia', 'balance.p50'],
  ['p90', 'energia', 'balance.p90'],
  ['irraggiamento', 'resa_riferimento', 'report.index.resa_riferimento'],
  ['pr', 'pr', 'report.index.pr'],
  ['disponibilita', 'disponibilita', 'report.index.disponibilita'],
] as const;

/** What the budget asks of the time that has passed, beside what it gave. */
export function budgetTable({ budget, indici }: Report, writer: Writer): PaperTable {
  const rows = (budget ? asked : []).map(([name, index, word]) => {
    const [unit, decimals] = reportIndices[index];
    const [given, wanted] = [indici[index], budget?.[name] ?? null];
    const away = given === null || wanted === null || wanted === 0 ? null : (100 * given) / wanted - 100;
    const texts = [given, wanted].map(value => writer.quantity(value, decimals, unit));
    return { word, texts, away };
  });
  const quantities = (title: string, at: 0 | 1) => ({
    title: writer.word(title),
    isNumber: true,
    cells: rows.map(({ texts }) => texts[at] ?? ''),
  });
  return {
    title: writer.word('balance.budget'),
    columns: [
      writer.texts(
        writer.word('report.quantity'),
        rows.map(({ word }) => writer.word(word)),
      ),
      quantities('report.value', 0),
      quantities('balance.expected', 1),
      writer.numbers(
        writer.word('balance.difference'),
        ['%', 1],
        rows.map(({ away }) => away),
      ),
    ],
  };
}
