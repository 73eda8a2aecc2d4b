import { type FormEvent, useState } from 'react';
import type { GenericSchema } from 'valibot';
import type { ConfigRecord } from '../data/records';
import { type Conflict, conflictsOf } from '../form/edits';
import { labelOf, valueWords } from '../form/words';
import { t } from '../i18n/translate';
import { Dialog } from '../ui/Dialog';
import type { RecordForm } from './use-record-form';

interface Props {
  readonly recordForm: RecordForm;
  readonly schema: GenericSchema;
  /** The record as it is saved now. */
  readonly record: ConfigRecord;
}

/**
 * Another user saved first: for each field that both changed, the user chooses one of the two values. All other changes are merged without
 * a question.
 */
export function ConflictDialog({ recordForm, schema, record }: Props) {
  const { form, settle } = recordForm;
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const conflicts = conflictsOf(schema, record, form.edits);
  const choose = (path: string, isTheirs: boolean) =>
    setTheirs(new Set([...theirs].filter(each => each !== path).concat(isTheirs ? path : [])));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    settle(path => !theirs.has(path));
  };
  return (
    <Dialog title={t('config.conflict.title')} onClose={() => settle(null)}>
      <form onSubmit={submit}>
        <p>{t('config.conflict.text')}</p>
        {conflicts.map(conflict => (
          <Choice
            key={conflict.path}
            form={form}
            conflict={conflict}
            isTheirs={theirs.has(conflict.path)}
            onChoose={isTheirs => choose(conflict.path, isTheirs)}
          />
        ))}
        <div className="row">
          <button type="submit">{t('config.conflict.confirm')}</button>
          <button type="button" className="o" onClick={() => settle(null)}>
            {t('config.cancel')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

interface ChoiceProps {
  readonly form: RecordForm['form'];
  readonly conflict: Conflict;
  readonly isTheirs: boolean;
  readonly onChoose: (isTheirs: boolean) => void;
}

function Choice({ form, conflict: { path, mine, theirs }, isTheirs, onChoose }: ChoiceProps) {
  const option = (value: unknown, isOfTheirs: boolean) => (
    <label>
      <input
        type="radio"
        name={path}
        checked={isOfTheirs === isTheirs}
        onChange={() => onChoose(isOfTheirs)}
      />{' '}
      {t(isOfTheirs ? 'config.conflict.theirs' : 'config.conflict.mine', {
        value: valueWords(form, path, value),
      })}
    </label>
  );
  return (
    <fieldset>
      <legend>{labelOf(form, path)}</legend>
      {option(mine, false)}
      {option(theirs, true)}
    </fieldset>
  );
}
