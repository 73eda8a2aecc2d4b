import type alarmList from './languages/it/alarm-list.json';
import type alarms from './languages/it/alarms.json';
import type commands from './languages/it/commands.json';
import type config from './languages/it/config.json';
import type configAccount from './languages/it/config-account.json';
import type configAlarms from './languages/it/config-alarms.json';
import type configDevices from './languages/it/config-devices.json';
import type configPlant from './languages/it/config-plant.json';
import type configSchedules from './languages/it/config-schedules.json';
import type configSharing from './languages/it/config-sharing.json';
import type configSystem from './languages/it/config-system.json';
import type controller from './languages/it/controller.json';
import type dashboard from './languages/it/dashboard.json';
import type details from './languages/it/details.json';
import type devices from './languages/it/devices.json';
import type inverterDetail from './languages/it/inverter-detail.json';
import type inverters from './languages/it/inverters.json';
import type meters from './languages/it/meters.json';
import type protections from './languages/it/protections.json';
import type raw from './languages/it/raw.json';
import type reports from './languages/it/reports.json';
import type sensors from './languages/it/sensors.json';
import type shell from './languages/it/shell.json';
import type signals from './languages/it/signals.json';
import type statistics from './languages/it/statistics.json';
import type strings from './languages/it/strings.json';
import type table from './languages/it/table.json';
import type trackers from './languages/it/trackers.json';
import type base from './languages/it.json';

/** Parts of a language that come with the screens that need them; `volumes.ts` says which are published together. */
export const parts = [
  'shell',
  'devices',
  'table',
  'dashboard',
  'inverters',
  'raw',
  'alarms',
  'alarm-list',
  'protections',
  'controller',
  'commands',
  'details',
  'meters',
  'strings',
  'signals',
  'sensors',
  'trackers',
  'inverter-detail',
  'statistics',
  'reports',
  'config',
  'config-plant',
  'config-devices',
  'config-alarms',
  'config-account',
  'config-system',
  'config-schedules',
  'config-sharing',
] as const;
export type Part = (typeof parts)[number];

type AllWords = typeof base &
  typeof trackers &
  typeof strings &
  typeof shell &
  typeof devices &
  typeof table &
  typeof dashboard &
  typeof inverters &
  typeof raw &
  typeof alarms &
  typeof alarmList &
  typeof controller &
  typeof commands &
  typeof protections &
  typeof details &
  typeof meters &
  typeof signals &
  typeof sensors &
  typeof inverterDetail &
  typeof statistics &
  typeof reports &
  typeof config &
  typeof configPlant &
  typeof configDevices &
  typeof configAlarms &
  typeof configAccount &
  typeof configSystem &
  typeof configSchedules &
  typeof configSharing;

type Dotted<T, Prefix extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${Prefix}${K}` : Dotted<T[K], `${Prefix}${K}.`>;
}[keyof T & string];

type WithoutPlural<K extends string> =
  K extends `${infer Stem}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}` ? Stem : K;

/** Every key of the Italian source files; a misspelt one does not compile. Plural forms count as one key. */
export type WordKey = WithoutPlural<Dotted<AllWords>>;
