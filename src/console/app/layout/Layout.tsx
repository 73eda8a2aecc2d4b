import { type ReactNode, useEffect, useRef, useState } from 'react';
import { showFavicon } from '../../browser/favicon';
import { type AlarmCounts, useAlarmCounts, waitingTotal } from '../../data/alarm-counts';
import { deviceFacts, fallbackProduct, fallbackZone } from '../../data/facts';
import { isStill, usePageStanding, usePublishedFreshness } from '../../data/freshness';
import { usePast } from '../../data/past';
import { useSession } from '../../data/session';
import { useResource } from '../../data/use-resource';
import { t, useLanguage } from '../../i18n/translate';
import { fetchAhead, Lazy } from '../../ui/Lazy';
import { watchBuild } from '../build-check';
import { followOtherTabs } from '../follow-tabs';
import { usePlant } from '../plant-changed';
import { AlarmNews } from './AlarmNews';
import { alarmIcon } from './alarm-icon';
import { menuSigns } from './alarm-menu-signs';
import { ConnectionBar, RecoveryNote } from './ConnectionBar';
import { SideMenu } from './SideMenu';
import { fetchMeridian, TopBar } from './TopBar';
import { UpdateNote } from './UpdateNote';
import { useDeviceStart } from './use-device';
import { type Menu, useMenu } from './use-menu';
import './layout.css';
import './footer.css';
import { type RoutePath, routeOf } from '../routes';

interface Props {
  readonly path: RoutePath;
  readonly children: ReactNode;
}

// These are loaded after the first values of the screen, so that they do not delay them on a slow line.
const loadFooter = () => import('./Footer').then(module => module.Footer);
const loadHelp = () => import('./HelpLayer').then(module => module.HelpLayer);
const loadGuard = () => import('./PageGuard').then(module => module.PageGuard);
const loadWarning = () => import('./SessionWarning').then(module => module.SessionWarning);

/** Fetches the parts of the frame that are shown after the first values. */
export const fetchFrame = () =>
  Promise.all([
    fetchMeridian(),
    fetchAhead(loadFooter),
    fetchAhead(loadHelp),
    fetchAhead(loadGuard),
    fetchAhead(loadWarning),
  ]);

/** The frame of every screen after the login. */
export function Layout({ path, children }: Props) {
  useLanguage();
  const hasValues = useFirstValues(path);
  const session = useSession();
  const device = useResource(deviceFacts);
  const plant = usePlant();
  const standing = usePageStanding();
  const menu = useMenu();
  const alarms = useAlarmCounts();
  const zone = device.value?.zone ?? fallbackZone;
  useDeviceStart(device.value);
  useEffect(followOtherTabs, []);
  useEffect(watchBuild, []);
  useTitle({ path, plantName: plant.name, alarms: alarms.counts, isStill: isStill(standing) });
  const footer = {
    path,
    plantName: plant.name,
    hasUps: plant.facts?.hasUps ?? false,
    product: device.value?.product ?? fallbackProduct,
    isCovered: menu.isOverlay,
  };

  return (
    <>
      <div className={`app${menuClass(menu)}${isStill(standing) ? ' still' : ''}`}>
        <SkipLink />
        <TopBar
          session={session}
          plantName={plant.name}
          latitude={plant.facts?.latitude ?? null}
          longitude={plant.facts?.longitude ?? null}
          device={device.value}
          zone={zone}
          menu={menu}
          alarms={alarms}
          hasValues={hasValues}
        />
        <SideMenu
          role={session?.role ?? 'normal'}
          path={path}
          nav={menu.nav}
          onChoose={menu.close}
          signs={menuSigns(alarms.counts)}
        />
        <Main path={path} isCovered={menu.isOverlay}>
          <div role="status">
            <UpdateNote />
            <RecoveryNote />
            {hasValues && <Lazy load={loadGuard} props={none} />}
          </div>
          <ConnectionBar zone={zone} />
          {children}
        </Main>
        {hasValues ? <Lazy load={loadFooter} props={footer} waiting={footerRoom} /> : footerRoom}
        {menu.isOverlay && (
          <button type="button" className="veil" aria-label={t('shell.closeMenu')} onClick={menu.dismiss} />
        )}
      </div>
      <AlarmNews />
      {hasValues && <Lazy load={loadHelp} props={{ path }} />}
      {session && hasValues && <Lazy load={loadWarning} props={{ session }} />}
    </>
  );
}

const none = {};

/** Keeps the place of the footer. */
const footerRoom = <div className="foot" />;

function menuClass({ isOpen, isOverlay }: Menu): string {
  if (isOverlay) return ' menu-on';
  return isOpen ? '' : ' menu-off';
}

const mainId = 'main';

/** Moves the focus past top bar and menu, without a `#` fragment in the address. */
function SkipLink() {
  return (
    <a
      className="skip"
      href={`#${mainId}`}
      onClick={event => {
        event.preventDefault();
        document.getElementById(mainId)?.focus();
      }}
    >
      {t('shell.skip')}
    </a>
  );
}

interface MainProps extends Props {
  /** Whether the menu covers the screen. */
  readonly isCovered: boolean;
}

/** The screen. When another screen opens, scroll position and focus start at its top. */
function Main({ path, isCovered, children }: MainProps) {
  const main = useRef<HTMLElement>(null);
  const shownPath = useRef(path);
  useEffect(() => {
    if (shownPath.current === path) return;
    shownPath.current = path;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [path]);
  return (
    <main id={mainId} tabIndex={-1} ref={main} inert={isCovered}>
      {children}
    </main>
  );
}

interface TitleFacts {
  readonly path: RoutePath;
  readonly plantName: string;
  readonly alarms: AlarmCounts | undefined;
  /** The values on the page are not current. */
  readonly isStill: boolean;
}

/**
 * Sets the document title: `<screen> – <plant>`, or the product name while the plant has no name. In front of it: the number of alarms to
 * acknowledge, and a note while the values are of the past or not current. The icon shows the alarms too.
 */
function useTitle({ path, plantName, alarms, isStill }: TitleFacts): void {
  const language = useLanguage();
  const past = usePast()?.label;
  const count = alarms ? waitingTotal(alarms) : 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words change with the language
  useEffect(() => {
    const screen = t(routeOf(path).title);
    const title = t('shell.title', { screen, plant: plantName || fallbackProduct });
    const counted = count > 0 ? t('alarmSign.titleCount', { count, title }) : title;
    document.title = past
      ? `${past} – ${counted}`
      : isStill
        ? t('shell.titleStill', { title: counted })
        : counted;
  }, [path, plantName, language, count, isStill, past]);
  const icon = alarms ? alarmIcon(alarms) : null;
  useEffect(() => showFavicon(icon), [icon]);
  useEffect(() => () => showFavicon(null), []);
}

/** Where no value arrives, the rest of the frame is shown after this time. */
const longestWaitMs = 3_000;

/**
 * Whether the first values of the page are shown, so that the rest of the frame may use the connection. Only a screen that requests its
 * values ahead of its code is waited for. Once true, it stays true.
 */
function useFirstValues(path: RoutePath): boolean {
  const [isOver, setOver] = useState(!routeOf(path).codes);
  const hasValues = usePublishedFreshness() !== null || isOver;
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), hasValues ? 0 : longestWaitMs);
    return () => clearTimeout(timer);
  }, [hasValues]);
  return hasValues;
}
