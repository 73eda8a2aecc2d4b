import type { AlarmMark } from '../../data/alarm-counts';
import { useAgeS } from '../../data/freshness';
import { slotValue, type Today } from '../../devices/today';
import { deviceHref, rowLinkId } from '../../devices/use-open-device';
import { formatDuration, formatQuantity, formatTime, missing } from '../../i18n/format';
import { AgeChip } from '../../ui/AgeChip';
import { Indicator } from '../../ui/Indicator';
import { InverterSign } from '../../ui/InverterSign';
import { inverterStateWord } from '../../ui/inverter-words';
import { Spark } from '../../ui/Spark';
import { cellText, columnLabel, otherColumns, powerColumn, type QuantityColumn } from './columns';
import { levelOf } from './figures';
import { type Inverter, numberOf } from './inverter-list';

interface Props {
  readonly inverter: Inverter;
  /** Its gravest alarm, if it has any. */
  readonly alarm: AlarmMark | undefined;
  /** The median of the levels, in %. */
  readonly median: number | null;
  readonly today: Today | undefined;
  readonly zone: string;
  readonly isStill: boolean;
}

/** One inverter. What is not of now is hatched and in italics, with its time. */
export function InverterRow({ inverter, alarm, median, today, zone, isStill }: Props) {
  const { name, kind } = inverter;
  const isStale = isStill || kind === 'silent';
  const word = inverterStateWord(kind);
  const quantity = (column: QuantityColumn) => (
    <QuantityCell key={column.key} column={column} text={cellText(inverter, column)} isStale={isStale} />
  );
  return (
    <tr className={isStale ? 'stale' : ''}>
      <th scope="row">
        <a id={rowLinkId(inverter.id)} href={deviceHref(inverter.id)}>
          {name}
        </a>
      </th>
      <td data-l={columnLabel('state')}>
        <InverterSign state={kind} alarm={alarm} />{' '}
        {kind === 'fault' || kind === 'silent' ? <b>{word}</b> : word}{' '}
        {kind === 'limited' && <Limit percent={numberOf(inverter, 'plim')} />}
      </td>
      {quantity(powerColumn)}
      <td className="only-l level">
        <Indicator kind="level" value={levelOf(inverter)} expected={median} />
      </td>
      {otherColumns.map(quantity)}
      <td className="only-l">
        {today && <Spark {...today} valueIn={slotValue(today, `inverter.${inverter.id}.pac`)} />}
      </td>
      <td className="n u" data-l={columnLabel('age')}>
        {isStill ? (
          formatTime(inverter.sampledS, zone, 'minute')
        ) : (
          <Age sampledS={inverter.sampledS} isChip={kind === 'silent'} />
        )}
      </td>
    </tr>
  );
}

/** The room of a row before the first answer. */
export function WaitingRow() {
  return (
    <tr>
      <th scope="row">{missing}</th>
      <td data-l={columnLabel('state')}>{missing}</td>
      <QuantityCell column={powerColumn} text={missing} isStale={false} />
      <td className="only-l level">
        <Indicator kind="level" value={null} />
      </td>
      {otherColumns.map(column => (
        <QuantityCell key={column.key} column={column} text={missing} isStale={false} />
      ))}
      <td className="only-l" />
      <td className="n u" data-l={columnLabel('age')}>
        {missing}
      </td>
    </tr>
  );
}

interface CellProps {
  readonly column: QuantityColumn;
  readonly text: string;
  readonly isStale: boolean;
}

function QuantityCell({ column: { key, unit, isOnCard }, text, isStale }: CellProps) {
  return (
    <td
      className={`n${isOnCard ? '' : ' only-l'}${isStale ? ' old' : ''}`}
      data-l={isOnCard ? `${columnLabel(key)} ${unit}` : undefined}
    >
      {text}
    </td>
  );
}

/** What the inverter is held to, where it says so. */
function Limit({ percent }: { readonly percent: number | null }) {
  return percent === null || percent >= 100 ? null : <small>{formatQuantity(percent, 0, '%')}</small>;
}

interface AgeProps {
  readonly sampledS: number;
  readonly isChip: boolean;
}

/** How old the sample is by now. */
function Age({ sampledS, isChip }: AgeProps) {
  const text = formatDuration(useAgeS(sampledS));
  return isChip ? <AgeChip>{text}</AgeChip> : text;
}
