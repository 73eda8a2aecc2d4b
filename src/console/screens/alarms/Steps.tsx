import { useState } from 'react';
import { type Alarm, waitingIn } from '../../data/alarm-rows';
import { t } from '../../i18n/translate';
import { noteOf, stepsOf, type Ticks } from './ticks';

interface Props {
  readonly alarm: Alarm;
  readonly text: string;
  readonly isStill: boolean;
  readonly ticks: Ticks;
}

/** What to do, step by step. The ticked steps become the note of the acknowledgement, or later one of the log book. */
export function Steps({ alarm, text, isStill, ticks }: Props) {
  const isNoted = waitingIn(alarm) === 0;
  const [hasFailed, setFailed] = useState(false);
  const save = async () => {
    try {
      const { addNote } = await import('../../data/logbook');
      await addNote({ alarm: alarm.id }, { text: noteOf(ticks), cause: '', fromS: null, toS: null });
      ticks.clear();
      setFailed(false);
    } catch {
      setFailed(true);
    }
  };
  return (
    <div className="todo">
      <h3>{t('alarms.advice.action')}</h3>
      {stepsOf(text).map(step => (
        <label key={step}>
          <input type="checkbox" checked={ticks.done.includes(step)} onChange={() => ticks.toggle(step)} />
          {step}
        </label>
      ))}
      <small>{t('alarms.steps.note')}</small>
      {isNoted && ticks.done.length > 0 && (
        <button type="button" className="o" disabled={isStill} onClick={() => void save()}>
          {t('alarms.steps.save')}
        </button>
      )}
      {hasFailed && <p role="alert">{t('alarmDeed.failed.unanswered')}</p>}
    </div>
  );
}
