import { percentOf, sumOf } from '../../data/statistics';
import type { View } from '../../devices/descriptor';
import { type Device, numberOf } from '../../devices/device-list';
import { formatNumber, formatTime, missing } from '../../i18n/format';
import { t } from '../../i18n/translate';
import type { FigureFacts } from '../../ui/Figure';
import { isAbnormal, isOn } from './signal';

/** The number of inputs that are on, of abnormal ones, of changes today, and the input that changed last. */
export function figuresOf({ devices, zone }: View<Device>): readonly FigureFacts[] {
  const responding = devices.filter(({ isSilent }) => !isSilent);
  const on = responding.filter(isOn).length;
  const total = responding.length;
  const [last] = [...responding].sort((a, b) => (numberOf(b, 'cambio') ?? 0) - (numberOf(a, 'cambio') ?? 0));
  const changedS = last ? numberOf(last, 'cambio') : null;
  const count = (label: string, value: number, note = ''): FigureFacts => ({
    label,
    value: total === 0 ? missing : formatNumber(value, 0),
    unit: total === 0 ? '' : t('signals.figure.ofTotal', { total }),
    scale: { kind: 'level', value: percentOf(value, total) },
    note,
  });
  return [
    count(t('signals.figure.on'), on),
    count(t('signals.figure.abnormal'), responding.filter(isAbnormal).length),
    {
      label: t('signals.figure.changes'),
      value: formatNumber(sumOf(responding.map(signal => numberOf(signal, 'oggi'))), 0),
      unit: '',
      scale: null,
      note: '',
    },
    {
      label: t('signals.figure.last'),
      value: formatTime(changedS, zone, 'minute'),
      unit: formatTime(changedS, zone, 'date'),
      scale: null,
      note: last?.name ?? '',
    },
  ];
}
