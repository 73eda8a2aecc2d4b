import { leaveBy } from '../../browser/unsaved';
import type { AlarmGlance } from '../../data/alarm-counts';
import { type DeviceFacts, fallbackProduct } from '../../data/facts';
import type { Session } from '../../data/session';
import { t } from '../../i18n/translate';
import { Icon } from '../../ui/Icon';
import { fetchAhead, Lazy } from '../../ui/Lazy';
import { ThemeSwitch } from '../controls/ThemeSwitch';
import { logout } from '../session-flow';
import { AlarmCounters } from './AlarmCounters';
import { FreshnessNote } from './FreshnessNote';
import { menuId } from './menu';
import { UserMenu } from './UserMenu';
import type { Menu } from './use-menu';
import './top-bar.css';
import './meridian.css';

interface Props {
  readonly session: Session | null;
  readonly plantName: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly device: DeviceFacts | undefined;
  readonly zone: string;
  readonly menu: Menu;
  readonly alarms: AlarmGlance;
  /** Whether the first values of the screen are shown; the rest of the frame waits for them. */
  readonly hasValues: boolean;
}

const loadMeridian = () => import('./Meridian').then(module => module.Meridian);
export const fetchMeridian = () => fetchAhead(loadMeridian);

export function TopBar(props: Props) {
  const { session, plantName, device, zone, menu, latitude, longitude } = props;
  return (
    <header className="top">
      <div>
        <button
          ref={menu.button}
          type="button"
          className="q"
          aria-controls={menuId}
          aria-expanded={menu.isOpen}
          aria-label={t('shell.toggleMenu')}
          onClick={menu.toggle}
        >
          <Icon name="menu" />
        </button>
        <a href="/" className="brand" aria-label={t('shell.brand')}>
          <Icon name="logo" className="logo" />
          <span className="only-l">{fallbackProduct}</span>
        </a>
        {plantName && <span className="plant only-l">{plantName}</span>}
        <span className="end" />
        <AlarmCounters {...props.alarms} />
        <FreshnessNote zone={zone} />
        <ThemeSwitch />
        {session && <UserMenu session={session} device={device} zone={zone} />}
        <button type="button" className="q" aria-label={t('shell.logOut')} onClick={() => leaveBy(logout)}>
          <Icon name="out" />
          <span className="only-l mid"> {t('shell.logOut')}</span>
        </button>
      </div>
      {props.hasValues ? (
        <Lazy load={loadMeridian} props={{ zone, latitude, longitude }} waiting={meridianRoom} />
      ) : (
        meridianRoom
      )}
    </header>
  );
}

/** Keeps the place of the meridian. */
const meridianRoom = <div className="mer" />;
