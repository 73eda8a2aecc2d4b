import { formatDifference, formatQuantity, formatTime, missing } from '../../i18n/format';
import { t } from '../../i18n/translate';
import type { Tracker, TrackerKind, TrackerMode } from './tracker-list';

export function modeWord(mode: TrackerMode): string {
  return t(`trackers.mode.${mode}`);
}

export function kindWord(kind: TrackerKind): string {
  return t(`trackers.kind.${kind}`);
}

/** "12,1° ovest" */
export function angleWords(angle: number | null): string {
  if (angle === null) return missing;
  const value = formatQuantity(Math.abs(angle), 1, '°').replace('\u00a0', '');
  if (Math.abs(angle) < 0.05) return value;
  return t(angle > 0 ? 'trackers.west' : 'trackers.east', { value });
}

/** The facts of a tracker, one for each line. */
export function readoutOf(tracker: Tracker, zone: string): readonly string[] {
  const { name, angle, target, error, mode, kind, sampledS } = tracker;
  return [
    name,
    t('trackers.map.angle', { angle: angleWords(angle), target: angleWords(target) }),
    error === null ? kindWord(kind) : `${formatDifference(error, 1)}°, ${kindWord(kind)}`,
    modeWord(mode),
    t('panel.dataOf', { time: formatTime(sampledS, zone, 'clock') }),
  ];
}
