import { type ReactNode, useState } from 'react';
import type { ConfigRecord } from '../data/records';
import { useResource } from '../data/use-resource';
import { usesOf } from '../data/uses';
import { hasEdits } from '../form/drafts';
import { Field } from '../form/Field';
import type { FieldFacts } from '../form/facts';
import type { Form, FormSpec } from '../form/use-form';
import { t, textOf } from '../i18n/translate';
import type { WordKey } from '../i18n/words';
import { Icon } from '../ui/Icon';
import { Lazy } from '../ui/Lazy';
import { type AnyScreen, type Beside, choicesIn, idOf } from './descriptor';
import { FaultSummary } from './FaultSummary';
import { Uses } from './Uses';
import { type RecordForm, type SaveNote, useRecordForm } from './use-record-form';

export interface PaneProps {
  readonly screen: AnyScreen;
  readonly record: ConfigRecord;
  readonly name: string;
  readonly draft: string;
  readonly known?: ReadonlySet<string | null> | null;
  readonly beside: Omit<Beside, 'id'>;
  readonly isReadOnly?: boolean;
  readonly onCreated?: (id: string | null) => void;
  /** Whether it is one of several panels of a sheet: it then has its own save button. */
  readonly isPanel?: boolean;
  /** The label of the save button. */
  readonly saveWord?: string | undefined;
  readonly children?: ReactNode;
}

const loadConflict = () => import('./ConflictDialog').then(({ ConflictDialog }) => ConflictDialog);

/** A record with all its fields, their faults, and the bar that saves them. */
export function RecordPane(props: PaneProps) {
  const {
    screen,
    record,
    name,
    draft,
    known = null,
    beside,
    isReadOnly = false,
    onCreated,
    isPanel = false,
  } = props;
  const { schema, words, source, groups, shown, unitOf, narrow, refers, check, Parts } = screen;
  const [tried, setTried] = useState({ draft, count: 0 });
  const tries = tried.draft === draft ? tried.count : 0;
  const besides = { ...beside, id: idOf(source, record) };
  const spec: FormSpec = {
    schema,
    words,
    unitOf,
    narrow,
    check: body => check(body, besides),
    choicesOf: path => choicesIn(beside.referred, refers[path]),
  };
  const recordForm = useRecordForm({ spec, source, record, draft, known, isReadOnly, onCreated });
  const { form, isAsking, note } = recordForm;
  const save = () => {
    void recordForm.save();
    setTried({ draft, count: tries + 1 });
  };
  return (
    <>
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault();
          save();
        }}
      >
        <SaveNoteLine note={note} />
        <FaultSummary form={form} tries={tries} />
        {record.abilitato === true && form.draft.abilitato === false && (
          <DisabledUses kind={source.usedKind} id={idOf(source, record)} />
        )}
        <div className={isPanel ? '' : 'g2'}>
          <FieldGroups form={form} groups={groups} isShown={path => shown[path]?.(form.draft) ?? true} />
        </div>
        {Parts && <Parts form={form} record={record} />}
        {props.children}
        {isPanel ? (
          <PanelFoot recordForm={recordForm} saveWord={props.saveWord} />
        ) : (
          // Lets the Enter key in a field submit the form.
          <button type="submit" hidden />
        )}
      </form>
      {!isPanel && <UnsavedBar recordForm={recordForm} name={name} isNew={known !== null} onSave={save} />}
      {isAsking && <Lazy load={loadConflict} props={{ recordForm, schema, record }} />}
    </>
  );
}

/** What is missing while a device is disabled, said before that is saved. */
function DisabledUses({ kind, id }: { readonly kind: string | undefined; readonly id: string | null }) {
  const { value } = useResource(kind === undefined || id === null ? null : usesOf(kind, id));
  return <div role="status">{value && <Uses {...value} />}</div>;
}

