import { useState } from 'react';
import type { PartProps } from '../../configuration/descriptor';
import { isObject, textOrNull } from '../../data/read';
import { write } from '../../data/records';
import { currentLanguage, loadPart, t, textOf } from '../../i18n/translate';
import { nothingSaid, useSaid } from '../../i18n/use-said';
import { TextField } from '../../ui/TextField';

/** Sends an e-mail with the saved settings, and says what came of it. Only where they allow e-mail. */
export function MailTrial({ record }: Pick<PartProps, 'record'>) {
  return record.abilitata === true ? <Trial /> : null;
}

const failureWords = (reason: string) =>
  t('system.mailFailed', { reason: textOf('trial', 'reason', reason) ?? reason });

function Trial() {
  const [email, setEmail] = useState('');
  const [said, say] = useSaid();
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    say(nothingSaid);
    const body = { email, lingua: currentLanguage() };
    const [result] = await Promise.all([
      write('POST sistema/posta/prova', { body }),
      loadPart('config-opened').catch(() => undefined),
    ]);
    setBusy(false);
    if (result.kind !== 'saved' || !isObject(result.value)) return say(() => t('system.mailUnsent'));
    const { motivo } = result.value;
    say(() => (motivo === null ? t('system.mailSent') : failureWords(textOrNull(motivo) ?? '')));
  };
  return (
    <>
      <TextField
        label={t('system.mailTo')}
        hint={t('system.mailHint')}
        fault={null}
        value={email}
        onChange={setEmail}
      />
      <div className="row">
        <button
          type="button"
          className="o"
          disabled={isBusy || !email.includes('@')}
          aria-busy={isBusy}
          onClick={() => void send()}
        >
          {t('system.mailTry')}
        </button>
        <span role="status">{said}</span>
      </div>
    </>
  );
}
