import { type FormEvent, type ReactNode, useState } from 'react';
import { t } from '../i18n/translate';
import { Dialog } from '../ui/Dialog';
import { Switch } from '../ui/Switch';

interface Props {
  readonly title: string;
  /** What will happen. */
  readonly children: ReactNode;
  /** The label of the confirm button. */
  readonly confirm: string;
  readonly isBusy: boolean;
  /** False: the dialog only says why it cannot be. */
  readonly isPossible?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Before something is deleted, restored or restarted, the user switches on that the consequences are read. */
export function ConsentDialog(props: Props) {
  const { title, children, confirm, isBusy, isPossible = true, onConfirm, onClose } = props;
  const [isGiven, setGiven] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isGiven) onConfirm();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit}>
        {children}
        {isPossible && (
          <Switch isOn={isGiven} onChange={setGiven}>
            {t('config.consent')}
          </Switch>
        )}
        <div className="row">
          {isPossible && (
            <button type="submit" className="o" disabled={isBusy || !isGiven} aria-busy={isBusy}>
              {confirm}
            </button>
          )}
          <button type="button" onClick={onClose}>
            {t(isPossible ? 'config.cancel' : 'shell.close')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
