import { useState } from 'react';
import type { ConfigRecord } from '../data/records';
import { useSession } from '../data/session';
import { useWhenBack } from '../data/when-back';
import { draftKey } from '../form/drafts';
import { resolved } from '../form/edits';
import { type Form, type FormSpec, useForm } from '../form/use-form';
import type { Source } from './descriptor';
import { type Stored, storeDraft, storeNew } from './store';

/** The result of a save that is shown to the user; `waiting` for the connection, and then saved. */
export type SaveNote = Exclude<Stored, { readonly kind: 'conflict' }> | { readonly kind: 'waiting' };

export interface RecordForm {
  readonly form: Form;
  readonly isBusy: boolean;
  /** The result of the last save; null after a further change. */
  readonly note: SaveNote | null;
  /** Whether the user is asked to resolve a conflict. */
  readonly isAsking: boolean;
  save(): Promise<void>;
  discard(): void;
  /** Resolves the conflict: `keepsMine` says for each field whose value stays; null postpones the decision. */
  settle(keepsMine: ((path: string) => boolean) | null): void;
}

export interface RecordFormInput {
  readonly spec: FormSpec;
  readonly source: Source;
  /** The record as it is saved, or the initial values of a new one. */
  readonly record: ConfigRecord;
  /** The storage key of its draft, such as `config/inverters/4`. */
  readonly draft: string;
  /** The existing ids, if the record is a new one; null for an existing record. */
  readonly known: ReadonlySet<string | null> | null;
  readonly isReadOnly: boolean;
  readonly onCreated: ((id: string | null) => void) | undefined;
}

/** A record with its draft and the functions that save it. */
export function useRecordForm(input: RecordFormInput): RecordForm {
  const { spec, source, record, draft, known, isReadOnly, onCreated } = input;
  const key = draftKey(useSession()?.user ?? '', draft);
  const form = useForm(spec, key, record, isReadOnly);
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ readonly note: SaveNote; readonly draft: string } | null>(null);
  const [isAsking, setAsking] = useState(false);

  async function store(): Promise<void> {
    setBusy(true);
    setOutcome(null);
    const job = { schema: spec.schema, source, key };
    const stored = await (known ? storeNew(job, record, known) : storeDraft(job, record));
    setBusy(false);
    if (stored.kind === 'conflict') return setAsking(true);
    // A new record has its own id from now on.
    const isCreated = known !== null && stored.kind === 'saved' && stored.id !== null;
    setOutcome({ note: stored, draft: isCreated ? draft.replace(/[^/]+$/, stored.id) : draft });
    if (stored.kind === 'refused') refuse(form, stored.error.details);
    if (stored.kind === 'saved') form.hideFaults();
    if (isCreated) onCreated?.(stored.id);
  }

  async function save(): Promise<void> {
    if (isBusy) return;
    form.showAll();
    if (form.faults.size > 0) return;
    return line.isLost ? line.wait(true) : store();
  }
  const line = useWhenBack(() => void save());

  return {
    form,
    isBusy,
    note: line.isWaiting ? { kind: 'waiting' } : outcome?.draft === draft ? outcome.note : null,
    isAsking,
    save,
    discard() {
      line.wait(false);
      form.change({});
      form.hideFaults();
      setOutcome(null);
    },
    settle(keepsMine) {
      setAsking(false);
      if (!keepsMine) return;
      form.change(resolved(record, form.edits, keepsMine));
      void store();
    },
  };
}

/** Shows the refusal at its field, if the datalogger names a field that the form has. */
function refuse(
  form: Form,
  {
    field,
    code = 'invalid',
    by,
  }: { field?: string | undefined; code?: string | undefined; by?: string | undefined },
): void {
  if (field !== undefined && form.factsOf(field)) form.refuse(field, { code, by });
}
