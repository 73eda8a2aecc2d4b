import type { ReportSection } from '../../../contract/report-sections';
import type { Report } from '../../../contract/reports';
import { alarmFiguresTable, alarmsTable, worstAlarmsTable } from './alarm-tables';
import { budgetTable, soilingTable } from './balance-tables';
import { declarationTable, invertersTable, metersTable, readingsTable, stringsTable } from './device-tables';
import {
  indicesTable,
  moneyTable,
  rowsTable,
  unearnedTable,
  waterfallTable,
  yearsTable,
} from './energy-tables';
import {
  causesTable,
  costsTable,
  limitsTable,
  lossesTable,
  notesTable,
  stopsTable,
  workCostsTable,
  workTable,
} from './event-tables';
import type { PaperTable } from './paper-table';
import type { Writer } from './words';

type Tables = (report: Report, writer: Writer) => readonly PaperTable[];

const tables: Readonly<Record<ReportSection, Tables>> = {
  energy: (report, writer) => [rowsTable(report, writer)],
  indices: (report, writer) => [indicesTable(report, writer)],
  balance: (report, writer) => [
    waterfallTable(report, writer),
    soilingTable(report, writer),
    budgetTable(report, writer),
    moneyTable(report, writer),
    unearnedTable(report, writer),
  ],
  inverters: (report, writer) => [invertersTable(report, writer)],
  meters: (report, writer) => [metersTable(report, writer)],
  readings: (report, writer) => [readingsTable(report, writer), declarationTable(report, writer)],
  stops: (report, writer) => [
    lossesTable(report, writer),
    costsTable(report, writer),
    stopsTable(report, writer),
    causesTable(report, writer),
    limitsTable(report, writer),
    alarmsTable(report, writer),
    worstAlarmsTable(report, writer),
    alarmFiguresTable(report, writer),
  ],
  notes: (report, writer) => [
    notesTable(report, writer),
    workTable(report, writer),
    workCostsTable(report, writer),
  ],
  strings: (report, writer) => [stringsTable(report, writer)],
  trend: (report, writer) => [yearsTable(report, writer)],
  // Not of the report (report-paper.ts).
  proofs: () => [],
};

export const tablesOf = (section: ReportSection, report: Report, writer: Writer): readonly PaperTable[] =>
  tables[section](report, writer);
