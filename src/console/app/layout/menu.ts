import type { WordKey } from '../../i18n/words';
import type { AlarmLook, AlarmPriority } from '../../ui/AlarmSign';
import { type LoggedInRole, type RoutePath, routeOf } from '../routes';

/** Id of the navigation, for the button that opens it. */
export const menuId = 'nav';

export interface MenuEntry {
  readonly title: WordKey;
  readonly path: RoutePath;
}

export interface MenuGroup {
  readonly title: WordKey;
  readonly entries: readonly MenuEntry[];
}

export type MenuItem = MenuEntry | MenuGroup;

/** The alarm with the highest priority of an entry, drawn at its edge. */
export interface MenuSign {
  readonly priority: AlarmPriority;
  readonly look: AlarmLook;
  readonly isUnacknowledged: boolean;
  /** "Critica: 3 da riconoscere" */
  readonly label: string;
}

const entry = (path: RoutePath): MenuEntry => ({ title: routeOf(path).title, path });

const monitoring: readonly MenuItem[] = [
  entry('/'),
  entry('/allarmi'),
  {
    title: 'menu.details',
    entries: [
      entry('/impianto/inverters'),
      entry('/impianto/stringhe'),
      entry('/impianto/trackers'),
      entry('/impianto/contatori'),
      entry('/impianto/sensori'),
      entry('/impianto/digital-signals'),
      entry('/impianto/prot-interfaccia'),
      entry('/impianto/cci'),
    ],
  },
  {
    title: 'menu.statisticsGroup',
    entries: [entry('/stats&reports'), entry('/stats&reports/reports')],
  },
];

const configuration: MenuGroup = {
  title: 'menu.configuration',
  entries: [
    entry('/config/impianto'),
    entry('/config/inverters'),
    entry('/config/box-stringhe'),
    entry('/config/trackers'),
    entry('/config/sensori'),
    entry('/config/digital-signals'),
    entry('/config/contatori'),
    entry('/config/protezioni-interfaccia'),
    entry('/config/cci'),
    entry('/config/pianificazioni'),
    entry('/config/condivisione-dati'),
    entry('/config/allarmi'),
    entry('/config/account'),
    entry('/config/setup-sistema'),
  ],
};

/** The complete side menus of the specification (section 2), in its order. */
export const menus: Record<LoggedInRole, readonly MenuItem[]> = {
  normal: monitoring,
  admin: [...monitoring, configuration],
  cci: [
    { title: 'menu.home', path: '/impianto/inverters' },
    entry('/impianto/prot-interfaccia'),
    entry('/impianto/cci'),
    {
      title: 'menu.configuration',
      entries: [
        entry('/config/inverters'),
        entry('/config/protezioni-interfaccia'),
        entry('/config/cci'),
        entry('/config/account'),
        entry('/config/setup-sistema'),
      ],
    },
  ],
};

export function isGroup(item: MenuItem): item is MenuGroup {
  return 'entries' in item;
}

/** The menu as it is shown: entries whose screen exists, and groups that have at least one entry. */
export function shownMenu(
  role: LoggedInRole,
  hasScreen: (path: RoutePath) => boolean = path => routeOf(path).load !== undefined,
): readonly MenuItem[] {
  return menus[role].flatMap((item): MenuItem[] => {
    if (!isGroup(item)) return hasScreen(item.path) ? [item] : [];
    const entries = item.entries.filter(each => hasScreen(each.path));
    return entries.length > 0 ? [{ ...item, entries }] : [];
  });
}
