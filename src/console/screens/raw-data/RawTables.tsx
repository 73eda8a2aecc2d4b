import '../../ui/lists.css';
import { useState } from 'react';
import { t } from '../../i18n/translate';
import { Pages, pageOf } from '../../ui/Pages';
import type { RawTable } from './raw-table';
import { cellWords } from './raw-words';

/** A row per device; a table of one device lies across, a row per value. */
export function RawTables({ table }: { readonly table: RawTable }) {
  return table.isOneDevice ? <OneDevice table={table} /> : <ManyDevices table={table} />;
}

function OneDevice({ table: { columns, rows } }: { readonly table: RawTable }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('raw.code')}</th>
          <th scope="col" className="n">
            {t('raw.value')}
          </th>
          <th scope="col">{t('table.unit')}</th>
        </tr>
      </thead>
      <tbody>
        {columns.map(({ code, unit }, index) => (
          <tr key={code}>
            <th scope="row" className="mono">
              {code}
            </th>
            {rows.map(row => {
              const cell = row[index];
              return (
                <td key="value" className="n mono">
                  {cell && cellWords(code, cell, unit === '')}
                </td>
              );
            })}
            <td className="u">{unit}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ManyDevices({ table: { columns, rows } }: { readonly table: RawTable }) {
  const [wishedPage, setPage] = useState(0);
  const { page, pages, first, shown } = pageOf(rows, wishedPage);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className="scroll" aria-label={t('raw.table')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {columns.map(({ code, unit }) => (
                <th key={code} scope="col" className={code === 'nome' ? '' : 'n'}>
                  {code} {unit && <span className="u">{unit}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the datalogger keeps the order
              <tr key={first + index}>
                {columns.map(({ code, unit }, column) => {
                  const cell = row[column];
                  return (
                    <td key={code} className={cell?.kind === 'text' ? 'mono' : 'n mono'}>
                      {cell && cellWords(code, cell, unit === '')}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Pages {...{ page, pages, total: rows.length, setPage }} />
    </>
  );
}
