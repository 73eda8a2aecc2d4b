import { Link } from 'wouter';
import { leaveBy } from '../../browser/unsaved';
import type { AlarmGlance } from '../../data/alarm-counts';
import { type DeviceFacts, fallbackProduct } from '../../data/facts';
import type { Session } from '../../data/session';
import { t } from '../../i18n/translate';
import { Icon } from '../../ui/Icon';
import { ThemeSwitch } from '../controls/ThemeSwitch';
import { logout } from '../session-flow';
import { AlarmCounters } from './AlarmCounters';
import { FreshnessNote } from './FreshnessNote';
import { Meridian } from './Meridian';
import { menuId } from './menu';
import { UserMenu } from './UserMenu';
import type { Menu } from './use-menu';
import './top-bar.css';

interface Props {
  readonly session: Session | null;
  readonly plantName: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly device: DeviceFacts | undefined;
  readonly zone: string;
  readonly menu: Menu;
  readonly alarms: AlarmGlance;
}

export function TopBar(props: Props) {
  const { session, plantName, device, zone, menu } = props;
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
        <Link href="/" className="brand" aria-label={t('shell.brand')}>
          <Icon name="logo" className="logo" />
          <span className="only-l">{fallbackProduct}</span>
        </Link>
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
      <Meridian zone={zone} latitude={props.latitude} longitude={props.longitude} />
    </header>
  );
}
