import { t } from '../i18n/translate';
import type { RecordForm } from './use-record-form';

interface Props {
  readonly recordForm: RecordForm;
  /** What is changed: "INV 04". */
  readonly name: string;
  readonly isNew: boolean;
  readonly onSave: () => void;
}

/** Over the footer from the first change on: how many, what is wrong, and the two ways out. */
export function UnsavedBar({ recordForm, name, isNew, onSave }: Props) {
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
          {t(isBusy ? 'config.saving' : 'config.save')} {name}
        </button>
      </span>
    </div>
  );
}
