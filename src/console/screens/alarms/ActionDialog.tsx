import { type ReactNode, useState } from 'react';
import { isWaiting } from '../../data/alarm-rows';
import { plantNowMs } from '../../data/plant-clock';
import { formatDuration, formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { alarmName } from '../../ui/alarm-words';
import { Dialog } from '../../ui/Dialog';
import { TextField } from '../../ui/TextField';
import { waitingInAll } from './state-words';
import type { AlarmActions, Question } from './use-alarms';

interface Props {
  readonly actions: AlarmActions;
  readonly question: Question;
  readonly zone: string;
  /** The datalogger does not answer: the action cannot be sent now. */
  readonly isStill: boolean;
}

/** Limits of the contract. */
const longestNote = 500;
const longestReason = 200;
const minutesChoices = [15, 30, 60, 120, 240, 480, 720, 1440];
const usualMinutes = 60;

/** Asks for confirmation with the number of alarms, and for the note, or the duration and the reason. */
export function ActionDialog(props: Props) {
  return props.question.kind === 'acknowledge' ? <Acknowledging {...props} /> : <Shelving {...props} />;
}

function countAndName({ kind, alarms }: Question) {
  const count = kind === 'acknowledge' ? waitingInAll(alarms) : alarms.length;
  return { count, name: alarms.map(alarmName)[0] ?? '' };
}

function tooLong(text: string, most: number, isRefused: boolean): string | null {
  const excess = text.trim().length - most;
  return excess > 0 || isRefused ? t('alarms.action.tooLong', { count: Math.max(0, excess), most }) : null;
}

function Acknowledging({ actions, question, isStill }: Props) {
  const [note, setNote] = useState(question.note ?? '');
  const [isChecked, setChecked] = useState(false);
  const fault =
    isChecked || actions.isFieldRefused ? tooLong(note, longestNote, actions.isFieldRefused) : null;
  const send = () => {
    setChecked(true);
    if (!tooLong(note, longestNote, false)) void actions.acknowledge(question.alarms, note.trim());
  };
  const values = countAndName(question);
  const included = values.count - question.alarms.filter(isWaiting).length;
  return (
    <Frame
      {...{ actions, isStill, send }}
      title={t('alarms.action.ask', values)}
      text={[included > 0 && t('incident.included', { count: included }), t('alarms.action.askText')]
        .filter(Boolean)
        .join(' ')}
      confirm={t('alarms.action.confirm', values)}
      busy={t('alarmDeed.acknowledging')}
    >
      <TextField
        label={t('alarms.action.note')}
        hint={t('alarms.action.noteHint', { most: longestNote })}
        fault={fault}
        value={note}
        onChange={setNote}
        isLong
      />
    </Frame>
  );
}

function Shelving({ actions, question, zone, isStill }: Props) {
  const [reason, setReason] = useState('');
  const [minutes, setMinutes] = useState(usualMinutes);
  const [isChecked, setChecked] = useState(false);
  const clockIn = (after: number) => formatTime(plantNowMs() / 1000 + after * 60, zone, 'minute');
  const faultOf = (text: string) =>
    text.trim() === ''
      ? t('alarms.action.reasonMissing')
      : tooLong(text, longestReason, actions.isFieldRefused);
  const send = () => {
    setChecked(true);
    if (!faultOf(reason)) void actions.shelve(question.alarms, minutes, reason.trim());
  };
  return (
    <Frame
      {...{ actions, isStill, send }}
      title={t('alarms.action.shelveAsk', countAndName(question))}
      text={t('alarms.action.shelveText')}
      confirm={t('alarms.action.shelveConfirm', { clock: clockIn(minutes) })}
      busy={t('alarms.action.shelving')}
    >
      <label className="fld">
        <span>{t('alarms.action.duration')}</span>
        <select value={minutes} onChange={event => setMinutes(Number(event.currentTarget.value))}>
          {minutesChoices
            .filter(choice => choice <= actions.shelvingMinutes)
            .map(choice => (
              <option key={choice} value={choice}>
                {t('alarms.action.until', { time: formatDuration(choice * 60), clock: clockIn(choice) })}
              </option>
            ))}
        </select>
      </label>
      <TextField
        label={t('alarms.action.reason')}
        hint={t('alarms.action.noteHint', { most: longestReason })}
        fault={isChecked || actions.isFieldRefused ? faultOf(reason) : null}
        value={reason}
        onChange={setReason}
      />
    </Frame>
  );
}

interface FrameProps {
  readonly actions: AlarmActions;
  readonly isStill: boolean;
  readonly send: () => void;
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  /** The label of the button while the request is open. */
  readonly busy: string;
  readonly children: ReactNode;
}

function Frame({ actions, isStill, send, title, text, confirm, busy, children }: FrameProps) {
  const { isBusy, ask } = actions;
  return (
    <Dialog title={title} onClose={() => ask(null)}>
      <p>{text}</p>
      {children}
      <div className="row">
        <button type="button" aria-busy={isBusy} disabled={isBusy || isStill} onClick={send}>
          {isBusy ? busy : confirm}
        </button>
        <button type="button" className="o keep" onClick={() => ask(null)}>
          {t('alarms.action.cancel')}
        </button>
      </div>
    </Dialog>
  );
}
