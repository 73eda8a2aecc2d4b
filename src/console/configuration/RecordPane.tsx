import { type ReactNode, useState } from 'react';
import { textOrNull } from '../data/read';
import type { ConfigRecord } from '../data/records';
import type { FormSpec } from '../form/use-form';
import { ConflictDialog } from './ConflictDialog';
import { type AnyScreen, type Beside, idOf } from './descriptor';
import { FaultSummary } from './FaultSummary';
import { FieldGroups } from './FieldGroups';
import { PanelFoot } from './PanelFoot';
import { SaveNoteLine } from './SaveNoteLine';
import { UnsavedBar } from './UnsavedBar';
import { useRecordForm } from './use-record-form';

export interface PaneProps {
  readonly screen: AnyScreen;
  readonly record: ConfigRecord;
  readonly name: string;
  readonly draft: string;
  readonly known?: ReadonlySet<string | null> | null;
  readonly beside: Omit<Beside, 'id'>;
  readonly isReadOnly?: boolean;
  readonly onCreated?: (id: string | null) => void;
  /** One of several on a sheet: it saves by a button of its own. */
  readonly isPanel?: boolean;
  /** What the button says. */
  readonly saveWord?: string | undefined;
  readonly children?: ReactNode;
}

/** A record with all its fields, what is wrong with them, and the bar that saves them. */
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
  const { schema, words, source, groups, shown, unitOf, refers, check, Parts } = screen;
  const [tried, setTried] = useState({ draft, count: 0 });
  const tries = tried.draft === draft ? tried.count : 0;
  const besides = { ...beside, id: idOf(source, record) };
  const spec: FormSpec = {
    ...{ schema, words, unitOf },
    check: body => check(body, besides),
    choicesOf: path => choicesIn(beside, refers[path]),
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
        <div className={isPanel ? '' : 'g2'}>
          <FieldGroups form={form} groups={groups} isShown={path => shown[path]?.(form.draft) ?? true} />
        </div>
        {Parts && <Parts form={form} record={record} />}
        {props.children}
        {isPanel ? (
          <PanelFoot recordForm={recordForm} saveWord={props.saveWord} />
        ) : (
          // Enter in a field saves.
          <button type="submit" hidden />
        )}
      </form>
      {!isPanel && <UnsavedBar recordForm={recordForm} name={name} isNew={known !== null} onSave={save} />}
      {isAsking && <ConflictDialog recordForm={recordForm} schema={schema} record={record} />}
    </>
  );
}

/** Names by id of the records that a field refers to; undefined where it refers to none. */
function choicesIn({ referred }: Omit<Beside, 'id'>, key: string | undefined) {
  const records = key === undefined ? undefined : referred.get(key);
  if (!records) return undefined;
  const named = records.flatMap(({ id, nome }) => {
    const key = textOrNull(id);
    return key === null ? [] : [[key, textOrNull(nome) ?? key] as const];
  });
  return new Map(named);
}
