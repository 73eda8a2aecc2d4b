import { useMemo, useState } from 'react';
import type { LogNote } from '../data/log-notes';
import { addNote, logNotes, removeNote, type Subject } from '../data/logbook';
import { useSession } from '../data/session';
import { useResource } from '../data/use-resource';
import { formatTime } from '../i18n/format';
import { t } from '../i18n/translate';
import { Icon } from '../ui/Icon';
import { TextField } from '../ui/TextField';

interface Props {
  readonly about: Subject;
  readonly zone: string;
  /** Causes of losses that a note may state, with their names; none where nothing was lost. */
  readonly causes?: ReadonlyMap<string, string>;
  /** Whether it has a heading of its own. */
  readonly isTitled?: boolean;
}

/** What people wrote down of a device or an alarm, and a form for more. Nothing where the datalogger has no log book. */
export function LogNotes({ about, zone, causes = new Map(), isTitled = true }: Props) {
  const { alarm, group, device } = about;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the three say what it is about
  const resource = useMemo(() => logNotes(about), [alarm, group, device]);
  const { value } = useResource(resource);
  const [isOpen, setOpen] = useState(false);
  if (!value) return null;
  return (
    <section aria-label={t('details.notes')}>
      {isTitled && <h3>{t('details.notes')}</h3>}
      <ul>
        {value.map(note => (
          <Note key={note.id} note={note} zone={zone} />
        ))}
      </ul>
      {isOpen ? (
        <Form about={about} causes={causes} onDone={() => setOpen(false)} />
      ) : (
        <button type="button" className="o" onClick={() => setOpen(true)}>
          <Icon name="plus" /> {t('details.addNote')}
        </button>
      )}
    </section>
  );
}

function Note({
  note: { id, beginS, text, author },
  zone,
}: {
  readonly note: LogNote;
  readonly zone: string;
}) {
  const session = useSession();
  const [hasFailed, setFailed] = useState(false);
  const time = `${formatTime(beginS, zone, 'date')} ${formatTime(beginS, zone, 'minute')}`;
  return (
    <li>
      {text}{' '}
      <small>
        {author}, {time}
      </small>
      {(session?.role === 'admin' || session?.user === author) && (
        <Removal text={text} onRemove={() => removeNote(id).catch(() => setFailed(true))} />
      )}
      {hasFailed && (
        <small className="err" role="alert">
          {t('details.noteKept')}
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
      aria-label={`${t('details.removeNote')}: ${text}`}
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
      {isAsking ? t('details.removeNote') : <Icon name="close" />}
    </button>
  );
}

interface FormProps {
  readonly about: Subject;
  readonly causes: ReadonlyMap<string, string>;
  readonly onDone: () => void;
}

function Form({ about, causes, onDone }: FormProps) {
  const [text, setText] = useState('');
  const [cause, setCause] = useState('');
  const [hasFailed, setFailed] = useState(false);
  const save = () => {
    addNote(about, text.trim(), cause).then(onDone, () => setFailed(true));
  };
  return (
    <>
      <TextField
        label={t('details.note')}
        hint=""
        fault={hasFailed ? t('details.noteFailed') : null}
        value={text}
        onChange={setText}
        isLong
      />
      {causes.size > 0 && (
        <div className="fld">
          <label>
            {t('details.noteCause')}
            <select value={cause} onChange={event => setCause(event.currentTarget.value)}>
              <option value="">{t('details.noteNoCause')}</option>
              {[...causes].map(([code, name]) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        </div>
      )}
      <button type="button" disabled={text.trim() === ''} onClick={save}>
        {t('details.saveNote')}
      </button>
    </>
  );
}
