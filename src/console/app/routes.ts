import type { ComponentType } from 'react';
import type { KeyOf, Role } from '../../contract';
import type { ConfigKind } from '../../contract/config/kinds';
import {
  controllerCodes,
  dashboardCodes,
  inverterCodes,
  meterCodes,
  protectionCodes,
  sensorCodes,
  signalCodes,
  stringCodes,
  trackerCodes,
} from '../data/live-codes';
import { askEarly, type Input } from '../data/transport';
import type { Part, WordKey } from '../i18n/words';
import { fetchAhead } from '../ui/Lazy';

export type LoggedInRole = Exclude<Role, 'anonymous'>;

/** A screen as its module exports it. */
export interface ScreenModule {
  readonly Screen: ComponentType;
  /** Fetches what the screen shows after its first values. */
  readonly fetchRest?: () => Promise<unknown>;
}

/** One route of the specification (section 2). */
export interface Route {
  /** The menu entry and the document title. */
  readonly title: WordKey;
  /** The roles that may open it; the datalogger enforces the same for the data. */
  readonly roles: readonly LoggedInRole[];
  /** Absent until the screen exists: then the address shows 'Not Found' and the menu omits it. */
  readonly load?: () => Promise<ScreenModule>;
  /** Words that the screen needs in addition to those in the file of the shell (`languageBundles` in `i18n/words.ts`). */
  readonly parts?: readonly Part[];
  /** Codes of the live values that the screen needs first; they are requested while its code is loading. */
  readonly codes?: string;
  /** Sends another request that the screen needs first. */
  readonly ask?: () => void;
}

const everyone: readonly LoggedInRole[] = ['admin', 'normal', 'cci'];
const monitors: readonly LoggedInRole[] = ['admin', 'normal'];
const technicians: readonly LoggedInRole[] = ['admin', 'cci'];
const administrators: readonly LoggedInRole[] = ['admin'];

/** For a screen whose query in the address chooses other data. */
const first =
  <K extends KeyOf<'GET'>>(key: K, input: Input<K>) =>
  () => {
    if (location.search === '') askEarly(key, input);
  };
const firstPlant = first('GET impianto/:id', { params: { id: '1' } });

/** The route for the configuration of one kind of device. */
const device = (kind: ConfigKind) => ({
  load: () => import('../screens/configuration/Devices').then(module => ({ Screen: module.screenOf(kind) })),
  parts: ['config', 'config-devices'] as const,
  ask: first(`GET config/${kind}`, {}),
});

