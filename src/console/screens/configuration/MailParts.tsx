import type { PartProps } from '../../configuration/descriptor';
import { UsedWhileOff } from '../../configuration/Uses';
import { recordsOf } from '../../data/records';
import { useResource } from '../../data/use-resource';
import { t } from '../../i18n/translate';
import { Icon } from '../../ui/Icon';
import { Lazy } from '../../ui/Lazy';

const loadTrial = () => import('./MailTrial').then(module => module.MailTrial);
const notifications = recordsOf('GET sistema/notifiche');
const trialParts = ['config-opened'] as const;
const none = {};
const trial = <Lazy load={loadTrial} parts={trialParts} props={none} />;

/** Below the mail server: while it is being switched off who sends through it, and a test where it is saved as switched on. */
export function MailParts({ form, record }: PartProps) {
  const { value: [told] = [] } = useResource(notifications);
  const others = told?.abilitate === true ? [t('systemGroup.notifications')] : [];
  return (
    <>
      <UsedWhileOff {...{ form, record, others }} />
      {record.abilitata === true && trial}
    </>
  );
}

/** Below the notifications: a test of the way that they take, or that there is none. */
export function NotificationParts({ record }: Pick<PartProps, 'record'>) {
  if (record.abilitate !== true) return null;
  return record.posta_attiva === false ? (
    <div className="note">
      <Icon name="warn" />
      <div>{t('system.mailOff')}</div>
    </div>
  ) : (
    trial
  );
}
