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

/** Whether less was measured than a certain figure needs. */
export const isUncertain = (
  { coverage }: ReportPart,
  name: ReportIndex,
  { coverageLimits }: Limits,
): boolean => isBelow(coverage[reportIndices[name][2]], coverageLimits.certain);

/** Says why an index is uncertain or missing; empty where enough was measured. */
export function trustWords(part: ReportPart, name: ReportIndex, report: Limits): string {
  return isUncertain(part, name, report) ? whyWords(part, reportIndices[name][2], report) : '';
}

/** Says that too little of what is needed was measured for a certain figure, or for any. */
export function whyWords({ coverage }: ReportPart, need: Need, { coverageLimits }: Limits): string {
  const percent = formatQuantity(coverage[need], 1, '%');
  const key = isBelow(coverage[need], coverageLimits.least) ? 'report.tooLittle' : 'report.uncertain';
  return t(key, { why: t(`report.needs.${need}`, { percent }) });
}

/** For each row of a column whether too little was measured. */
export function uncertainRows(
  { rows }: ReportPart,
  column: ReportColumn,
  { coverageLimits }: Limits,
): readonly boolean[] {
  const coverage = reportColumns[column][2] === 'tempo' ? 'copertura' : 'copertura_luce';
  return rows.starts.map((_, row) => isBelow(rows.at(coverage, row), coverageLimits.certain));
}
