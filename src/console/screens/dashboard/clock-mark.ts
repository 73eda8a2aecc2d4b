import { earliestS } from '../../../contract/earliest';
import type { ClockStep } from '../../data/clock-steps';
import { formatDuration, formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';

/** Where on the day's chart, in epoch seconds, the clock was set, and in words. */
export interface ClockMark {
  readonly atS: number;
  readonly words: string;
}

/** A clock that is set all the time has no room for every time. */
const mostMarks = 12;

/** The newest marks of a day that lasts from `fromS` to `toS`: under the new time where that is of this day, else under the old one. */
export function clockMarks(
  steps: readonly ClockStep[],
  fromS: number,
  toS: number,
  zone: string,
): readonly ClockMark[] {
  return steps.slice(-mostMarks).map(step => {
    const atS = step.saysS >= fromS && step.saysS < toS ? step.saysS : step.saidS;
    return { atS, words: wordsOf(step, formatTime(atS, zone, 'minute')) };
  });
}

function wordsOf({ saidS, saysS }: ClockStep, time: string): string {
  if (saysS < earliestS) return t('dashboard.curve.clockRefused', { time });
  if (saidS < earliestS) return t('dashboard.curve.clockFound', { time });
  const by = `${saysS < saidS ? '−' : '+'}${formatDuration(Math.abs(saysS - saidS))}`;
  return t('dashboard.curve.clockSet', { time, by });
}
