import type { Proofs } from '../../../contract/proofs';
import { reportIndices } from '../../../contract/report-figures';
import type { ReportSection } from '../../../contract/report-sections';
import type { Report } from '../../../contract/reports';
import { doubtWords, kinds, periodName } from '../../integrations/mail/report-letter';
import type { Block, KeyFigure, Paper, PaperColumn } from './paper';
import { tablesOf } from './report-tables';
import type { Writer } from './words';

/** What a report does not know of itself. */
export interface Cover {
  readonly plant: string;
  /** Empty where none is entered. */
  readonly owner: string;
  /** Street and place of the plant; empty where none is entered. */
  readonly address: string;
  /** As `Paper` has it. */
  readonly logo: string;
  /** Epoch seconds by the plant's clock. */
  readonly createdS: number;
  readonly sections: readonly ReportSection[];
  /** Tables of what the period proves, which the datalogger has worded. */
  readonly proofs: Proofs['fogli'];
}

/** The report as a document: the figures of the console's paper, from the same answer. */
export function reportPaper(report: Report, cover: Cover, writer: Writer): Paper {
  const { periodo, dati } = report;
  const kind = kinds[report.tipo];
  const sections = cover.sections.flatMap(section =>
    section === 'proofs' ? proofBlocks(cover.proofs, writer) : sectionBlocks(report, section, writer),
  );
  const created = `${writer.word('reports.created')} ${writer.time(cover.createdS)}`;
  const names = [cover.plant, cover.owner, cover.address].filter(name => name !== '').join(', ');
  const power = dati.kwp === null ? [] : [writer.quantity(dati.kwp, 1, 'kWp')];
  const present = `${writer.word('reports.present')}: ${writer.quantity(periodo.copertura, 1, '%')}`;
  return {
    title: writer.word(`reports.title.${kind}`, { period: periodName(report, writer.language) }),
    subtitle: [names, ...power, present].join(' · '),
    createdS: cover.createdS,
    logo: cover.logo,
    foot: [cover.plant, created],
    blocks: [{ kind: 'figures', figures: keyFigures(report, writer) }, ...sections],
  };
}

function keyFigures(report: Report, writer: Writer): KeyFigure[] {
  const { indici, dati } = report;
  return (['energia', 'pr', 'disponibilita', 'immessa'] as const).map(name => {
    const [unit, decimals, need] = reportIndices[name];
    const doubt = doubtWords(report, name, need, writer.language).replaceAll(/^ \(|\)$/g, '');
    const target =
      name === 'pr' ? dati.pr_atteso : name === 'disponibilita' ? dati.disponibilita_contrattuale : null;
    const wanted =
      target === null ? '' : writer.word('report.target', { value: writer.quantity(target, 1, '%') });
    return {
      label: writer.word(`report.index.${name}`),
      value: writer.quantity(indici[name], decimals, unit),
      note: doubt || wanted,
    };
  });
}

function sectionBlocks(report: Report, section: ReportSection, writer: Writer): Block[] {
  const tables = tablesOf(section, report, writer).filter(({ columns }) => columns[0]?.cells.length !== 0);
  // Of a day the bars alone: three pages of quarter-hours are less readable, and the file of the table has them all.
  const isDay = section === 'energy' && report.tipo === 'giornaliero';
  return tables.flatMap(({ title, columns, note = '' }): Block[] => [
    { kind: 'heading', text: title },
    ...(section === 'energy' ? [energyBars(report, writer)] : []),
    ...(isDay ? [] : [{ kind: 'table', columns } as const]),
    ...(note === '' ? [] : [{ kind: 'text', text: note } as const]),
  ]);
}

const proofBlocks = (proofs: Cover['proofs'], writer: Writer): Block[] =>
  proofs.flatMap(({ titolo, colonne }): Block[] => [
    { kind: 'heading', text: titolo },
    { kind: 'table', columns: colonne.map(column => proofColumn(column, writer)) },
  ]);

function proofColumn(
  { nome, unita, decimali, valori }: Cover['proofs'][number]['colonne'][number],
  writer: Writer,
): PaperColumn {
  const isNumber = valori.some(value => typeof value === 'number');
  return {
    title: unita === '' ? nome : `${nome} [${unita}]`,
    isNumber,
    cells: valori.map(value => (typeof value === 'string' ? value : writer.number(value, decimali))),
  };
}

const labels = {
  giornaliero: { hour: '2-digit', minute: '2-digit' },
  mensile: { day: 'numeric' },
  intervallo: { day: 'numeric' },
  annuale: { month: 'short' },
  storico: { year: 'numeric' },
} as const satisfies Record<Report['tipo'], Intl.DateTimeFormatOptions>;

/** What was made as bars, what was expected as strokes. */
function energyBars({ tipo, righe }: Report, writer: Writer): Block {
  const all = [...righe.energia, ...righe.attesa].map(value => value ?? 0);
  const strokes = `${writer.word('report.column.energia')}, ${writer.word('report.expected')} –`;
  return {
    kind: 'bars',
    bars: {
      labels: righe.t.map(t => writer.time(t, labels[tipo])),
      values: righe.energia,
      compared: righe.attesa,
      top: `${writer.quantity(Math.max(0, ...all), 1, 'kWh')} (${strokes})`,
    },
  };
}
