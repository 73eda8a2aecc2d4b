import './raw.css';
import { useSession } from '../../data/session';
import { useLanguage } from '../../i18n/translate';
import { GroupView } from './GroupView';
import { SessionView } from './SessionView';
import { browserZone } from './zone';

/** The raw view: every value as the datalogger gives it, without the shell. */
export function Screen() {
  useLanguage();
  const session = useSession();
  return session ? <SessionView role={session.role} /> : <GroupView group="impianto" zone={browserZone()} />;
}
