import { useState } from 'react';
import { t } from '../../i18n/translate';
import { DataTable } from '../../ui/DataTable';
import type { DataColumn } from '../../ui/data-column';
import { Pages, pageOf } from '../../ui/Pages';
import type { RawTable } from './raw-table';
import { cellWords } from './raw-words';

/** One row for each device; a table of one device has one row for each value. */
export function RawTables({ table }: { readonly table: RawTable }) {
  return table.isOneDevice ? <OneDevice table={table} /> : <ManyDevices table={table} />;
}

function OneDevice({ table: { columns, rows } }: { readonly table: RawTable }) {
  const [row] = rows;
  const lines = columns.map((column, index) => ({ ...column, cell: row?.[index] }));
  const heads: readonly DataColumn<(typeof lines)[number]>[] = [
    { key: 'code', head: t('raw.code'), isHeading: true, className: 'mono', cell: ({ code }) => code },
    {
      key: 'value',
      head: t('raw.value'),
      isNumber: true,
      className: 'mono',
      cell: ({ code, unit, cell }) => cell && cellWords(code, cell, unit === ''),
    },
    { key: 'unit', head: t('table.unit'), className: 'u', cell: ({ unit }) => unit },
  ];
  return <DataTable columns={heads} rows={lines} keyOf={({ code }) => code} />;
}

type Row = RawTable['rows'][number];

function ManyDevices({ table: { columns, rows } }: { readonly table: RawTable }) {
  const [wishedPage, setPage] = useState(0);
  const { page, pages, first, part, shown } = pageOf(rows, wishedPage);
  const heads = columns.map(
    ({ code, unit }, index): DataColumn<Row> => ({
      key: code,
      head: code,
      drawnHead: (
        <>
          {code} {unit && <span className="u">{unit}</span>}
        </>
      ),
      isNumber: code !== 'nome',
      className: 'mono',
      cell: row => row[index] && cellWords(code, row[index], unit === ''),
    }),
  );
  return (
    <>
      <DataTable
        label={t('raw.table')}
        columns={heads}
        rows={shown}
        part={part}
        keyOf={(_, index) => first + index}
      />
      <Pages {...{ page, pages, total: rows.length, setPage }} />
    </>
  );
}
