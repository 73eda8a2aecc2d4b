import { isPriority } from '../../data/alarm-rows';
import type { Item, Report } from '../../data/report';
import { formatDuration, formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import type { Sheet, SheetColumn } from '../../reporting/sheet';
import { itemColumns, textColumn } from '../../reporting/sheets';
import { alarmTitle, priorityWord } from '../../ui/alarm-words';

const names = (items: readonly Item<never>[]) => items.map(({ name }) => name);
const alarms = (items: readonly Item<never>[]): SheetColumn =>
  textColumn(
    t('reports.alarm'),
    items.map(({ code }) => alarmTitle(code)),
  );

/** Seconds in the file, in words on paper. */
function durations(items: readonly Item<'durata'>[]): readonly SheetColumn[] {
  return itemColumns(items, [['durata', t('reports.duration'), 's', 0]]).map(column => ({
    ...column,
    isUnitHidden: true,
    show: formatDuration,
  }));
}

/** An instant, without the year that the period says. */
function times<Name extends 'inizio' | 'fine'>(
  items: readonly Item<Name>[],
  name: Name,
  label: string,
  zone: string,
): readonly SheetColumn[] {
  return itemColumns(items, [[name, label, '', 0]]).map(column => ({
    ...column,
    isTime: true,
    absent: t('reports.ongoing'),
    show: epochS => `${formatTime(epochS, zone, 'date')} ${formatTime(epochS, zone, 'minute')}`,
  }));
}

export function metersSheet({ meters }: Report): Sheet {
  return {
    name: 'contatori',
    title: t('menu.meters'),
    columns: [
      textColumn(t('reports.meter'), names(meters)),
      ...itemColumns(meters, [
        ['immessa', t('report.column.immessa'), 'kWh', 1],
        ['prelevata', t('report.column.prelevata'), 'kWh', 1],
        ['picco', t('report.column.picco'), 'kW', 1],
      ]),
    ],
  };
}

export function alarmsSheet({ alarms: items }: Report): Sheet {
  const priorities = items.map(({ of }) => {
    const priority = of('priorita');
    return isPriority(priority) ? priorityWord(priority) : '';
  });
  return {
    name: 'allarmi',
    title: t('reports.alarms'),
    columns: [
      alarms(items),
      textColumn(t('reports.priority'), priorities),
      ...itemColumns(items, [
        ['volte', t('reports.times'), '', 0],
        ['dispositivi', t('reports.devices'), '', 0],
      ]),
      ...durations(items),
    ],
  };
}

const lost = () => ['persa', t('report.column.persa'), 'kWh', 1] as const;

export function stopsSheet({ stops, zone }: Report): Sheet {
  return {
    name: 'fermi',
    title: t('reports.stopsLongest'),
    columns: [
      ...times(stops, 'inizio', t('reports.begin'), zone),
      ...times(stops, 'fine', t('reports.end'), zone),
      textColumn(t('menu.inverters'), names(stops)),
      alarms(stops),
      ...durations(stops),
      ...itemColumns(stops, [lost()]),
    ],
  };
}

export function causesSheet({ causes }: Report): Sheet {
  return {
    name: 'cause',
    title: t('reports.causes'),
    columns: [
      alarms(causes),
      ...itemColumns(causes, [['volte', t('reports.times'), '', 0]]),
      ...durations(causes),
      ...itemColumns(causes, [lost()]),
    ],
  };
}

export function limitsSheet({ limits, zone }: Report): Sheet {
  return {
    name: 'limitazioni',
    title: t('reports.limits'),
    columns: [
      ...times(limits, 'inizio', t('reports.begin'), zone),
      ...times(limits, 'fine', t('reports.end'), zone),
      ...durations(limits),
      ...itemColumns(limits, [['limite', t('reports.limit'), '%', 1]]),
    ],
  };
}

export function stringsSheet({ strings }: Report): Sheet {
  return {
    name: 'stringhe',
    title: t('reports.section.strings'),
    columns: [textColumn(t('reports.string'), names(strings)), ...itemColumns(strings, [lost()])],
  };
}

export function yearsSheet({ years }: Report): Sheet {
  return {
    name: 'anni',
    title: t('reports.section.trend'),
    columns: [
      textColumn(
        t('reports.year'),
        years.map(({ of }) => String(of('anno') ?? '')),
      ),
      ...itemColumns(years, [
        ['energia', t('report.column.energia'), 'kWh', 1],
        ['resa', t('report.index.resa'), 'kWh/kWp', 2],
        ['pr25', t('report.column.pr25'), '%', 1],
        ['copertura', t('report.column.copertura'), '%', 1],
      ]),
    ],
  };
}
