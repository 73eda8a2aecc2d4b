import type { Mail, MailBody, Notifications } from '../../../contract/mail';
import { plantNameOf, trialLetter } from '../../integrations/mail/letters';
import type { Mailer } from '../../integrations/mail/mailer';
import type { Notifier } from '../../integrations/mail/notifier';
import type { Guard } from '../../integrations/outgoing/guard';
import { changesBetween, type Recorder } from '../../storage/config/audit';
import type { ConfigDatabase } from '../../storage/config/config-database';
import type { MailSettings } from '../../storage/config/service-settings';
import type { SettingRecord } from '../../storage/config/setting-records';
import { type Handlers, ProblemError, requireVersion, Versioned } from '../http/handler';
import { refuseHosts } from '../support/hosts';
import { schedulesWith } from '../support/schedule-users';
import { isSameReceiver, passwordFor } from '../support/secrets';
import { writeService } from '../support/service-write';
import type { Trials } from '../support/trials';

export interface MailDeps {
  readonly config: ConfigDatabase;
  readonly mailer: Mailer;
  readonly notifier: Notifier;
  readonly guard: Pick<Guard, 'refuses'>;
  /** Limits trials of connections to other machines. */
  readonly trials: Trials;
  readonly record: Recorder;
}

type MailKey = Extract<keyof Handlers, `${string} sistema/${'posta' | 'notifiche'}${string}`>;

export function mailHandlers(deps: MailDeps): Pick<Handlers, MailKey> {
  const { config, mailer, notifier, guard, record } = deps;
  const { services, atomically } = config;
  const mailReply = () => {
    const { value, secret, version } = services.mail.read();
    const usata_da = schedulesWith(config, 'report_email');
    const mail: Mail = { ...value, ha_password: secret !== null, usata_da, versione: version };
    return new Versioned(mail, version);
  };
  const notificationReply = () => {
    const { value, version } = services.notifications.read();
    const { lastSentAt: ultimo_invio } = notifier;
    const notifications = { ...value, ultimo_invio, posta_attiva: mailer.isOn, versione: version };
    return new Versioned<Notifications>(notifications, version);
  };
  return {
    'GET sistema/posta': mailReply,
    'PUT sistema/posta': call =>
      atomically(() => {
        refuseHosts(guard, { server: call.body.server });
        const write = { settings: services.mail, accept: accepted, record };
        writeService({ ...write, action: 'mail.change', object: 'sistema/posta' }, call);
        return mailReply();
      }),
    'POST sistema/posta/prova': mailTrial(deps),
    'GET sistema/notifiche': notificationReply,
    'PUT sistema/notifiche': ({ body, caller, ifMatch }) =>
      atomically(() => {
        const stored = services.notifications.read();
        requireVersion(ifMatch, stored.version);
        services.notifications.write(body, null);
        const changes = changesBetween(stored.value, body);
        record(caller, 'notifications.change', 'sistema/notifiche', { changes });
        return notificationReply();
      }),
  };
}

function mailTrial({ config, mailer, trials, record }: MailDeps): Handlers['POST sistema/posta/prova'] {
  return async ({ body, caller, left }) => {
    const note = (result: 'ok' | 'refused') =>
      record(caller, 'mail.trial', 'sistema/posta', {
        changes: { destinatario: [null, body.email] },
        result,
      });
    const trial = await trials.run(
      caller,
      () => mailer.tryOut(trialLetter(plantNameOf(config), body), left),
      () => note('refused'),
    );
    note('ok');
    return trial;
  };
}

function accepted({ password, ...value }: MailBody, { value: old, secret }: SettingRecord<MailSettings>) {
  for (const campo of ['server', 'mittente'] as const) {
    if (value.abilitata && value[campo] === '') {
      throw new ProblemError(422, 'required', 'Needed to send e-mail.', { campo });
    }
  }
  return { value, secret: passwordFor(password, secret, isSameReceiver(old, value)) };
}
