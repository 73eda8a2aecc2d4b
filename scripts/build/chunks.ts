/** The part of the bundler's interface that gives access to the module graph. */
interface ModuleGraph {
  getModuleInfo(id: string): Module | null;
}

interface Module {
  readonly importedIds: readonly string[];
  readonly dynamicallyImportedIds: readonly string[];
}

const source = new URL('../../src/console/', import.meta.url).pathname;
const [start, app, shell, routes, dashboard] = [
  'start.tsx',
  'app/App.tsx',
  'app/Shell.tsx',
  'app/routes.ts',
  'screens/dashboard/Dashboard.tsx',
].map(file => source + file) as [string, string, string, string, string];

/**
 * The chunk for the keys of a bundle of texts, where its name differs from the bundle's: the chunk of the screen that shows the texts.
 */
const chunkOfWords: Readonly<Record<string, string>> = {
  base: 'start',
  raw: 'raw-data',
  alarms: 'frame',
  'alarm-list': 'alarms',
  config: 'configuration',
  'config-account': 'configuration-Account',
  'config-devices': 'configuration-Devices',
  'config-opened': 'configuration-opened',
  'config-sheets': 'configuration',
  fieldbus: 'configuration-bus',
  help: 'help-opened',
  night: 'dashboard-night',
  opened: 'device-drawer',
  past: 'help-opened',
  work: 'alarms-opened',
};

