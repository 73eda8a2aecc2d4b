import { hasEdits } from '../form/drafts';
import { t } from '../i18n/translate';
import type { RecordForm } from './use-record-form';

interface Props {
  readonly recordForm: RecordForm;
  readonly saveWord: string | undefined;
}

/** The buttons of a panel that saves alone; nothing where it may only be read. */
export function PanelFoot({ recordForm: { form, isBusy, discard }, saveWord }: Props) {
  if (form.isReadOnly) return null;
  const isDirty = hasEdits(form.edits);
  return (
    <div className="row">
      <button type="submit" className={isDirty ? '' : 'o'} disabled={isBusy || !isDirty} aria-busy={isBusy}>
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
