import { type CsvCell, csvText } from '../../../contract/csv';
import { decimalMarkOf, type Language, languages } from '../../../contract/languages';
import type { Recipient } from '../../../contract/recipient';
import {
  columnNames,
  indexNames,
  type Need,
  type ReportIndex,
  reportColumns,
  reportIndices,
} from '../../../contract/report-figures';
import type { Report } from '../../../contract/reports';
import { numberText } from '../../core/texts';
import { stampHead, wallStamp } from '../../core/time/wall-stamp';
import type { Letter } from './mailer';
import { wordOf } from './words';

/** The names of the kinds of report in the keys of texts. */
export const kinds = {
  giornaliero: 'day',
  mensile: 'month',
  annuale: 'year',
  storico: 'all',
  intervallo: 'range',
} as const;

/** The same for texts about the rows: those of a range are days, as of a month. */
export const rowKinds = { ...kinds, intervallo: 'month' } as const;

interface Files {
  readonly hasRows: boolean;
  /** The whole report, in the language of the recipient; null where it is not sent. */
  readonly pdf: Buffer | null;
}

/** The report as an e-mail in the language of who gets it: the indices as text, beside them the rows as CSV and the whole as PDF. */
export function reportLetter(
  report: Report,
  plant: string,
  { email, lingua }: Recipient,
  { hasRows, pdf }: Files,
): Letter {
  const kind = kinds[report.tipo];
  const period = periodName(report, lingua);
  // A range has two points, which filters of attachments take for a path.
  const name = `meridiana-${kind}-${report.periodo.d.replace('..', '_')}`;
  const title = wordOf(lingua, `reports.title.${kind}`, { period });
  const lines = indexNames.flatMap(index => {
    const value = report.indici[index];
    const [unit, decimals, need] = reportIndices[index];
    const label = wordOf(lingua, `report.index.${index}`);
    const doubt = doubtWords(report, index, need, lingua);
    return value === null ? [] : [`${label}: ${numberText(value, decimals, lingua)}${space}${unit}${doubt}`];
  });
  const coverage = report.periodo.copertura;
  const present = coverage === null ? '—' : percentText(coverage, lingua);
  return {
    to: email,
    subject: `${plant}: ${title}`,
    text: [title, plant, `${wordOf(lingua, 'reports.present')}: ${present}`, '', ...lines, ''].join('\n'),
    attachments: [
      ...(pdf ? [{ name: `${name}.pdf`, content: pdf }] : []),
      ...(hasRows ? [{ name: `${name}.csv`, content: rowsCsv(report, lingua) }] : []),
    ],
  };
}

/** Behind an uncertain figure: of how much of what it needs it is. */
export function doubtWords(report: Report, name: ReportIndex, need: Need, language: Language): string {
  const { periodo, dati, incerti } = report;
  if (incerti?.indici.includes(name))
    return ` (${wordOf(language, 'report.uncertain', { why: wordOf(language, 'report.needs.contatore') })})`;
  const ofNeed = {
    tempo: periodo.copertura,
    luce: periodo.copertura_luce,
    temperatura: periodo.copertura_temperatura,
  };
  const { [need]: percent } = ofNeed;
  if (percent === null || percent >= dati.copertura_certa) return '';
  const measured = wordOf(language, `report.needs.${need}`, {
    percent: percentText(percent, language),
  });
  return ` (${wordOf(language, 'report.uncertain', { why: measured })})`;
}

/** Every column that has a value, the datalogger's own numbers, as the console saves them. */
function rowsCsv({ tipo, righe, fuso, incerti }: Report, language: Language): string {
  const names = columnNames.filter(name => righe[name].some(value => value !== null));
  const head = names.map(name => {
    const [unit] = reportColumns[name];
    return `${wordOf(language, `report.column.${name}`)} [${unit}]`;
  });
  const doubtsOf = (row: number) =>
    names
      .filter(name => incerti?.righe[name]?.includes(row))
      .map(name => wordOf(language, `report.column.${name}`));
  const hasDoubts = righe.t.some((_, row) => doubtsOf(row).length > 0);
  const rows = righe.t.map((t, row): CsvCell[] => [
    wallStamp(t, fuso),
    ...names.map(name => ({ value: righe[name][row] ?? null, decimals: reportColumns[name][1] })),
    ...(hasDoubts ? [doubtsOf(row).join(', ')] : []),
  ]);
  if (hasDoubts) head.push(wordOf(language, 'report.needs.contatore'));
  const time = stampHead(wordOf(language, `report.time.${rowKinds[tipo]}`), righe.t, fuso);
  return csvText([[time, ...head], ...rows], decimalMarkOf(language));
}

const formats = {
  giornaliero: { dateStyle: 'long' },
  mensile: { month: 'long', year: 'numeric' },
  annuale: { year: 'numeric' },
  storico: { year: 'numeric' },
  intervallo: { day: 'numeric', month: 'long', year: 'numeric' },
} as const;

/** "10 giugno 2026", "giugno 2026", "2026"; of a range "3–17 giugno 2026". */
export function periodName({ tipo, periodo, fuso }: Report, language: Language): string {
  return nameOf(tipo, periodo, fuso, language);
}

/** The same for the period to compare with. */
export function nameOf(
  tipo: Report['tipo'],
  { da, a }: Pick<Report['periodo'], 'da' | 'a'>,
  zone: string,
  language: Language,
): string {
  const format = new Intl.DateTimeFormat(languages[language].locale, { ...formats[tipo], timeZone: zone });
  if (tipo !== 'intervallo') return format.format(da * 1000);
  // As in the console: no thin spaces beside the dash, and in Italian no days of two digits.
  const days = format.formatRange(da * 1000, (a - 1) * 1000);
  return days.replaceAll(/\s/g, ' ').replaceAll(/\b0/g, '');
}

/** Between a number and its unit, where no line ends. */
const space = '\u00a0';

const percentText = (percent: number, language: Language) => `${numberText(percent, 1, language)}${space}%`;
