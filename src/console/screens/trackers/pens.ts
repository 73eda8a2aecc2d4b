import type { Pen } from '../../devices/descriptor';
import { t } from '../../i18n/translate';
import type { Tracker } from './tracker-list';

/** The day of a tracker: where it stood, and where it should have. */
export function pensOf({ id }: Tracker): readonly Pen[] {
  const pen = { unit: '°', decimals: 1 } as const;
  return [
    { ...pen, code: `tracker.${id}.ang`, label: t('trackers.trend.angle'), look: 'measured' },
    { ...pen, code: `tracker.${id}.tgt`, label: t('trackers.trend.target'), look: 'expected' },
  ];
}
