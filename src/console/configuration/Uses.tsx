import type { DeviceUses } from '../data/uses';
import { t } from '../i18n/translate';
import { Icon } from '../ui/Icon';

const shownUsers = 6;

/** Who uses a device, and which figures are missing without it; nothing where it matters to nobody. */
export function Uses({ users, figures }: DeviceUses) {
  if (users.length === 0 && figures.length === 0) return null;
  const names = users.slice(0, shownUsers).join(', ');
  const more = users.length - shownUsers;
  return (
    <div className="note">
      <Icon name="warn" />
      <div>
        {users.length > 0 && (
          <div>{t('config.uses.by', { names: more > 0 ? `${names} (+${more})` : names })}</div>
        )}
        {figures.length > 0 && (
          <div>
            {t('config.uses.missing', {
              figures: figures.map(figure => t(`config.uses.figure.${figure}`)).join('; '),
            })}
          </div>
        )}
      </div>
    </div>
  );
}
