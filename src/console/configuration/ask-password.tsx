import { type FormEvent, useId, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { write } from '../data/records';
import { t, textOf } from '../i18n/translate';
import { Dialog } from '../ui/Dialog';

/** Asks for one's own password in a dialog of its own, above whatever is open; whether the datalogger took it. */
export function askPassword(): Promise<boolean> {
  return new Promise(resolve => {
    const root = createRoot(document.body.appendChild(document.createElement('div')));
    const close = (isTaken: boolean) => {
      root.unmount();
      resolve(isTaken);
    };
    root.render(<PasswordDialog onClose={close} />);
  });
}

function PasswordDialog({ onClose }: { readonly onClose: (isTaken: boolean) => void }) {
  const id = useId();
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState('');
  const [isBusy, setBusy] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const result = await write('POST auth/conferma', { body: { password } });
    setBusy(false);
    if (result.kind === 'saved') return onClose(true);
    const code = result.kind === 'refused' ? (result.error.details.code ?? '') : '';
    setFault(textOf('config', 'fault', code) ?? textOf('config', 'refusal', code) ?? t('passwordAgain.lost'));
  };
  return (
    <Dialog title={t('passwordAgain.title')} onClose={() => onClose(false)}>
      <form onSubmit={event => void send(event)}>
        <p>{t('passwordAgain.text')}</p>
        <div className="fld">
          <label htmlFor={id}>{t('first.password')}</label>
          <input
            id={id}
            type="password"
            autoComplete="current-password"
            value={password}
            onInput={event => setPassword(event.currentTarget.value)}
            aria-invalid={fault === '' ? undefined : true}
            aria-describedby={`${id}-fault`}
          />
          <span className="err" id={`${id}-fault`} role="alert">
            {fault}
          </span>
        </div>
        <div className="row">
          <button type="submit" disabled={isBusy || password === ''} aria-busy={isBusy}>
            {t('passwordAgain.confirm')}
          </button>
          <button type="button" className="o" onClick={() => onClose(false)}>
            {t('config.cancel')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
