import { markOf, useAlarmCounts } from '../../data/alarm-counts';
import type { Today } from '../../devices/today';
import { formatQuantity } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { SortHead } from '../../ui/SortHead';
import type { Sorting } from '../../ui/sorting';
import { type ColumnKey, columnLabel, otherColumns, powerColumn, type QuantityColumn } from './columns';
import { InverterRow, WaitingRow } from './InverterRow';
import { type Inverter, numberOf } from './inverter-list';

interface Props {
  /** The rows on show, in order; null before the first answer. */
  readonly rows: readonly Inverter[] | null;
  /** All inverters, shown or not. */
  readonly inverters: readonly Inverter[];
  /** How many rows keep their room before the first answer. */
  readonly expected: number;
  /** The median of the levels, in %. */
  readonly median: number | null;
  readonly sorting: Sorting<ColumnKey>;
  /** Of their power; undefined where it was not asked for. */
  readonly today: Today | undefined;
  readonly onSort: (sorting: Sorting<ColumnKey>) => void;
  readonly zone: string;
  readonly isStill: boolean;
}

/** One row per inverter; on narrow screens a card. */
export function InverterTable(props: Props) {
  const { rows, inverters, expected, median, sorting, onSort, zone, isStill, today } = props;
  const sort = { sorting, onSort };
  const { counts } = useAlarmCounts();
  const quantityHead = ({ key, unit }: QuantityColumn) => (
    <SortHead key={key} column={key} label={columnLabel(key)} unit={unit} isNumber {...sort} />
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className="scroll" tabIndex={0} aria-label={t('inverters.table')}>
      <table className="stack inv">
        <thead>
          <tr>
            <SortHead column="name" label={columnLabel('name')} {...sort} />
            <SortHead column="state" label={columnLabel('state')} {...sort} />
            {quantityHead(powerColumn)}
            <th scope="col">{levelLabel(inverters)}</th>
            {otherColumns.map(quantityHead)}
            <th scope="col">{t('inverters.column.spark')}</th>
            <SortHead column="age" label={columnLabel('age')} isNumber {...sort} />
          </tr>
        </thead>
        <tbody aria-busy={rows === null}>
          {rows
            ? rows.map(inverter => (
                <InverterRow
                  key={inverter.id}
                  {...{ inverter, median, zone, isStill, today }}
                  alarm={markOf(counts, 'inverter', Number(inverter.id))}
                />
              ))
            : Array.from({ length: expected }, (_, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows that only keep their room
                <WaitingRow key={row} />
              ))}
        </tbody>
      </table>
    </section>
  );
}

/** What the levels are filled against: the nominal power where all have the same. */
function levelLabel(inverters: readonly Inverter[]): string {
  const [power = null, ...others] = new Set(inverters.map(inverter => numberOf(inverter, 'pn')));
  if (power === null || others.length > 0) return t('inverters.column.levelOwn');
  return t('inverters.column.level', { power: formatQuantity(power, 1, 'kW') });
}
