import { useMemo } from 'react';
import { sumOf } from '../../data/statistics';
import { liveTable } from '../../data/table';
import { useLiveValues } from '../../data/use-live-resource';
import type { OpenedProps } from '../../device-screens/DrawnSheet';
import { currentOf, readDevices } from '../../device-screens/device-list';
import { closeDevice, deviceHref } from '../../device-screens/use-open-device';
import { formatDifference, formatNumber, formatQuantity, formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { DataTable } from '../../ui/DataTable';
import { Drawer } from '../../ui/Drawer';
import type { DataColumn } from '../../ui/data-column';
import { KindSign } from '../../ui/heatmap/CellsDrawing';
import { Lazy } from '../../ui/Lazy';
import { BoxTrend } from './BoxTrend';
import { looks } from './heatmap-marks';
import type { Box, StringFacts } from './string-list';
import { kindWord } from './words';

const loadNotes = () => import('../../device-screens/LogNotes').then(module => module.LogNotes);

const temperatureEveryMs = 30_000;

/** The box of a string: its totals, today's values of all inputs, and the current value of each; the opened string is marked. */
export function BoxDrawer({ device: string, view }: OpenedProps<StringFacts>) {
  const { box } = string;
  const { zone, isStill } = view;
  const isStale = isStill || string.isSilent;
  const note = `${box.owner.name}, ${t('panel.dataOf', { time: formatTime(string.sampledS, zone, 'clock') })}`;
  return (
    <Drawer title={box.name} note={note} onClose={closeDevice}>
      <BoxTrend box={box} zone={zone} />
      <dl className={isStale ? 'kv old' : 'kv'} translate="no">
        <BoxFacts box={box} />
      </dl>
      <h3>{t('strings.box.inputs')}</h3>
      <DataTable
        columns={inputColumns(box, isStill)}
        rows={box.cells}
        keyOf={({ id }) => id}
        rowClass={({ isSilent }) => (isStill || isSilent ? 'stale' : '')}
        isSelected={({ id }) => id === string.id || undefined}
      />
      <Lazy load={loadNotes} props={{ about: { group: 'box-stringhe', device: Number(box.id) }, zone }} />
    </Drawer>
  );
}

function BoxFacts({ box }: { readonly box: Box }) {
  const { owner, cells } = box;
  const ampere = sumOf(cells.map(each => (each.isSilent ? null : each.ampere)));
  const power = ampere === null || owner.volt === null ? null : (ampere * owner.volt) / 1000;
  return (
    <>
      <dt>{t('strings.box.current')}</dt>
      <dd>{formatQuantity(ampere, 1, 'A')}</dd>
      <dt>{t('strings.box.voltage')}</dt>
      <dd>{formatQuantity(owner.volt, 0, 'V')}</dd>
      <dt>{t('strings.box.power')}</dt>
      <dd>{formatQuantity(power, 1, 'kW')}</dd>
      <dt>{t('strings.column.median')}</dt>
      <dd>{formatQuantity(box.median, 2, 'A')}</dd>
      <dt>{t('strings.box.temperature')}</dt>
      <dd>
        <Temperature id={cells[0]?.id ?? ''} />
      </dd>
    </>
  );
}

/** Requested when the first string of the box is opened, because the list does not need it. */
function Temperature({ id }: { readonly id: string }) {
  const asked = useMemo(
    () =>
      liveTable(`stringhe.${id}.tbox`, temperatureEveryMs, table => readDevices(table, 'stringhe', ['tbox'])),
    [id],
  );
  const { snapshot, isStill } = useLiveValues(asked);
  const string = snapshot.value?.devices[0];
  return formatQuantity(isStill || !string ? null : currentOf(string, 'tbox'), 0, '°C');
}

function inputColumns(box: Box, isStill: boolean): readonly DataColumn<StringFacts>[] {
  const shortOf = (name: string) => (name.startsWith(box.name) && name.slice(box.name.length).trim()) || name;
  const classOf = ({ isSilent }: StringFacts) => (isStill || isSilent ? 'old' : '');
  return [
    {
      key: 'name',
      head: t('strings.column.name'),
      isHeading: true,
      cell: ({ id, name }) => <a href={deviceHref(id)}>{shortOf(name)}</a>,
    },
    {
      key: 'i',
      head: `${t('strings.column.current')}, A`,
      isNumber: true,
      classOf,
      cell: ({ ampere }) => formatNumber(ampere, 2),
    },
    {
      key: 'dev',
      head: `${t('strings.column.deviation')}, %`,
      isNumber: true,
      classOf,
      cell: ({ deviation }) => formatDifference(deviation, 1),
    },
    {
      key: 'kind',
      head: t('strings.column.kind'),
      cell: ({ kind }) => (
        <>
          <KindSign look={looks[kind]} /> {kindWord(kind)}
        </>
      ),
    },
  ];
}
