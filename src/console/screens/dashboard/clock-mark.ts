import { earliestS } from '../../../contract/earliest';
import type { ClockStep } from '../../data/clock-steps';
import { formatDuration, formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import type { Tick } from '../../ui/plot/model';

/** A clock that is set all the time has no room for every time. */
const mostMarks = 12;

/**
 * When the clock was set, and in words: the newest times of a day that lasts from `fromS` to `toS`. They stand under the new time
 * where that is of this day, else under the old one.
 */
export function clockMarks(
  steps: readonly ClockStep[],
  fromS: number,
  toS: number,
  zone: string,
): readonly Tick[] {
  return steps.slice(-mostMarks).map(step => {
    const atS = step.saysS >= fromS && step.saysS < toS ? step.saysS : step.saidS;
    return { at: atS, label: wordsOf(step, formatTime(atS, zone, 'minute')) };
  });
}

function wordsOf({ saidS, saysS }: ClockStep, time: string): string {
  if (saysS < earliestS) return t('dashboard.curve.clockRefused', { time });
  if (saidS < earliestS) return t('dashboard.curve.clockFound', { time });
  const by = `${saysS < saidS ? '−' : '+'}${formatDuration(Math.abs(saysS - saidS))}`;
  return t('dashboard.curve.clockSet', { time, by });
}
