import type alarmList from './languages/it/alarm-list.json';
import type alarms from './languages/it/alarms.json';
import type analysis from './languages/it/analysis.json';
import type audit from './languages/it/audit.json';
import type balance from './languages/it/balance.json';
import type busCauses from './languages/it/bus-causes.json';
import type commands from './languages/it/commands.json';
import type config from './languages/it/config.json';
import type configAccount from './languages/it/config-account.json';
import type configAlarms from './languages/it/config-alarms.json';
import type configDevices from './languages/it/config-devices.json';
import type configDisplays from './languages/it/config-displays.json';
import type configInvalid from './languages/it/config-invalid.json';
import type configLanguages from './languages/it/config-languages.json';
import type configMany from './languages/it/config-many.json';
import type configOpened from './languages/it/config-opened.json';
import type configPlant from './languages/it/config-plant.json';
import type configSchedules from './languages/it/config-schedules.json';
import type configSetup from './languages/it/config-setup.json';
import type configSharing from './languages/it/config-sharing.json';
import type configSystem from './languages/it/config-system.json';
import type controller from './languages/it/controller.json';
import type dashboard from './languages/it/dashboard.json';
import type details from './languages/it/details.json';
import type devices from './languages/it/devices.json';
import type drawer from './languages/it/drawer.json';
import type fieldbus from './languages/it/fieldbus.json';
import type firstSteps from './languages/it/first-steps.json';
import type frame from './languages/it/frame.json';
import type help from './languages/it/help.json';
import type incidents from './languages/it/incidents.json';
import type inverterDetail from './languages/it/inverter-detail.json';
import type inverters from './languages/it/inverters.json';
import type meters from './languages/it/meters.json';
import type night from './languages/it/night.json';
import type notProvided from './languages/it/not-provided.json';
import type past from './languages/it/past.json';
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
import type user from './languages/it/user.json';
import type work from './languages/it/work.json';
import type base from './languages/it.json';

/** The words of a language apart from those of the login, in parts that are loaded with the screens that need them. */
interface PartWords {
  shell: typeof shell;
  devices: typeof devices;
  table: typeof table;
  dashboard: typeof dashboard;
  inverters: typeof inverters;
  raw: typeof raw;
  alarms: typeof alarms;
  'alarm-list': typeof alarmList;
  incidents: typeof incidents;
  protections: typeof protections;
  controller: typeof controller;
  commands: typeof commands;
  details: typeof details;
  meters: typeof meters;
  strings: typeof strings;
  signals: typeof signals;
  sensors: typeof sensors;
  trackers: typeof trackers;
  drawer: typeof drawer;
  frame: typeof frame;
  'inverter-detail': typeof inverterDetail;
  statistics: typeof statistics;
  analysis: typeof analysis;
  reports: typeof reports;
  audit: typeof audit;
  balance: typeof balance;
  config: typeof config;
  'config-plant': typeof configPlant;
  'bus-causes': typeof busCauses;
  'config-devices': typeof configDevices;
  'config-alarms': typeof configAlarms;
  'config-displays': typeof configDisplays;
  'config-invalid': typeof configInvalid;
  'config-languages': typeof configLanguages;
  'config-many': typeof configMany;
  'config-opened': typeof configOpened;
  'config-account': typeof configAccount;
  'config-system': typeof configSystem;
  'config-schedules': typeof configSchedules;
  'config-setup': typeof configSetup;
  'config-sharing': typeof configSharing;
  fieldbus: typeof fieldbus;
  'first-steps': typeof firstSteps;
  night: typeof night;
  'not-provided': typeof notProvided;
  past: typeof past;
  user: typeof user;
  work: typeof work;
}
export type Part = keyof PartWords;

/** What can be explained on request. */
export type HelpKey = keyof (typeof help)['help'];

/**
 * Parts that are published as one file, because each request costs time on a slow connection, and small files compress badly. The shell, the
 * figures of the dashboard and the words that all device screens share are one file; `frame` has those of what comes after the first values.
 * Each other screen, or group of screens, has its own, and so has what is opened on devices and in the configuration. A part that is not
 * listed is a file by itself.
 */
const languageBundles: Readonly<Record<string, readonly string[]>> = {
  home: ['shell', 'devices', 'dashboard', 'table', 'details'],
  opened: ['drawer', 'inverter-detail', 'commands', 'work', 'user', 'past', 'not-provided'],
  reporting: ['statistics', 'reports', 'balance'],
  'alarm-list': ['alarm-list', 'incidents'],
  measures: ['meters', 'sensors', 'signals'],
  'config-devices': ['config-devices', 'bus-causes'],
  'config-sheets': ['config-plant', 'config-schedules', 'config-sharing', 'config-alarms', 'config-system'],
  'config-opened': [
    'config-opened',
    'config-many',
    'config-setup',
    'config-invalid',
    'config-displays',
    'config-languages',
    'audit',
  ],
} satisfies Record<string, readonly Part[]>;

/** Name of the published file that contains a part, without language and extension. */
export function bundleOf(part: string): string {
  return Object.keys(languageBundles).find(name => languageBundles[name]?.includes(part)) ?? part;
}

type Dotted<T, Prefix extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${Prefix}${K}` : Dotted<T[K], `${Prefix}${K}.`>;
}[keyof T & string];

type WithoutPlural<K extends string> =
  K extends `${infer Stem}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}` ? Stem : K;

/** Every key of the Italian source files. A misspelt key does not compile. All plural forms of a text count as one key. */
export type WordKey = WithoutPlural<Dotted<typeof base> | { [P in Part]: Dotted<PartWords[P]> }[Part]>;
