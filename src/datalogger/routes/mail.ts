import type { Mail, MailBody, Notifications } from '../../contract/mail';
import { plantNameOf, trialLetter } from '../mail/letters';
import type { Mailer } from '../mail/mailer';
import type { Notifier } from '../mail/notifier';
import type { Guard } from '../outgoing/guard';
import { type Handlers, ProblemError, requireVersion, Versioned } from '../serve/handler';
import { changesBetween, type Recorder } from '../store/audit';
import type { ConfigDatabase } from '../store/config-database';
import type { MailSettings } from '../store/service-settings';
import type { SettingRecord } from '../store/setting-records';
import { refuseHosts } from './hosts';
import { schedulesWith } from './schedule-users';
import { isSameReceiver, passwordFor } from './secrets';
import { writeService } from './service-write';
import type { Trials } from './trials';

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
  const { config, mailer, notifier, guard, trials, record } = deps;
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
    'POST sistema/posta/prova': async ({ body, caller }) => {
      const note = (result: 'ok' | 'refused') =>
        record(caller, 'mail.trial', 'sistema/posta', {
          changes: { destinatario: [null, body.email] },
          result,
        });
      const trial = await trials.run(
        () => mailer.tryOut(trialLetter(plantNameOf(config), body)),
        () => note('refused'),
      );
      note('ok');
      return trial;
    },
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

function accepted({ password, ...value }: MailBody, { value: old, secret }: SettingRecord<MailSettings>) {
  for (const campo of ['server', 'mittente'] as const) {
    if (value.abilitata && value[campo] === '') {
      throw new ProblemError(422, 'required', 'Needed to send e-mail.', { campo });
    }
  }
  return { value, secret: passwordFor(password, secret, isSameReceiver(old, value)) };
}
