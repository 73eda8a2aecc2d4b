import { type FormEvent, useState } from 'react';
import { t } from '../i18n/translate';
import { Dialog } from '../ui/Dialog';
import { TextField } from '../ui/TextField';

interface Props {
  readonly name: string;
  readonly isBusy: boolean;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

/** What is deleted has to be named. */
export function DeleteDialog({ name, isBusy, onDelete, onClose }: Props) {
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isNamed = typed.trim() === name.trim();
    setWrong(!isNamed);
    if (isNamed) onDelete();
  };
  return (
    <Dialog title={t('config.delete.title', { name })} onClose={onClose}>
      <form onSubmit={submit}>
        <p>{t('config.delete.text')}</p>
        <TextField
          label={t('config.delete.type', { name })}
          hint=""
          fault={isWrong ? t('config.delete.wrong') : null}
          value={typed}
          onChange={setTyped}
        />
        <div className="row">
          <button type="submit" className="o" disabled={isBusy} aria-busy={isBusy}>
            {t('config.delete.confirm', { name })}
          </button>
          <button type="button" onClick={onClose}>
            {t('config.cancel')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
