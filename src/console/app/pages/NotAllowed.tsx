import { useSession } from '../../data/session';
import { t } from '../../i18n/translate';
import { Icon } from '../../ui/Icon';
import { type RoutePath, routeOf } from '../routes';

/** Shown for a link to a screen that the role may not open: says which roles may. */
export function NotAllowed({ path }: { readonly path: RoutePath }) {
  const role = useSession()?.role;
  const { title, roles } = routeOf(path);
  return (
    <div className="sheet">
      <header className="head">
        <h1>{t('notAllowed.title')}</h1>
      </header>
      <section>
        <div className="note">
          <Icon name="lock" />
          <div>
            <p>
              {t('notAllowed.text', {
                screen: t(title),
                roles: roles.map(each => t(`role.${each}`)).join(', '),
              })}
            </p>
            {role && <p>{t('notAllowed.you', { role: t(`role.${role}`) })}</p>}
          </div>
        </div>
        <p className="row">
          <a href="/">{t('notAllowed.home')}</a>
        </p>
      </section>
    </div>
  );
}