/** The routes under the main layout, behind the session guard and the https guard. */
export const routes = {
  '/': {
    title: 'menu.home',
    roles: monitors,
    load: () => import('../screens/dashboard/Dashboard'),
    codes: dashboardCodes,
  },
  '/allarmi': {
    title: 'menu.alarms',
    roles: everyone,
    load: () => import('../screens/alarms/Alarms'),
    ask: first('GET allarmi', { query: { stato: 'correnti', raggruppa: 'causa' } }),
    parts: ['alarms', 'alarm-list'],
  },
  '/impianto/inverters': {
    title: 'menu.inverters',
    roles: everyone,
    load: () => import('../screens/inverters/Inverters'),
    codes: inverterCodes,
    parts: ['inverters'],
  },
  '/impianto/stringhe': {
    title: 'menu.strings',
    roles: monitors,
    load: () => import('../screens/strings/Strings'),
    codes: stringCodes,
    parts: ['strings'],
  },
  '/impianto/trackers': {
    title: 'menu.trackers',
    roles: monitors,
    load: () => import('../screens/trackers/Trackers'),
    codes: trackerCodes,
    parts: ['trackers'],
  },
  '/impianto/contatori': {
    title: 'menu.meters',
    roles: monitors,
    load: () => import('../screens/meters/Meters'),
    codes: meterCodes,
    parts: ['meters'],
  },
  '/impianto/sensori': {
    title: 'menu.sensors',
    roles: monitors,
    load: () => import('../screens/sensors/Sensors'),
    codes: sensorCodes,
    parts: ['sensors'],
  },
  '/impianto/digital-signals': {
    title: 'menu.digitalSignals',
    roles: monitors,
    load: () => import('../screens/signals/Signals'),
    codes: signalCodes,
    parts: ['signals'],
  },
  '/impianto/prot-interfaccia': {
    title: 'menu.interfaceProtections',
    roles: everyone,
    load: () => import('../screens/protections/Protections'),
    codes: protectionCodes,
    parts: ['protections'],
  },
  '/impianto/cci': {
    title: 'menu.centralController',
    roles: everyone,
    load: () => import('../screens/controller/Controller'),
    codes: controllerCodes,
    parts: ['controller'],
  },
  '/stats&reports': {
    title: 'menu.statistics',
    roles: monitors,
    load: () => import('../screens/statistics/Statistics'),
    parts: ['statistics'],
  },
  '/stats&reports/reports': {
    title: 'menu.reports',
    roles: monitors,
    load: () => import('../screens/reports/Reports'),
    parts: ['alarms', 'statistics', 'reports', 'balance'],
  },
  '/config/impianto': {
    title: 'menu.plantData',
    roles: administrators,
    load: () => import('../screens/configuration/PlantData'),
    ask: firstPlant,
    parts: ['config', 'config-plant'],
  },
  '/config/inverters': { title: 'menu.inverters', roles: technicians, ...device('inverters') },
  '/config/box-stringhe': {
    title: 'menu.stringControllers',
    roles: administrators,
    ...device('box-stringhe'),
  },
  '/config/trackers': { title: 'menu.trackers', roles: administrators, ...device('trackers') },
  '/config/sensori': { title: 'menu.sensors', roles: administrators, ...device('sensori') },
  '/config/digital-signals': {
    title: 'menu.digitalSignals',
    roles: administrators,
    ...device('digital-signals'),
  },
  '/config/contatori': { title: 'menu.energyMeters', roles: administrators, ...device('contatori') },
  '/config/protezioni-interfaccia': {
    title: 'menu.interfaceProtections',
    roles: technicians,
    ...device('protezioni-interfaccia'),
  },
  '/config/cci': { title: 'menu.centralController', roles: technicians, ...device('cci') },
  '/config/pianificazioni': {
    title: 'menu.schedules',
    roles: administrators,
    load: () => import('../screens/configuration/Schedules'),
    ask: first('GET pianificazioni', {}),
    parts: ['config', 'config-schedules'],
  },
  '/config/condivisione-dati': {
    title: 'menu.dataSharing',
    roles: administrators,
    load: () => import('../screens/configuration/Sharing'),
    ask: first('GET condivisione-dati', {}),
    parts: ['config', 'config-sharing'],
  },
  '/config/allarmi': {
    title: 'menu.alarms',
    roles: administrators,
    load: () => import('../screens/configuration/AlarmRules'),
    ask: first('GET config/allarmi', {}),
    parts: ['config', 'alarms', 'config-alarms'],
  },
  '/config/account': {
    title: 'menu.account',
    roles: everyone,
    load: () => import('../screens/configuration/Account'),
    ask: first('GET account', {}),
    parts: ['config', 'config-account'],
  },
  '/config/setup-sistema': {
    title: 'menu.systemSetup',
    roles: technicians,
    load: () => import('../screens/configuration/SystemSetup'),
    ask: firstPlant,
    parts: ['config', 'config-system'],
  },
} as const satisfies Record<string, Route>;

export type RoutePath = keyof typeof routes;

/** The route of the specification for `pathname`, or null. `%26` is decoded to an ampersand; a trailing slash is ignored. */
export function matchRoute(pathname: string): RoutePath | null {
  const path = pathname.replaceAll(/%26/gi, '&').replace(/(.)\/$/, '$1');
  return isRoutePath(path) ? path : null;
}

function isRoutePath(path: string): path is RoutePath {
  return Object.hasOwn(routes, path);
}

export function routeOf(path: RoutePath): Route {
  return routes[path];
}

const noParts: readonly Part[] = [];

type Load = () => Promise<ScreenModule>;
const screenLoaders = new Map<Load, () => Promise<ScreenModule['Screen']>>();

/** Returns the same loader for the same route, so that a screen is not loaded again at every render. */
export function screenLoader(load: Load) {
  let loader = screenLoaders.get(load);
  if (!loader) {
    loader = () => load().then(module => module.Screen);
    screenLoaders.set(load, loader);
  }
  return loader;
}

/** Fetches code and words of a screen before it is opened. */
export async function fetchScreen(path: RoutePath): Promise<void> {
  const { load, parts = noParts } = routeOf(path);
  if (load) await fetchAhead(screenLoader(load), parts);
}

/** Sends the first request of a screen while its code is loading. */
export function askFirst(path: RoutePath): void {
  const { codes, ask } = routeOf(path);
  if (codes) askEarly('GET dati_impianto/RT', { query: { m: codes } });
  ask?.();
}
