import { formatTime } from '../i18n/format';
import { t, textOf } from '../i18n/translate';
import { alarmName } from './alarm-words';

interface Acknowledged {
  readonly name: string;
  readonly code: string;
  readonly acknowledged: { readonly by: string; readonly atS: number } | null;
}

/** The results other than success: nothing was done, or it is unknown whether it was done. */
export type Failed =
  | { readonly kind: 'changed' | 'unanswered' }
  | {
      readonly kind: 'refused';
      readonly error: { readonly details: { readonly code?: string | undefined } };
    };

/** "Riconosci", of an incident with how many alarms that acknowledges: "Riconosci (3)". */
export function acknowledgeLabel(waiting: number): string {
  return withCount(t('alarmDeed.acknowledge'), waiting);
}

/** The label of an action with how many alarms it concerns, where that is more than one. */
export const withCount = (label: string, count: number) => label + (count > 1 ? ` (${count})` : '');

/** The message after an acknowledgement by `user`; another user may have acknowledged some alarms first. */
export function acknowledgedWords(alarms: readonly Acknowledged[], user: string, zone: string): string {
  const earlier = alarms.filter(({ acknowledged }) => acknowledged && acknowledged.by !== user);
  const [first] = alarms;
  const [byOther] = earlier;
  if (alarms.length === 1 && byOther?.acknowledged) {
    const { by, atS } = byOther.acknowledged;
    return t('alarmDeed.already', {
      user: by,
      time: formatTime(atS, zone, 'clock'),
      name: alarmName(byOther),
    });
  }
  const mine = alarms.length - earlier.length;
  return [
    mine > 0 && first ? t('alarmDeed.done', { count: mine, name: alarmName(first) }) : '',
    earlier.length > 0 ? t('alarmDeed.alreadyMany', { count: earlier.length }) : '',
  ]
    .filter(sentence => sentence !== '')
    .join(' ');
}

export function failedWords(failed: Failed): string {
  if (failed.kind !== 'refused') return t(`alarmDeed.failed.${failed.kind}`);
  return textOf('alarmDeed', 'failed', failed.error.details.code ?? '') ?? t('alarmDeed.refused');
}
