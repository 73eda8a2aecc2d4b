import { leaveBy } from '../../browser/unsaved';
import type { AlarmGlance, PriorityCount } from '../../data/alarm-counts';
import { useConnection } from '../../data/connection';
import { type DeviceFacts, fallbackProduct } from '../../data/facts';
import { isStill, usePublishedFreshness } from '../../data/freshness';
import { usePast } from '../../data/past';
import type { Session } from '../../data/session';
import { useNowMs } from '../../data/ticker';
import { formatDuration, formatNumber, formatTime, missing } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { AlarmSign } from '../../ui/AlarmSign';
import { priorityWord } from '../../ui/alarm-words';
import { Icon, type IconName } from '../../ui/Icon';
import { fetchAhead, Lazy } from '../../ui/Lazy';
import { ThemeSwitch } from '../controls/ThemeSwitch';
import { useSunlitPage } from '../controls/use-sunlight';
import { logout } from '../session-flow';
import { freshnessState } from './freshness-state';
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
  /** Whether the first values of the screen are shown; the rest of the frame waits for them. */
  readonly hasValues: boolean;
}

const loadMeridian = () => import('./Meridian').then(module => module.Meridian);
export const fetchMeridian = () => fetchAhead(loadMeridian);

export function TopBar(props: Props) {
  const { session, plantName, device, zone, menu, latitude, longitude } = props;
  const isSunlit = useSunlitPage();
  return (
    <header className="top" translate="no">
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
        {isSunlit || <ThemeSwitch />}
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

/** The counters before the first answer: the numbers are not known yet. */
const unread = ([1, 2, 3, 4] as const).map(priority => ({ priority, current: null, waiting: 0 }));

/** One counter for each priority, with a link to the list of its alarms. Renders nothing where the datalogger has no alarms. */
function AlarmCounters({ counts, isOffered }: AlarmGlance) {
  if (!isOffered) return null;
  const all = counts?.priorities ?? unread;
  // A narrow window has room for two: the most important that have alarms.
  const first = [...all].sort((a, b) => Number(!a.current) - Number(!b.current)).slice(0, 2);
  const inNarrow = first.map(({ priority }) => priority);
  return (
    // biome-ignore lint/a11y/useSemanticElements: the links are not fields of a form, so no fieldset
    <div className="sum" role="group" aria-label={t('alarmSign.counters')}>
      {all.map(({ priority, current, waiting }) => (
        <a
          key={priority}
          href={`/allarmi?priorita=${priority}`}
          className={`${current ? '' : 'z'}${inNarrow.includes(priority) ? '' : ' only-l'}`.trim()}
          aria-label={
            current === null ? priorityWord(priority) : counterWords({ priority, current, waiting })
          }
        >
          <AlarmSign priority={priority} look={current ? 'active' : 'off'} isUnacknowledged={waiting > 0} />
          {current === null ? missing : formatNumber(current, 0)}
        </a>
      ))}
    </div>
  );
}

/** "Critica: 2 attivi, 1 da riconoscere" */
function counterWords({ priority, current, waiting }: PriorityCount): string {
  const values = { priority: priorityWord(priority), count: current, waiting };
  return t(waiting > 0 ? 'alarmSign.counted.some' : 'alarmSign.counted.active', values);
}

/** The age of the screen's data: plain text, bold when it is late, a dark chip when it is of the past, does not change or the connection is lost. */
function FreshnessNote({ zone }: { readonly zone: string }) {
  const published = usePublishedFreshness();
  const connection = useConnection();
  useNowMs();
  const hasValues = !/^.(stats|config)/.test(location.pathname);
  const state = freshnessState(published, connection, hasValues);
  const past = usePast();
  if (past) return <Stopped icon="clock" age={past.label} />;

  if (state.kind === 'nothing') return null;
  if (state.kind === 'neverConnected') return <Stopped icon="unlink" age={t('freshness.noConnection')} />;
  const age = t('common.ago', { time: formatDuration(state.ageS) });
  const clock = formatTime(state.epochS, zone, 'clock');
  if (isStill(state.kind)) {
    const icon = state.kind === 'lost' ? 'unlink' : 'clock';
    return <Stopped icon={icon} at={t('freshness.stopped', { time: clock })} age={age} />;
  }
  const isLate = state.kind === 'late';
  return (
    <span className={isLate ? 'fresh late only-l' : 'fresh only-l'}>
      {t('freshness.data')} <b>{clock}</b>, {age}
      {isLate && <span className="sr"> ({t('freshness.late')})</span>}
    </span>
  );
}

interface StoppedProps {
  readonly icon: IconName;
  readonly at?: string;
  readonly age: string;
}

function Stopped({ icon, at, age }: StoppedProps) {
  return (
    <span className="age">
      <Icon name={icon} />
      {at && <span className="mid">{at} </span>}
      {age}
    </span>
  );
}
