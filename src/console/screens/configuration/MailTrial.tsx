import { useState } from 'react';
import { isObject, textOrNull } from '../../data/read';
import { write } from '../../data/records';
import { currentLanguage, t, textOf } from '../../i18n/translate';
import { nothingSaid, useSaid } from '../../i18n/use-said';
import { TextField } from '../../ui/TextField';
import { Steps } from './Trial';

const failureWords = (reason: string) =>
  t('system.mailFailed', { reason: textOf('trial', 'reason', reason) ?? reason });

/** Sends an e-mail with the saved settings, and says what came of it, step by step. */
export function MailTrial() {
  const [email, setEmail] = useState('');
  const [said, say] = useSaid();
  const [steps, setSteps] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    say(nothingSaid);
    setSteps(null);
    const result = await write('POST sistema/posta/prova', { body: { email, lingua: currentLanguage() } });
    setBusy(false);
    if (result.kind !== 'saved' || !isObject(result.value)) return say(() => t('system.mailUnsent'));
    const { motivo, passi } = result.value;
    setSteps(passi);
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
      </div>
      <div role="status">
        {said}
        <Steps of={steps} />
      </div>
    </>
  );
}
