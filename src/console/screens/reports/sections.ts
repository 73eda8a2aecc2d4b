import { type ReportSection, reportSections } from '../../../contract/report-sections';
import { kindOf, type PeriodKind } from '../../data/periods';
import type { Report } from '../../data/report';
import {
  budgetSheet,
  costsSheet,
  moneySheet,
  notesSheet,
  waterfallSheet,
  workSheet,
} from '../../reporting/balance';
import { comparedSpan } from '../../reporting/period-words';
import type { Sheet } from '../../reporting/sheet';
import { indicesSheet, invertersSheet, rowsSheet } from '../../reporting/sheets';
import { declarationSheet, readingsSheet } from './readings';
import {
  alarmFiguresSheet,
  alarmsSheet,
  causesSheet,
  limitsSheet,
  lossesSheet,
  metersSheet,
  soilingSheet,
  stopsSheet,
  stringsSheet,
  worstAlarmsSheet,
  yearsSheet,
} from './sheets';

/** The tables of a section of the report; empty if the period has none. */
type Tables = (report: Report, comparedLabel: string) => readonly Sheet[];

const tables: Record<ReportSection, Tables> = {
  energy: (report, comparedLabel) => [rowsSheet(report, comparedLabel)],
  indices: report => [indicesSheet(report, comparedSpan(report))],
  balance: report => [waterfallSheet(report), soilingSheet(report), budgetSheet(report), moneySheet(report)],
  inverters: report => [invertersSheet(report)],
  meters: report => [metersSheet(report)],
  stops: report => [
    ...[lossesSheet(report), costsSheet(report), stopsSheet(report), causesSheet(report)],
    limitsSheet(report),
    ...[alarmsSheet(report), worstAlarmsSheet(report), alarmFiguresSheet(report)],
  ],
  readings: report => [readingsSheet(report), declarationSheet(report)],
  notes: report => [notesSheet(report), ...(report.work.length > 0 ? [workSheet(report)] : [])],
  strings: report => [stringsSheet(report)],
  trend: report => [yearsSheet(report)],
  // Read by themselves (Proofs).
  proofs: () => [],
};

/** The contents of a daily, a monthly and an annual report (domain brief, section 4). */
const contents: Record<PeriodKind, readonly ReportSection[]> = {
  day: ['energy', 'indices', 'balance', 'inverters', 'meters', 'stops', 'notes', 'strings'],
  month: reportSections.filter(name => name !== 'trend'),
  year: reportSections,
  range: reportSections.filter(name => !['trend', 'readings', 'proofs'].includes(name)),
  all: ['energy', 'indices', 'balance', 'inverters', 'meters', 'stops', 'notes', 'trend'],
};

export function sectionsOf(report: Report): readonly ReportSection[] {
  return contents[kindOf(report.period)].filter(name => name !== 'strings' || report.strings.length > 0);
}

export function tablesOf(section: ReportSection, report: Report, comparedLabel: string): readonly Sheet[] {
  return tables[section](report, comparedLabel);
}

/** A day on paper has only the curve, because three pages of quarter-hours are less readable; the file has all of them. */
export function isOnPaper(section: ReportSection, report: Report): boolean {
  return section !== 'energy' || kindOf(report.period) !== 'day';
}
