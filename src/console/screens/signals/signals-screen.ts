import { signalQuantities } from '../../data/live-codes';
import { percentOf, sumOf } from '../../data/statistics';
import { drawing, quantitiesOf, wording } from '../../device-screens/columns';
import type { Column, DeviceScreen, FactGroup, TrendLine, View } from '../../device-screens/descriptor';
import { type Device, deviceList, numberOf } from '../../device-screens/device-list';
import { formatDuration, formatNumber, formatTime, missing } from '../../i18n/format';
import { t } from '../../i18n/translate';
import type { HelpKey } from '../../i18n/words';
import type { FigureFacts } from '../../ui/Figure';
import { headWords } from './head-words';
import { RestCell, StateCell, StripCell } from './SignalCells';
import { contactWord, isAbnormal, isOn, restS, stateWord } from './signal';

const quantity = quantitiesOf('di', signalQuantities);

const rest: Column<Device> = {
  key: 'cambio',
  word: 'signals.column.since',
  unit: '',
  decimals: 0,
  isOnCard: true,
  read: restS,
  Cell: RestCell,
};

const columns: readonly Column<Device>[] = [
  {
    ...wording('state', 'signals.column.state', stateWord, StateCell),
    isRegular: signal => !isAbnormal(signal),
  },
  drawing('strip', 'signals.column.strip', StripCell),
  quantity('raw', 'signals.column.raw'),
  { ...wording('contact', 'signals.column.contact', contactWord), isOnCard: false },
  quantity('oggi', 'signals.column.changes'),
  rest,
];

function factGroups(signal: Device, { zone }: View<Device>): readonly FactGroup[] {
  const changedS = numberOf(signal, 'cambio');
  const seconds = restS(signal);
  const changed = `${formatTime(changedS, zone, 'date')} ${formatTime(changedS, zone, 'clock')}`;
  return [
    {
      title: t('signals.detail.title'),
      facts: [
        [t('signals.detail.logical'), stateWord(signal)],
        [t('signals.detail.raw'), formatNumber(numberOf(signal, 'raw'), 0)],
        [t('signals.column.contact'), contactWord(signal)],
        [t('signals.detail.changed'), changedS === null ? missing : changed],
        [t('signals.column.since'), seconds === null ? missing : formatDuration(seconds)],
        [t('signals.column.changes'), formatNumber(numberOf(signal, 'oggi'), 0)],
      ],
    },
  ];
}

/** Whether the input is on, by the last sample of each slot. */
function trendLinesOf({ id }: Device): readonly TrendLine[] {
  const line = { unit: '', decimals: 0, look: 'measured' } as const;
  return [{ ...line, code: `di.${id}.v`, label: t('signals.detail.logical') }];
}

export const signals: DeviceScreen<Device> = {
  title: 'menu.digitalSignals',
  source: { group: 'di', live: deviceList('di', signalQuantities), today: null },
  columns,
  isUrgentFirst: true,
  headWords,
  figures: figuresOf,
  detail: { trendLines: trendLinesOf, groups: factGroups },
};

/** The number of inputs that are on, of abnormal ones, of changes today, and the input that changed last. */
function figuresOf({ devices, zone }: View<Device>): readonly FigureFacts[] {
  const responding = devices.filter(({ isSilent }) => !isSilent);
  const on = responding.filter(isOn).length;
  const total = responding.length;
  const [last] = [...responding].sort((a, b) => (numberOf(b, 'cambio') ?? 0) - (numberOf(a, 'cambio') ?? 0));
  const changedS = last ? numberOf(last, 'cambio') : null;
  const count = (label: string, help: HelpKey, value: number): FigureFacts => ({
    label,
    help,
    value: total === 0 ? missing : formatNumber(value, 0),
    unit: total === 0 ? '' : t('signals.figure.ofTotal', { total }),
    scale: { kind: 'level', value: percentOf(value, total) },
    note: '',
  });
  return [
    count(t('signals.figure.on'), 'signalsOn', on),
    count(t('signals.figure.abnormal'), 'signalsAbnormal', responding.filter(isAbnormal).length),
    {
      label: t('signals.figure.changes'),
      help: 'signalChanges',
      value: formatNumber(sumOf(responding.map(signal => numberOf(signal, 'oggi'))), 0),
      unit: '',
      scale: null,
      note: '',
    },
    {
      label: t('signals.figure.last'),
      help: 'lastSignal',
      value: formatTime(changedS, zone, 'minute'),
      unit: formatTime(changedS, zone, 'date'),
      scale: null,
      note: last?.name ?? '',
    },
  ];
}
