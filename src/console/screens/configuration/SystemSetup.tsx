import { LeaveGuard } from '../../configuration/LeaveGuard';
import { Panel, panelDraft } from '../../configuration/Panel';
import '../../configuration/configuration.css';
import { useSession } from '../../data/session';
import { draftKey } from '../../form/drafts';
import { t } from '../../i18n/translate';
import { Icon } from '../../ui/Icon';
import { Lazy } from '../../ui/Lazy';
import { Maintenance } from './Maintenance';
import { NetworkNote } from './NetworkNote';
import { administratorPanels, networkPanel, sharedPanels } from './system-panels';

const loadLog = () => import('./AuditLog').then(module => module.AuditLog);
const none = {};

/** Independent panels: each is saved on its own. Technicians of the controller may read them. */
export function Screen() {
  const session = useSession();
  const isAdministrator = session?.role === 'admin';
  const panels = [...sharedPanels, ...(isAdministrator ? administratorPanels : [])];
  const keys = [networkPanel, ...panels].map(panel => draftKey(session?.user ?? '', panelDraft(panel)));
  return (
    <div className="sheet cf">
      <header className="head">
        <h1>{t('menu.systemSetup')}</h1>
        <p>{t('system.intro')}</p>
      </header>
      {!isAdministrator && (
        <div>
          <div className="note">
            <Icon name="lock" />
            <div>
              <b>{t('config.readOnly')}</b> {t('config.readOnlyWhy')}
            </div>
          </div>
        </div>
      )}
      <Panel screen={networkPanel} isReadOnly={!isAdministrator} saveWord={t('system.saveNetwork')}>
        <NetworkNote isAdministrator={isAdministrator} />
      </Panel>
      {panels.map(panel => (
        <Panel key={panel.title} screen={panel} isReadOnly={!isAdministrator} />
      ))}
      {isAdministrator && <Maintenance />}
      {isAdministrator && <Lazy load={loadLog} props={none} />}
      <LeaveGuard keys={keys} />
    </div>
  );
}
