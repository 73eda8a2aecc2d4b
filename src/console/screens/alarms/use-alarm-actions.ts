import { useState } from 'react';
import { longestShelving } from '../../../contract/alarm-codes';
import { type ActionResult, acknowledge, shelve, unshelve } from '../../data/alarm-actions';
import type { Alarm } from '../../data/alarm-rows';
import { useSession } from '../../data/session';
import { formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { useSaid } from '../../i18n/use-said';
import { acknowledgedWords, failedWords } from '../../ui/action-words';
import { alarmName } from '../../ui/alarm-words';

/** An action that a dialog asks for before it is carried out. */
export interface Question {
  readonly kind: 'acknowledge' | 'shelve';
  readonly alarms: readonly Alarm[];
}

/** The actions for alarms, and the result of the last one. */
export interface AlarmActions {
  readonly question: Question | null;
  readonly isBusy: boolean;
  /** The result of the last action; empty before the first. */
  readonly message: string;
  /** The datalogger refused a field of the dialog. */
  readonly isFieldRefused: boolean;
  /** For how many minutes at most the user may shelve; 0: not at all. */
  readonly shelvingMinutes: number;
  readonly ask: (question: Question | null) => void;
  readonly acknowledge: (alarms: readonly Alarm[], note?: string) => Promise<void>;
  readonly shelve: (alarms: readonly Alarm[], minutes: number, reason: string) => Promise<void>;
  readonly unshelve: (alarm: Alarm) => Promise<void>;
}

/** `allowedMinutes`: as the datalogger says; null where it does not. */
export function useAlarmActions(zone: string, allowedMinutes: number | null): AlarmActions {
  const session = useSession();
  const [question, setQuestion] = useState<Question | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [message, say] = useSaid();
  const [isFieldRefused, setFieldRefused] = useState(false);

  const ask = (next: Question | null) => {
    setQuestion(next);
    setFieldRefused(false);
  };
  const carryOut = async (action: Promise<ActionResult>, words: (alarms: readonly Alarm[]) => string) => {
    setBusy(true);
    const result = await action;
    setBusy(false);
    const isRefused = result.kind === 'refused' && result.error.details.status === 422;
    setFieldRefused(isRefused);
    if (isRefused) return;
    setQuestion(null);
    say(() => (result.kind === 'done' ? words(result.alarms) : failedWords(result)));
  };
  return {
    ...{ question, isBusy, message, isFieldRefused, ask },
    shelvingMinutes: allowedMinutes ?? longestShelving(session?.role ?? 'normal'),
    acknowledge: (alarms, note = '') =>
      carryOut(acknowledge(alarms, note), done => acknowledgedWords(done, session?.user ?? '', zone)),
    shelve: (alarms, minutes, reason) =>
      carryOut(shelve(alarms, minutes, reason), done => shelvedWords(done, zone)),
    unshelve: alarm =>
      carryOut(unshelve(alarm), done => t('alarms.deed.unshelved', { name: done.map(alarmName).join() })),
  };
}

function shelvedWords(alarms: readonly Alarm[], zone: string): string {
  const [first] = alarms;
  const time = formatTime(first?.shelf?.untilS, zone, 'minute');
  return first ? t('alarms.deed.shelved', { count: alarms.length, name: alarmName(first), time }) : '';
}
