import { shareOf } from '../../data/statistics';
import type { View } from '../../devices/descriptor';
import type { Device } from '../../devices/device-list';
import type { Today } from '../../devices/today';
import { formatNumber, formatQuantity, formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import type { FigureFacts } from '../../ui/Figure';
import { dayEnergy } from './day-energy';
import { totalOf } from './roles';

/** The energies of today: produced, exported, used on site and imported; and the highest quarter-hour power. */
export function figuresOf({ devices, today, zone }: View<Device>): readonly FigureFacts[] {
  const produced = totalOf(devices, 'production', 'eday');
  const exported = totalOf(devices, 'exchange', 'eday');
  const used = produced === null || exported === null ? null : Math.max(0, produced - exported);
  const power = totalOf(devices, 'production', 'p');
  return [
    {
      ...energy(t('meters.figure.produced'), produced),
      note: power === null ? '' : t('meters.figure.now', { power: formatQuantity(power, 1, 'kW') }),
    },
    share(t('meters.figure.exported'), exported, produced),
    share(t('meters.figure.used'), used, produced),
    importedFigure(today, zone),
    peakFigure(devices),
  ];
}

function energy(label: string, kwh: number | null): FigureFacts {
  return { label, value: formatNumber(kwh, 1), unit: 'kWh', scale: null, note: '' };
}

function share(label: string, part: number | null, whole: number | null): FigureFacts {
  const percent = shareOf(part, whole);
  return {
    ...energy(label, part),
    scale: { kind: 'level', value: percent },
    note: percent === null ? '' : t('meters.figure.share', { percent: formatQuantity(percent, 0, '%') }),
  };
}

function importedFigure(today: Today | undefined, zone: string): FigureFacts {
  const imported = dayEnergy(today, 'impianto.pprel', zone);
  const figure = energy(t('meters.figure.imported'), imported?.kwh ?? null);
  if (!imported) return figure;
  return { ...figure, note: t('meters.figure.until', { time: formatTime(imported.toS, zone, 'minute') }) };
}

function peakFigure(meters: readonly Device[]): FigureFacts {
  const peak = totalOf(meters, 'exchange', 'picco');
  return {
    label: t('meters.figure.peak'),
    value: formatNumber(peak, 1),
    unit: 'kW',
    scale: null,
    note: t('meters.figure.peakNote'),
  };
}
