import '../ui/lists.css';
import { downloadText } from '../browser/download';
import type { Report } from '../data/report';
import { t } from '../i18n/translate';
import { ColumnHeads } from '../ui/ColumnHeads';
import { Icon } from '../ui/Icon';
import { type Sheet, sheetCsv, shown } from './sheet';

interface Props {
  readonly sheet: Sheet;
  /** Whether the newest row is first. */
  readonly isReversed?: boolean;
}

/** A table of a report. On a phone each row becomes a small card. */
export function SheetTable({ sheet, isReversed = false }: Props) {
  const columns = sheet.columns.map(shown);
  const [head, ...others] = columns;
  const { rowsToCome = 0, isSeries = false } = sheet;
  const order = (head?.cells ?? []).map((_, row) => row).slice(0, rowsToCome > 0 ? -rowsToCome : undefined);
  if (isReversed) order.reverse();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than the page must be scrollable by keyboard
    <section className="scroll" tabIndex={0} aria-label={sheet.title}>
      <table className={isSeries ? 'rep series' : 'rep stack'}>
        <ColumnHeads
          columns={columns.map(({ label, unit, isNumber }, index) => ({
            ...{ key: label, label, unit },
            isNumber: isNumber && index > 0,
          }))}
        />
        <tbody>
          {order.map(row => (
            <tr key={row}>
              <th scope="row">{head?.cells[row]}</th>
              {others.map(({ label, unit, isNumber, cells }) => (
                <td
                  key={label}
                  className={isNumber ? 'n' : ''}
                  data-l={unit === '' ? label : `${label}, ${unit}`}
                >
                  {cells[row]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface FileProps {
  readonly sheet: Sheet;
  readonly report: Report;
}

/** A button that saves a table as CSV, e.g. `meridiana-2026-06-inverter.csv`. */
export function FileButton({ sheet, report: { period, zone } }: FileProps) {
  const fileName = ['meridiana', period, sheet.name].filter(Boolean).join('-');
  return (
    <button
      type="button"
      className="o keep"
      aria-label={`${t('table.download')}: ${sheet.title}`}
      onClick={() => downloadText(`${fileName}.csv`, sheetCsv(sheet, zone), 'text/csv')}
    >
      <Icon name="down" /> CSV
    </button>
  );
}
