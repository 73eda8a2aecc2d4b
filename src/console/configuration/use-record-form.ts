import { useState } from 'react';
import type { ConfigRecord } from '../data/records';
import { useSession } from '../data/session';
import { draftKey } from '../form/drafts';
import { resolved } from '../form/edits';
import { type Form, type FormSpec, useForm } from '../form/use-form';
import type { Source } from './descriptor';
import { type Stored, storeDraft, storeNew } from './store';

/** What is told after a save. */
export type SaveNote = Exclude<Stored, { readonly kind: 'conflict' }>;

export interface RecordForm {
  readonly form: Form;
  readonly isBusy: boolean;
  /** How it went last; null once something is changed again. */
  readonly note: SaveNote | null;
  /** Mine or theirs is asked. */
  readonly isAsking: boolean;
  save(): Promise<void>;
  discard(): void;
  /** The answer to mine or theirs; null puts it off. */
  settle(keepsMine: ((path: string) => boolean) | null): void;
}

export interface RecordFormInput {
  readonly spec: FormSpec;
  readonly source: Source;
  /** As it is saved, or what a new one begins with. */
  readonly record: ConfigRecord;
  /** What its draft is kept under, such as `config/inverters/4`. */
  readonly draft: string;
  /** The ids there are, where the record is a new one; null where it is one of them. */
  readonly known: ReadonlySet<string | null> | null;
  readonly isReadOnly: boolean;
  readonly onCreated: ((id: string | null) => void) | undefined;
}

/** A record, its draft, and how it is saved. */
export function useRecordForm(input: RecordFormInput): RecordForm {
  const { spec, source, record, draft, known, isReadOnly, onCreated } = input;
  const user = useSession()?.user ?? '';
  const key = draftKey(user, draft);
  const form = useForm(spec, key, record, isReadOnly);
  const [isBusy, setBusy] = useState(false);
  const [told, setTold] = useState<{ readonly note: SaveNote; readonly draft: string } | null>(null);
  const [isAsking, setAsking] = useState(false);

  async function store(): Promise<void> {
    setBusy(true);
    setTold(null);
    const job = { schema: spec.schema, source, key };
    const stored = await (known ? storeNew(job, record, known) : storeDraft(job, record));
    setBusy(false);
    if (stored.kind === 'conflict') return setAsking(true);
    // What was new has an id of its own from now on.
    const isCreated = known !== null && stored.kind === 'saved' && stored.id !== null;
    setTold({ note: stored, draft: isCreated ? draft.replace(/[^/]+$/, stored.id) : draft });
    if (stored.kind === 'refused') refuse(form, stored.error.details);
    if (stored.kind === 'saved') form.calm();
    if (isCreated) onCreated?.(stored.id);
  }

  return {
    form,
    isBusy,
    note: told?.draft === draft ? told.note : null,
    isAsking,
    async save() {
      if (isBusy) return;
      form.showAll();
      if (form.faults.size === 0) await store();
    },
    discard() {
      form.change({});
      form.calm();
      setTold(null);
    },
    settle(keepsMine) {
      setAsking(false);
      if (!keepsMine) return;
      form.change(resolved(record, form.edits, keepsMine));
      void store();
    },
  };
}

/** At its field, where the datalogger names one that the form has. */
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