interface Props {
  readonly form: Form;
  readonly groups: readonly { readonly title: WordKey; readonly fields: readonly string[] }[];
  readonly isShown?: (path: string) => boolean;
}

/** The fieldsets of a form. A fieldset with no visible field is omitted. */
function FieldGroups({ form, groups, isShown = () => true }: Props) {
  return groups.map(({ title, fields }) => {
    const shown = fields.filter(path => form.factsOf(path) && isShown(path));
    return (
      shown.length > 0 && (
        <fieldset key={title} className={shown.some(path => isWideTable(form.factsOf(path))) ? 'wd' : ''}>
          {groups.length > 1 && <legend>{t(title)}</legend>}
          <div className="g2 t">
            {shown.map(path => (
              <Field key={path} form={form} path={path} />
            ))}
          </div>
        </fieldset>
      )
    );
  });
}

/** Columns of a table that fit into one column of the form. */
const narrowTable = 4;

const isWideTable = (facts: FieldFacts | undefined) =>
  Object.keys(facts?.item?.fields ?? {}).length > narrowTable;

interface PanelFootProps {
  readonly recordForm: RecordForm;
  readonly saveWord: string | undefined;
}

/** The buttons of a panel that is saved separately; nothing where it is read-only. */
function PanelFoot({ recordForm: { form, isBusy, discard }, saveWord }: PanelFootProps) {
  if (form.isReadOnly) return null;
  const isDirty = hasEdits(form.edits);
  return (
    <div className="row">
      <button
        type="submit"
        className={isDirty ? 'keep' : 'o'}
        disabled={isBusy || !isDirty}
        aria-busy={isBusy}
      >
        {isBusy ? t('config.saving') : (saveWord ?? t('config.save'))}
      </button>
      {isDirty && (
        <button type="button" className="o" disabled={isBusy} onClick={discard}>
          {t('config.discard')}
        </button>
      )}
    </div>
  );
}

/** The result of a save. A refusal that names a field of the form is shown at that field. */
function SaveNoteLine({ note }: { readonly note: SaveNote | null }) {
  return (
    <div role="status" className="saved">
      {note && (
        <p className={note.kind === 'saved' ? 'ok' : ''}>
          <Icon name={note.kind === 'saved' ? 'check' : 'warn'} /> {noteWords(note)}
        </p>
      )}
    </div>
  );
}

function noteWords(note: SaveNote): string {
  if (note.kind === 'saved') return t('config.saved', { count: note.count });
  if (note.kind === 'waiting') return t('connection.savedLater');
  if (note.kind !== 'refused') return t(`config.note.${note.kind}`);
  return textOf('config', 'refusal', note.error.details.code ?? '') ?? t('config.refused');
}

interface UnsavedBarProps {
  readonly recordForm: RecordForm;
  /** Name of the record that is changed: "INV 04". */
  readonly name: string;
  readonly isNew: boolean;
  readonly onSave: () => void;
}

/** Shown above the footer from the first change on: the number of changes, the faults, and the buttons to save or discard. */
function UnsavedBar({ recordForm, name, isNew, onSave }: UnsavedBarProps) {
  const { form, isBusy, discard } = recordForm;
  const isWrong = form.shown.size > 0;
  const count = Object.keys(form.edits).length;
  if (!isNew && count === 0) return null;
  return (
    <div className="bar ub">
      <b>{count > 0 && t('config.unsaved', { count, name })}</b>
      <span role="status">{isWrong && t('config.fixFirst', { count: form.shown.size })}</span>
      <span className="end row">
        <button type="button" className="o" disabled={isBusy} onClick={discard}>
          {t('config.discard')}
        </button>
        <button type="button" aria-disabled={isWrong} aria-busy={isBusy} disabled={isBusy} onClick={onSave}>
          {t(isBusy ? 'config.saving' : isNew ? 'config.save' : 'config.saveNamed', { name })}
        </button>
      </span>
    </div>
  );
}
