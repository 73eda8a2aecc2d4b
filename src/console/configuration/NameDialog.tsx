import { type FormEvent, useState } from 'react';
import { t } from '../i18n/translate';
import { Dialog } from '../ui/Dialog';
import { TextField } from '../ui/TextField';

interface Props {
  readonly title: string;
  readonly text: string;
  /** The label of the confirm button. */
  readonly confirm: string;
  /** The text that the user must type. */
  readonly name: string;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Before a device is deleted or restarted, the user must type its name. */
export function NameDialog({ title, text, confirm, name, isBusy, onConfirm, onClose }: Props) {
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isNamed = typed.trim() === name.trim();
    setWrong(!isNamed);
    if (isNamed) onConfirm();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit}>
        <p>{text}</p>
        <TextField
          label={t('config.delete.type', { name })}
          hint=""
          fault={isWrong ? t('config.delete.wrong') : null}
          value={typed}
          onChange={setTyped}
        />
        <div className="row">
          <button type="submit" className="o" disabled={isBusy} aria-busy={isBusy}>
            {confirm}
          </button>
          <button type="button" onClick={onClose}>
            {t('config.cancel')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
