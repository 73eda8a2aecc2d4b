import type { OfferedCommand } from '../../commands/offered-command';
import { formatNumber } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { held, isInPosition, limits, type Tracker } from './tracker-list';
import { angleWords } from './words';

export const actions = ['riposo', 'pulizia', 'automatico'] as const;
export type TrackerAction = (typeof actions)[number];

/** Time for the longest movement with the slowest motor (120° at 0.2 °/s) and some polls, s. */
const withinS = 720;

/** The target of a command: its address in the contract, its name in a sentence, and its trackers. */
export interface Commanded {
  readonly object: string;
  readonly name: string;
  readonly trackers: readonly Tracker[];
}

/** A command with the measured positions. Trackers that cannot move are not waited for, and are counted as not in position. */
export function commandOf(action: TrackerAction, { object, name, trackers }: Commanded): OfferedCommand {
  const able = trackers.filter(({ isSilent, mode }) => !isSilent && mode !== 'fault');
  const isThere = (tracker: Tracker, asked: number | null) =>
    asked === null
      ? !held.includes(tracker.mode) && isInPosition(tracker)
      : Math.abs((tracker.angle ?? Number.NaN) - asked) <= limits.follows && held.includes(tracker.mode);
  return {
    object,
    action,
    title: t(`trackers.ask.${action}`, { name }),
    value: null,
    textOf: angle => (angle === null ? t('trackers.command.sun') : angleWords(angle)),
    isReached: asked => (able.length === 0 ? null : able.every(tracker => isThere(tracker, asked))),
    measured: measuredWords(trackers, action),
    withinS,
  };
}

function measuredWords(trackers: readonly Tracker[], action: TrackerAction): string {
  const angles = trackers.flatMap(({ angle, isSilent }) => (angle === null || isSilent ? [] : [angle]));
  const mean = angles.reduce((sum, angle) => sum + angle, 0) / angles.length;
  const angle = angleWords(angles.length === 0 ? null : mean);
  if (trackers.length === 1) return angle;
  const isDone = (tracker: Tracker) =>
    isInPosition(tracker) && held.includes(tracker.mode) === (action !== 'automatico');
  const done = formatNumber(trackers.filter(isDone).length, 0);
  return t('trackers.command.reached', { done, total: formatNumber(trackers.length, 0), angle });
}