/** The chunks of charts, drawers and notes. They are loaded when one is shown, so no module that every screen needs may be in them. */
const chartChunks: readonly (readonly [name: string, files: RegExp])[] = [
  [
    'report-charts',
    /\/ui\/plot\/rows-axis\.|\/console\/reporting\/(charts|Deviations|ReportPlot|report-plot|balance|Balance|fall)\./,
  ],
  [
    'device-drawer',
    /\/console\/(data\/logbook|device-screens\/(LogNotes|DeviceDrawer|DeviceEvents|DeviceTrend|TrendDrawing|TrendPending|TrendChoice|trend|trend-time)|ui\/Drawer|screens\/strings\/(BoxDrawer|BoxTrend))\./,
  ],
  ['configuration-opened', /\/screens\/configuration\/(Trial|MailTrial|Undelivered|UsedWhileOff)\./],
  ['heatmap', /\/ui\/heatmap\//],
  // A table in place of the charts, where the datalogger has no reports.
  ['plot-opened', /\/console\/reporting\/EnergyAlone\./],
  // What is loaded when a drawing is first touched.
  ['touched', /\/console\/device-screens\/touch\//],
  ['plot', /\/ui\/(plot\/(?!on-demand|PlotItems|PlotTable|save)|fitted-lines\.)/],
  ['home', /\/ui\/(TouchStage|line-words)\./],
];

/** The part of the shell that is shown after the first values, and what parts of screens need that are shown later than others. */
const frame = [
  'app/layout/Footer.tsx',
  'app/layout/HelpLayer.tsx',
  'app/layout/Meridian.tsx',
  'app/layout/PageGuard.tsx',
  'app/layout/SessionWarning.tsx',
  'app/pages/NotFound.tsx',
  'ui/Dialog.tsx',
  'ui/IncidentSize.tsx',
  'ui/WhenNear.tsx',
];

/** Chunks that are loaded when somebody opens or asks for something, by these files: they and what only they import. */
const openedChunks: Readonly<Record<string, readonly string[]>> = {
  'dashboard-night': ['screens/dashboard/night/Night.tsx'],
  'dashboard-day': ['screens/dashboard/balance/Day.tsx', 'screens/dashboard/TodayEvents.tsx'],
  touched: ['screens/dashboard/touch/TouchedDevice.tsx'],
  'protections-opened': [
    'screens/protections/HighestVoltage.tsx',
    'screens/protections/TouchedSwitch.tsx',
    'screens/controller/TouchedPart.tsx',
  ],
  'configuration-bus': ['screens/configuration/fieldbus/FieldBus.tsx'],
  'commands-opened': ['commands/CommandDialog.tsx', 'screens/controller/Orders.tsx'],
  'configuration-opened': [
    'configuration/ConflictDialog.tsx',
    'configuration/DeleteDialog.tsx',
    'configuration/ask-password.tsx',
    'form/RowsField.tsx',
    'screens/configuration/Feeds.tsx',
    'screens/configuration/SharingParts.tsx',
    'screens/configuration/many/ManyDevices.tsx',
    'screens/configuration/Push.tsx',
    'screens/configuration/Maintenance.tsx',
    'screens/configuration/backup-files.ts',
    'screens/configuration/AuditLog.tsx',
    'screens/configuration/WallDisplays.tsx',
    'screens/configuration/Languages.tsx',
    'screens/configuration/InvalidMeasures.tsx',
    'screens/configuration/changes/Changes.tsx',
    'screens/configuration/changes/Differences.tsx',
  ],
  'first-steps': ['configuration/FirstSteps.tsx', 'configuration/EmptyList.tsx'],
  'help-opened': [
    'app/layout/Help.tsx',
    'app/layout/UserPanel.tsx',
    'app/layout/SessionEnd.tsx',
    'app/layout/past/PastLayer.tsx',
  ],
  'alarms-day': ['screens/alarms/Peers.tsx'],
  'alarms-opened': ['screens/alarms/work/WorkOrders.tsx'],
  'inverters-opened': ['screens/inverters/InverterDrawer.tsx'],
  'plot-opened': ['ui/plot/on-demand.ts'],
  analysis: ['screens/statistics/analysis/Analysis.tsx'],
  sunlight: ['theme/sunlight.scss'],
};
/** The chunks with a style of their own; that of all others is one file. */
const stylish = new Set([
  'home',
  'alarms',
  'analysis',
  'dashboard-day',
  'dashboard-night',
  'help-opened',
  'protections',
  'reports',
  'touched',
]);
const inSource = (files: readonly string[]) => files.map(file => source + file);
const doors = new Set(inSource(Object.values(openedChunks).flat()));

let chunks: ReadonlyMap<string, string> | null = null;

/**
 * Names the chunk of a module so that each screen needs one request, plus one for the modules that several screens of a family share.
 * Many small chunks compress badly, and on a slow line each costs half a second. In the order in which a user who logs in needs them:
 * `start` (the login), `home` (shell and figures of the dashboard), `frame` (the rest of the shell), `dashboard` (its drawings), then one
 * chunk for each screen and each family.
 */
export function chunkOf(id: string, graph: ModuleGraph): string | null {
  chunks ??= assign(graph);
  if (/preload-helper|rolldown.*runtime/.test(id)) return 'start';
  const [, bundle] = /virtual:word-keys(?:\/([\w-]+))?/.exec(id) ?? [];
  if (id.includes('virtual:word-keys'))
    return bundle === undefined ? 'home' : (chunkOfWords[bundle] ?? bundle);
  const chunk = chartChunks.find(([, files]) => files.test(id))?.[0] ?? chunks.get(id) ?? null;
  const hasOwnStyle = chunk !== null && stylish.has(chunk);
  return id.endsWith('.css') && !hasOwnStyle ? 'screens' : chunk;
}

function assign(graph: ModuleGraph): ReadonlyMap<string, string> {
  const assigned = new Map<string, string>();
  const take = (name: string, modules: Iterable<string>) => {
    for (const id of modules) if (!assigned.has(id)) assigned.set(id, name);
  };
  take('start', reachedFrom([start], graph));
  take('home', reachedFrom([shell, dashboard], graph));
  take('frame', reachedFrom(inSource(frame), graph));
  const screens = new Set([app, routes].flatMap(id => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []));
  screens.delete(shell);
  const owners = new Map<string, Set<string>>();
  const own = (name: string, modules: Iterable<string>) => {
    for (const id of modules) {
      if (!assigned.has(id)) owners.set(id, (owners.get(id) ?? new Set()).add(name));
    }
  };
  for (const screen of screens) own(nameOf(screen), reachedFrom([screen], graph, true));
  for (const [name, files] of Object.entries(openedChunks)) own(name, reachedFrom(inSource(files), graph));
  for (const [id, names] of owners) assigned.set(id, familyOf([...names]));
  return assigned;
}

/** The configuration screens with a chunk each: two are large, and everybody has an account. The others are one. */
const aloneSheets = ['Account', 'Devices', 'SystemSetup'];

/** The screens that are little more than a table: one chunk for all three. */
export const shortLists = ['meters', 'sensors', 'signals'];

/** The chunk of a screen has the name of its folder. */
function nameOf(screen: string): string {
  const [, folder = 'page', file = ''] = /\/screens\/([\w-]+)\/(\w+)/.exec(screen) ?? [];
  if (shortLists.includes(folder)) return 'measures';
  if (folder !== 'configuration') return folder;
  return aloneSheets.includes(file) ? `configuration-${file}` : 'configuration-forms';
}

/**
 * Chunks for modules that several screens share, by the screens that use them; the first match applies. `frame` also has what the
 * dashboard's drawings share with other screens.
 */
const families: readonly (readonly [name: string, isOf: (screens: readonly string[]) => boolean])[] = [
  ['configuration-Devices', screens => screens.every(name => deviceScreens.includes(name))],
  ['configuration-SystemSetup', screens => screens.every(name => setUpScreens.includes(name))],
  // A work order has a form like a record of the configuration.
  ['configuration', screens => screens.every(name => /^(configuration|alarms-opened$)/.test(name))],
  ['alarms-day', screens => screens.every(name => seriesScreens.includes(name))],
  ['reporting', screens => screens.every(name => reportingScreens.includes(name))],
  ['commands', screens => screens.every(name => commandScreens.includes(name))],
  ['devices', screens => screens.every(name => deviceLists.includes(name.replace(/-(opened|day)$/, '')))],
  ['frame', screens => screens.includes('dashboard')],
];
const setUpScreens = ['configuration-SystemSetup', 'configuration-opened'];
const deviceScreens = ['configuration-Devices', 'configuration-bus', 'configuration-opened'];
/** The night's panel of the dashboard reads the report of the day. */
const reportingScreens = ['statistics', 'reports', 'analysis', 'dashboard-night'];
/** What compares values of the archive. */
const seriesScreens = ['alarms-day', 'analysis', 'analysis-opened'];
const deviceLists = [
  'inverters',
  'strings',
  'trackers',
  'measures',
  'protections',
  'controller',
  'device-drawer',
];
const commandScreens = ['trackers', 'protections', 'controller', 'commands-opened'];

function familyOf(owners: readonly string[]): string {
  // What a screen shows at once is there when something is opened on it, or comes after it.
  const screens = owners.filter(
    name => !owners.includes(name.replace(/-(opened|day)$/, '')) || !/-(opened|day)$/.test(name),
  );
  const [only] = screens;
  if (only !== undefined && screens.length === 1) return only;
  return families.find(([, isOf]) => isOf(screens))?.[0] ?? 'shared';
}

/**
 * Every module that is loaded together with the given ones; `isLater` includes those that they import dynamically without being asked.
 */
function reachedFrom(entries: readonly string[], graph: ModuleGraph, isLater = false): ReadonlySet<string> {
  const found = new Set<string>();
  const queue = [...entries];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    const module = graph.getModuleInfo(id);
    const later = (isLater && module?.dynamicallyImportedIds) || [];
    queue.push(...(module?.importedIds ?? []), ...later.filter(each => !doors.has(each)));
  }
  return found;
}
