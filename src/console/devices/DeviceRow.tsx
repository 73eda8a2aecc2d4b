import type { ReactNode } from 'react';
import { useAgeS } from '../data/freshness';
import { formatDuration, formatTime, missing } from '../i18n/format';
import { t } from '../i18n/translate';
import { AgeChip } from '../ui/AgeChip';
import { DeviceSign } from './DeviceSign';
import type { Column, View } from './descriptor';
import type { Device } from './device-list';
import { deviceHref, rowLinkId } from './use-open-device';

interface Props<D extends Device> {
  readonly device: D;
  readonly columns: readonly Column<D>[];
  readonly view: View<D>;
  /** Its drawer is open. */
  readonly isOpen: boolean;
}

/** One device. What is not of now is hatched and in italics, with its time. */
export function DeviceRow<D extends Device>({ device, columns, view, isOpen }: Props<D>) {
  const isStale = view.isStill || device.isSilent;
  const hasState = columns.some(({ key }) => key === 'state');
  return (
    <tr className={isStale ? 'stale' : ''} aria-selected={isOpen ? true : undefined}>
      <th scope="row">
        {!hasState && <DeviceSign mark={view.markOf(device)} />}
        <a id={rowLinkId(device.id)} href={deviceHref(device.id)} aria-current={isOpen ? true : undefined}>
          {device.name}
        </a>
      </th>
      {columns.map(column => (
        <Cell key={column.key} column={column} isStale={isStale}>
          <column.Cell device={device} view={view} />
        </Cell>
      ))}
      <td className="n u" data-l={t('details.data')}>
        <DeviceAge device={device} {...view} />
      </td>
    </tr>
  );
}

/** The room of a row before the first answer. */
export function WaitingRow<D extends Device>({ columns }: Pick<Props<D>, 'columns'>) {
  return (
    <tr>
      <th scope="row">{missing}</th>
      {columns.map(column => (
        <Cell key={column.key} column={column} isStale={false}>
          {column.read ? missing : null}
        </Cell>
      ))}
      <td className="n u" data-l={t('details.data')}>
        {missing}
      </td>
    </tr>
  );
}

interface CellFrame<D extends Device> {
  readonly column: Column<D>;
  readonly isStale: boolean;
  readonly children: ReactNode;
}

function Cell<D extends Device>({ column, isStale, children }: CellFrame<D>) {
  const { word, unit, decimals, isOnCard, read } = column;
  const classes = [
    decimals === null ? '' : 'n',
    isOnCard ? '' : 'only-l',
    isStale && read ? 'old' : '',
    read ? '' : 'draw',
  ];
  return (
    <td
      className={classes.filter(name => name !== '').join(' ')}
      data-l={isOnCard ? `${t(word)} ${unit}`.trim() : undefined}
    >
      {children}
    </td>
  );
}

interface DeviceAgeProps {
  readonly device: Device;
  readonly zone: string;
  readonly isStill: boolean;
}

/** How old the sample of a device is; in its place the doubt where it says itself that it is not well. */
function DeviceAge({ device, zone, isStill }: DeviceAgeProps) {
  if (isStill) return formatTime(device.sampledS, zone, 'minute');
  if (device.isDoubtful) return t('panel.doubtful');
  return <Age {...device} />;
}

function Age({ sampledS, isSilent }: Pick<Device, 'sampledS' | 'isSilent'>) {
  const text = formatDuration(useAgeS(sampledS));
  if (!isSilent) return text;
  return (
    <>
      <span className="sr">{t('details.silentWord')}</span> <AgeChip>{text}</AgeChip>
    </>
  );
}
