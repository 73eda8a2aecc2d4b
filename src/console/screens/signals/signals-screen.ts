import { signalQuantities } from '../../data/live-codes';
import { drawing, quantity, wording } from '../../devices/columns';
import type { Column, DeviceScreen, FactGroup, View } from '../../devices/descriptor';
import { type Device, deviceList, numberOf } from '../../devices/device-list';
import { formatDuration, formatNumber, formatTime, missing } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { figuresOf } from './figures';
import { headWords } from './head-words';
import { RestCell, StateCell, StripCell } from './SignalCells';
import { contactWord, restS, stateWord } from './signal';

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
  wording('state', 'signals.column.state', stateWord, StateCell),
  drawing('strip', 'signals.column.strip', StripCell),
  quantity('raw', 'signals.column.raw', ['', 0], { isOnCard: true }),
  wording('contact', 'signals.column.contact', contactWord),
  quantity('oggi', 'signals.column.changes', ['', 0], { isOnCard: true }),
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

const noTrendLines: readonly never[] = [];

export const signals: DeviceScreen<Device> = {
  title: 'menu.digitalSignals',
  source: { group: 'di', live: deviceList('di', signalQuantities), today: null },
  columns,
  headWords,
  figures: figuresOf,
  detail: { trendLines: () => noTrendLines, groups: factGroups },
};
