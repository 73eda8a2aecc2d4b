import type { TrendLine } from '../../device-screens/descriptor';
import { t } from '../../i18n/translate';
import type { Tracker } from './tracker-list';

/** The day of a tracker: measured angle and target. */
export function trendLinesOf({ id }: Tracker): readonly TrendLine[] {
  const trendLine = { unit: '°', decimals: 1 } as const;
  return [
    { ...trendLine, code: `tracker.${id}.ang`, label: t('trackers.trend.angle'), look: 'measured' },
    { ...trendLine, code: `tracker.${id}.tgt`, label: t('trackers.trend.target'), look: 'expected' },
  ];
}
