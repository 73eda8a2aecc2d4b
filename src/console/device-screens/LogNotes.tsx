import { useMemo, useState } from 'react';
import { lossCauses } from '../../contract/loss-causes';
import { instantOfLocal } from '../../contract/zone';
import { ApiError } from '../data/api-error';
import { type LogNote, logNotes, type Subject } from '../data/log-notes';
import { addNote, removeNote } from '../data/logbook';
import { useSession } from '../data/session';
import { useResource } from '../data/use-resource';
import { useWhenBack } from '../data/when-back';
import { formatTime } from '../i18n/format';
import { loadPart, t } from '../i18n/translate';
import { Icon } from '../ui/Icon';
import { TextField } from '../ui/TextField';

interface Props {
  readonly about: Subject;
  readonly zone: string;
  /** Whether it has a heading of its own. */
  readonly isTitled?: boolean;
}

/** What people wrote down of a device or an alarm, and a form for more. Nothing where the datalogger has no log book. */
export function LogNotes({ about, zone, isTitled = true }: Props) {
  const { alarm, group, device } = about;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the three say what it is about
  const resource = useMemo(() => logNotes(about), [alarm, group, device]);
  const { value } = useResource(resource);
  const [isOpen, setOpen] = useState(false);
  if (!value) return null;
  return (
    <section aria-label={t('notes.notes')}>
      {isTitled && <h3>{t('notes.notes')}</h3>}
      <ul>
        {value.map(note => (
          <Note key={note.id} note={note} zone={zone} />
        ))}
      </ul>
      {isOpen ? (
        <Form about={about} zone={zone} onDone={() => setOpen(false)} />
      ) : (
        <button type="button" className="o" onClick={() => loadPart('reports').finally(() => setOpen(true))}>
          <Icon name="plus" /> {t('notes.addNote')}
        </button>
      )}
    </section>
  );
}

function Note({
  note: { id, beginS, endS, text, author },
  zone,
}: {
  readonly note: LogNote;
  readonly zone: string;
}) {
  const session = useSession();
  const [hasFailed, setFailed] = useState(false);
  const timeOf = (atS: number) => `${formatTime(atS, zone, 'date')} ${formatTime(atS, zone, 'minute')}`;
  const time = timeOf(beginS) + (endS === null ? '' : ` – ${timeOf(endS)}`);
  return (
    <li className="row">
      <span style={{ flex: 1 }}>
        {text}{' '}
        <small>
          {author}, {time}
        </small>
      </span>
      {(session?.role === 'admin' || session?.user === author) && (
        <Removal text={text} onRemove={() => removeNote(id).catch(() => setFailed(true))} />
      )}
      {hasFailed && (
        <small className="err" role="alert">
          {t('notes.noteKept')}
        </small>
      )}
    </li>
  );
}

/** A cross that asks once more: the second press removes the note, Esc or leaving the button keeps it. */
function Removal({ text, onRemove }: { readonly text: string; readonly onRemove: () => void }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <button
      type="button"
      className={isAsking ? 'o' : 'q'}
      aria-label={`${t('notes.removeNote')}: ${text}`}
      onBlur={() => setAsking(false)}
      onKeyDown={event => {
        if (!isAsking || event.key !== 'Escape') return;
        event.preventDefault();
        setAsking(false);
      }}
      onClick={({ detail }) => {
        if (!isAsking) setAsking(true);
        // The second press of a double click is not an answer.
        else if (detail < 2) onRemove();
      }}
    >
      {isAsking ? t('notes.removeNote') : <Icon name="close" />}
    </button>
  );
}

interface FormProps {
  readonly about: Subject;
  readonly zone: string;
  readonly onDone: () => void;
}

/** The field of the form that shows a fault that the datalogger names. */
const fieldOf = (error: unknown) => (error instanceof ApiError ? error.details.field : null) ?? 'testo';

/** The times of a note: its fields, those of the datalogger, and their labels. */
const times = [
  ['from', 'da', 'notes.noteFrom'],
  ['to', 'a', 'notes.noteTo'],
] as const;

/** A note on an inverter or on the plant may cover a period, and like one on an alarm name the cause of a loss. */
function Form({ about, zone, onDone }: FormProps) {
  const [note, setNote] = useState({ text: '', cause: '', from: '', to: '' });
  const [faulty, setFaulty] = useState('');
  const role = useSession()?.role;
  const isOfTime = about.alarm === undefined && (about.group === 'inverter' || about.group === 'impianto');
  const set = (field: keyof typeof note) => (value: string) => setNote({ ...note, [field]: value });
  const secondsOf = (local: string) => (local === '' ? null : instantOfLocal(zone, local));
  const save = () => {
    const { text, cause, from, to } = note;
    const time = { fromS: secondsOf(from), toS: secondsOf(to) };
    addNote(about, { text: text.trim(), cause, ...time }).then(onDone, error => setFaulty(fieldOf(error)));
  };
  const { isLost, isWaiting, wait } = useWhenBack(save);
  return (
    <>
      <TextField
        label={t('notes.note')}
        hint=""
        fault={faulty === 'testo' ? t('notes.noteFailed') : null}
        value={note.text}
        onChange={set('text')}
        isLong
        isFirst
      />
      {isOfTime &&
        times.map(([field, name, label]) => (
          <TextField
            key={field}
            label={t(label)}
            hint=""
            fault={faulty === name ? t('notes.noteTime') : null}
            value={note[field]}
            onChange={set(field)}
            type="datetime-local"
          />
        ))}
      {role !== 'cci' && (isOfTime || about.alarm !== undefined) && (
        <Cause isOfTime={isOfTime} value={note.cause} onChange={set('cause')} />
      )}
      <button
        type="button"
        className="keep"
        disabled={isWaiting || note.text.trim() === ''}
        onClick={() => (isLost ? wait(true) : save())}
      >
        {t('notes.saveNote')}
      </button>
      <p role="status">{isWaiting && t('connection.savedLater')}</p>
    </>
  );
}

interface CauseProps {
  readonly isOfTime: boolean;
  readonly value: string;
  readonly onChange: (cause: string) => void;
}

function Cause({ isOfTime, value, onChange }: CauseProps) {
  return (
    <div className="fld">
      <label>
        {t('notes.noteCause')}
        <select value={value} onChange={event => onChange(event.currentTarget.value)}>
          <option value="">{t(isOfTime ? 'notes.noteByAlarms' : 'notes.noteNoCause')}</option>
          {lossCauses.map(code => (
            <option key={code} value={code}>
              {t(`reports.lossCause.${code}`)}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
