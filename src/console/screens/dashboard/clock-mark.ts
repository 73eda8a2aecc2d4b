import { earliestS } from '../../../contract/earliest';
import type { ClockStep } from '../../data/clock-steps';
import { formatDuration, formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import type { Tick } from '../../ui/plot/model';

/** Limit for the number of marks, for a clock that is set again and again. */
const mostMarks = 12;

/**
 * The marks of the changes of the clock, with a text: the newest ones, in the day from `fromS` to `toS`. A mark is at the new time if
 * that is in this day, otherwise at the old time.
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
  if (saysS < earliestS) return t('drawings.curve.clockRefused', { time });
  if (saidS < earliestS) return t('drawings.curve.clockFound', { time });
  const by = `${saysS < saidS ? '−' : '+'}${formatDuration(Math.abs(saysS - saidS))}`;
  return t('drawings.curve.clockSet', { time, by });
}
