import type { ReactNode } from 'react';
import type { Report } from '../data/report';
import { downloadTable } from '../data/table-file';
import { DataTable } from '../ui/DataTable';
import { Explained } from '../ui/Explained';
import { FileButtons } from '../ui/FileButtons';
import { type Sheet, sheetCsv, shown } from './sheet';

interface Props {
  readonly sheet: Sheet;
  /** Whether the newest row is first. */
  readonly isReversed?: boolean;
  /** A drawing at the end of each row. */
  readonly drawn?: ((row: number) => ReactNode) | undefined;
}

/** A table of a report. On a phone each row becomes a small card. */
export function SheetTable({ sheet, isReversed = false, drawn }: Props) {
  const columns = sheet.columns.map(shown);
  const { rowsToCome = 0, isSeries = false } = sheet;
  const all = (columns[0]?.cells ?? []).map((_, row) => row);
  const rows = all.slice(0, rowsToCome > 0 ? -rowsToCome : undefined);
  return (
    <DataTable
      label={sheet.title}
      className={isSeries ? 'rep series' : 'rep stack'}
      columns={[
        ...columns.map(({ label, unit, isNumber, cells }, index) => ({
          key: label,
          head: label,
          unit,
          isNamed: true,
          isHeading: index === 0,
          isNumber: isNumber && index > 0,
          cell: (row: number) =>
            index === 0 ? <Explained by={sheet.help?.[row]}>{cells[row]}</Explained> : cells[row],
        })),
        ...(drawn ? [{ key: 'drawn', cell: drawn }] : []),
      ]}
      rows={isReversed ? rows.reverse() : rows}
      keyOf={row => row}
    />
  );
}

interface FileProps {
  readonly sheet: Sheet;
  readonly report: Pick<Report, 'period' | 'zone'>;
}

/** A button that saves a table as CSV, e.g. `meridiana-2026-06-inverter.csv`. */
export function FileButton({ sheet, report: { period, zone } }: FileProps) {
  const fileName = ['meridiana', period, sheet.name].filter(Boolean).join('-');
  return (
    <FileButtons title={sheet.title} save={() => downloadTable(`${fileName}.csv`, sheetCsv(sheet, zone))} />
  );
}
