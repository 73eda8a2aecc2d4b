import { reportIndices } from '../../../contract/report-figures';
import { wantedInTenMinutes, wantedPerDay, wantedShares } from '../../../contract/wanted-alarms';
import { isPriority } from '../../data/alarm-priority';
import type { OfCost } from '../../data/costs';
import type { Report } from '../../data/report';
import type { Item, Numbers } from '../../data/report-items';
import { formatDuration, formatNumber, formatQuantity, formatTime, missing } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { causeName, eurosColumn } from '../../reporting/balance';
import type { Sheet, SheetColumn } from '../../reporting/sheet';
import {
  coverageColumns,
  doubtedColumns,
  indexColumns,
  itemColumns,
  textColumn,
} from '../../reporting/sheets';
import { alarmTitle, priorityWord } from '../../ui/alarm-words';

const names = (items: readonly Item<never>[]) => items.map(({ name }) => name);
const alarms = (items: readonly Item<never>[]): SheetColumn =>
  textColumn(
    t('reports.alarm'),
    items.map(({ code }) => alarmTitle(code)),
  );

/** Durations: seconds in the file, words on paper. */
function durations(items: readonly Item<'durata'>[]): readonly SheetColumn[] {
  return itemColumns(items, [['durata', t('reports.duration'), 's', 0]]).map(column => ({
    ...column,
    isUnitHidden: true,
    show: formatDuration,
  }));
}

/** A time without its year, which the period shows. */
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
      ...doubtedColumns(meters, indexColumns(meters, ['immessa', 'prelevata'])),
      ...indexColumns(meters, ['picco']),
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

/** How the alarms themselves did, beside what ISA-18.2 asks for. */
export function alarmFiguresSheet({ alarmFigures: { of: alarmFigure, shares } }: Report): Sheet {
  const isCounted = (alarmFigure('volte') ?? 0) > 0;
  const count = (value: number | null) => formatNumber(value, 1);
  const time = (value: number | null) => (value === null ? missing : formatDuration(value));
  const rows = [
    [t('reports.alarmFigure.al_giorno'), count(alarmFigure('al_giorno')), `≤ ${wantedPerDay}`],
    [t('reports.alarmFigure.fascia'), formatNumber(alarmFigure('fascia'), 0), `≤ ${wantedInTenMinutes}`],
    ...wantedShares.map(([wanted, own], at) => [
      t('reports.alarmFigure.priority', { priority: own.map(priorityWord).join(', ') }),
      formatQuantity(shares[at] ?? null, 1, '%'),
      formatQuantity(wanted, 0, '%'),
    ]),
    [t('reports.alarmFigure.riconoscimento'), time(alarmFigure('riconoscimento')), ''],
    [t('reports.alarmFigure.mttr'), time(alarmFigure('mttr')), ''],
    [t('reports.alarmFigure.mtbf'), time(alarmFigure('mtbf')), ''],
  ];
  const column = (label: string, at: number) =>
    textColumn(label, isCounted ? rows.map(row => row[at] ?? '') : []);
  return {
    name: 'allarmi-figure',
    title: t('reports.alarmFigures'),
    help: ['rate', undefined, ...wantedShares.map(() => undefined), undefined, 'mttr', 'mtbf'],
    columns: [
      column(t('reports.figure'), 0),
      column(t('reports.measured'), 1),
      column(`${t('reports.wanted')} (ISA-18.2)`, 2),
    ],
  };
}

export function worstAlarmsSheet({ alarmFigures: { worst: worstAlarms } }: Report): Sheet {
  return {
    name: 'allarmi-peggiori',
    title: t('reports.worst'),
    columns: [
      alarms(worstAlarms),
      textColumn(t('reports.device'), names(worstAlarms)),
      ...itemColumns(worstAlarms, [['volte', t('reports.times'), '', 0]]),
      ...durations(worstAlarms),
    ],
  };
}

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
      ...indexColumns(stops, ['persa']),
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
      ...indexColumns(causes, ['persa']),
    ],
  };
}

/** All losses by cause, and their sum. */
export function lossesSheet({ losses: { of, causes, all } }: Report): Sheet {
  const rows = all.causes.map(({ name, code, of: cost }) => ({
    name: name || causeName(code),
    hours: causes.find(cause => cause.code === code)?.of('fermo') ?? null,
    cost,
  }));
  if (rows.length > 0) rows.push({ name: t('reports.total'), hours: of('fermo'), cost: all.of });
  const [unit, decimals] = reportIndices.fermo;
  return {
    name: 'perdite',
    title: t('reports.losses'),
    columns: [
      textColumn(
        t('reports.cause'),
        rows.map(({ name }) => name),
      ),
      { label: t('report.index.fermo'), unit, decimals, values: rows.map(({ hours }) => hours) },
      ...costColumns(rows.map(({ cost }) => cost)),
    ],
  };
}

/** kWh, and € where there is a price. */
function costColumns(rows: readonly Numbers<OfCost>[]): readonly SheetColumn[] {
  const [unit, decimals] = reportIndices.persa;
  const values = rows.map(of => of('valore'));
  const energy = { label: t('report.index.persa'), unit, decimals, values: rows.map(of => of('persa')) };
  return values.some(value => value !== null) ? [energy, eurosColumn(values)] : [energy];
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
      ...costColumns(limits.map(({ of }) => of)),
    ],
  };
}

/** What dirt took from each cleaning to the next. */
export function soilingSheet({ cleanings, zone }: Report): Sheet {
  return {
    name: 'sporcamento',
    title: t('balance.term.sporcamento'),
    columns: [
      ...times(cleanings, 'inizio', t('reports.begin'), zone),
      ...times(cleanings, 'fine', t('reports.end'), zone),
      textColumn(
        t('reports.cause'),
        cleanings.map(({ code }) => (code === 'pioggia' ? t('reports.rain') : causeName(code))),
      ),
      ...itemColumns(cleanings, [['rapporto', t('reports.soilingRatio'), '%', 2]]),
      ...indexColumns(cleanings, ['persa']),
      ...itemColumns(cleanings, [['valore', t('balance.value'), '€', 2]]),
    ],
  };
}

export function stringsSheet({ strings }: Report): Sheet {
  return {
    name: 'stringhe',
    title: t('reports.section.strings'),
    columns: [textColumn(t('reports.string'), names(strings)), ...costColumns(strings.map(({ of }) => of))],
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
      ...indexColumns(years, ['energia', 'resa', 'pr25']),
      ...coverageColumns(years),
    ],
  };
}
