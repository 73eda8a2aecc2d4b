import { useEffect, useState } from 'react';
import type { PartProps } from '../../configuration/descriptor';
import { refresh } from '../../data/poll';
import { isObject, textIn } from '../../data/read';
import { recordsOf, write } from '../../data/records';
import { useResource } from '../../data/use-resource';
import { currentLanguage, t, textOf } from '../../i18n/translate';
import { nothingSaid, useSaid } from '../../i18n/use-said';
import { Icon } from '../../ui/Icon';
import { TextField } from '../../ui/TextField';
import { Steps } from './Trial';
import { Undelivered } from './Undelivered';
import { UsedWhileOff } from './UsedWhileOff';

const notifications = recordsOf('GET sistema/notifiche');

/** Below the mail server: while it is being switched off who sends through it, and a test where it is saved as switched on. */
export function MailParts({ form, record }: PartProps) {
  const { value: [told] = [] } = useResource(notifications);
  // The notifications say whether mail is on.
  const { versione } = record;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the mail server was saved
  useEffect(() => refresh(notifications), [versione]);
  const others = told?.abilitate === true ? [t('systemGroup.notifications')] : [];
  return (
    <>
      <UsedWhileOff {...{ form, record, others }} />
      {record.abilitata === true && <Undelivered form={form} of="posta" />}
      {record.abilitata === true && <MailTrial />}
    </>
  );
}

/** Below the notifications: a test of the services they use, or a note that no service is set up. */
export function NotificationParts({ record }: Pick<PartProps, 'record'>) {
  if (record.abilitate !== true) return null;
  return record.posta_attiva === false ? (
    <div className="note">
      <Icon name="warn" />
      <div>{t('system.mailOff')}</div>
    </div>
  ) : (
    <MailTrial />
  );
}

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
    say(() => (motivo === null ? t('system.mailSent') : failureWords(textIn(motivo))));
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
