import {
  type Need,
  type ReportColumn,
  type ReportIndex,
  reportColumns,
  reportIndices,
} from '../../contract/report-figures';
import type { Report, ReportPart } from '../data/report';
import { about, formatQuantity, missing } from '../i18n/format';
import { t } from '../i18n/translate';

/** Marks the text of an uncertain number. */
export const marked = (text: string, isUncertain: boolean): string =>
  isUncertain && text !== missing ? about + text : text;

type Limits = Pick<Report, 'coverageLimits'>;

const isBelow = (coverage: number | null, percent: number) => coverage !== null && coverage < percent;

/** Whether less was measured than a certain figure needs, or a counter was doubted. */
export const isUncertain = (
  { coverage, isDoubted }: ReportPart,
  name: ReportIndex,
  { coverageLimits }: Limits,
): boolean => isDoubted(name) || isBelow(coverage[reportIndices[name][2]], coverageLimits.certain);

/** Says why an index is uncertain or missing; empty where enough was measured. */
export function trustWords(part: ReportPart, name: ReportIndex, report: Limits): string {
  if (part.isDoubted(name)) return t('report.uncertain', { why: t('report.needs.contatore') });
  return isUncertain(part, name, report) ? whyWords(part, reportIndices[name][2], report) : '';
}

/** Says that too little of what is needed was measured for a certain figure, or for any. */
export function whyWords({ coverage }: ReportPart, need: Need, { coverageLimits }: Limits): string {
  const percent = formatQuantity(coverage[need], 1, '%');
  const key = isBelow(coverage[need], coverageLimits.least) ? 'report.tooLittle' : 'report.uncertain';
  return t(key, { why: t(`report.needs.${need}`, { percent }) });
}

/** For each row of a column whether too little was measured, or a counter was doubted. */
export function uncertainRows(
  { rows, isDoubted }: ReportPart,
  column: ReportColumn,
  { coverageLimits }: Limits,
): readonly boolean[] {
  const coverage = reportColumns[column][2] === 'tempo' ? 'copertura' : 'copertura_luce';
  return rows.starts.map(
    (_, row) => isDoubted(column, row) || isBelow(rows.at(coverage, row), coverageLimits.certain),
  );
}
