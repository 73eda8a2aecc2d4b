/**
 * Prints the transferred size of the console and fails when a budget is exceeded, so that no change makes it heavier unnoticed. Bytes
 * are those of the gz files that are served.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2] ?? 'dist/console';
const kB = 1000;

/** Gz bytes by path, for all files on the flash. */
const sizes = new Map(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.gz'))
    .map(name => [name.slice(0, -3), readFileSync(join(folder, name)).length] as const),
);

const html = readFileSync(join(folder, 'index.html'), 'utf8');
const sizeOf = (name: string) => {
  const size = sizes.get(name);
  if (size === undefined) throw new Error(`${name} has no gz file`);
  return size;
};
const sum = (names: readonly string[]) => names.reduce((total, name) => total + sizeOf(name), 0);
const linked = (pattern: RegExp) => [...html.matchAll(pattern)].map(match => match[1] ?? '');

/** The page contains the style of the form and a small script; the application is loaded after it is painted. */
const firstPaint = ['index.html'];
const application = linked(/<(?:script|link)[^>]+(?:src|href)="\/([^"]+\.(?:js|css))"/g);
const login = [...firstPaint, ...application, 'assets/i18n/it.json'];

const all = [...sizes.keys()];
const isLanguage = (name: string) => name.startsWith('assets/i18n/');
const oneLanguage = all.filter(name => !isLanguage(name) || /i18n\/it[./]/.test(name));
const words = (bundles: readonly string[]) => bundles.map(bundle => `assets/i18n/it/${bundle}.json`);

/** The file of a chunk. */
function chunk(name: string, ending = 'js'): string {
  const found = all.find(file => new RegExp(`^assets/${name}-[\\w-]{8}\\.${ending}$`).test(file));
  if (found === undefined) throw new Error(`there is no chunk ${name}`);
  return found;
}

/** A chunk and all chunks that have to be loaded before it runs. */
function loadedWith(file: string, found: Set<string> = new Set()): ReadonlySet<string> {
  if (found.has(file)) return found;
  found.add(file);
  const code = readFileSync(join(folder, file), 'utf8');
  for (const [, imported] of code.matchAll(/(?:from|import)"\.\/([\w-]+\.js)"/g))
    loadedWith(`assets/${imported}`, found);
  return found;
}

/** What a user who logs in needs for the first number, and what the dashboard loads in all. */
const firstNumber = [
  ...new Set([...login, ...loadedWith(chunk('home')), chunk('home', 'css'), ...words(['home'])]),
];
const dashboard = [
  ...new Set([
    ...firstNumber,
    ...loadedWith(chunk('dashboard')),
    chunk('screens', 'css'),
    ...words(['frame', 'alarms']),
  ]),
];

/** The screens, by their chunk: the words they need, and the limit in kB of what a user who was on the dashboard loads for them. */
const screens: readonly (readonly [name: string, bundles: readonly string[], budgetKb: number])[] = [
  ['alarms', ['alarm-list'], 16.9],
  ['inverters', ['inverters'], 11.2],
  ['strings', ['strings'], 18.2],
  ['trackers', ['trackers'], 18.6],
  ['meters', ['meters'], 11.9],
  ['sensors', ['sensors'], 10.8],
  ['signals', ['signals'], 9.8],
  ['protections', ['protections'], 17.9],
  ['controller', ['controller'], 18],
  ['statistics', ['reporting'], 20],
  ['reports', ['reporting', 'balance'], 22.9],
  ['configuration-PlantData', ['config', 'config-plant'], 26.3],
  ['configuration-Devices', ['config', 'config-devices'], 34.9],
  ['configuration-Schedules', ['config', 'config-schedules'], 26.6],
  ['configuration-Sharing', ['config', 'config-sharing'], 26.9],
  ['configuration-AlarmRules', ['config', 'config-alarms'], 25.4],
  ['configuration-Account', ['config', 'config-account'], 25.7],
  ['configuration-SystemSetup', ['config', 'config-system'], 28.5],
  ['configuration-bus', ['config', 'config-devices', 'fieldbus'], 39.6],
];
const neededBy = (name: string, bundles: readonly string[]) =>
  [...loadedWith(chunk(name)), ...words(bundles)].filter(file => !dashboard.includes(file));

/** What the analysis brings where the statistics are on the screen, charts included. */
const analysis = [
  ...neededBy('analysis', ['analysis']).filter(file => !neededBy('statistics', ['reporting']).includes(file)),
  chunk('analysis', 'css'),
];

/** Chunks of a screen's own, and chunks that are loaded only when something is opened. */
const single = all.filter(name =>
  /^assets\/(?!start|home|shared|configuration-[\w-]{8}\.|engine).*\.js$/.test(name),
);

const ownBudgets = new Map([
  [chunk('analysis'), 9.2],
  // The rest of the shell, which is no screen and is counted in the dashboard.
  [chunk('frame'), 10.1],
]);

interface Line {
  readonly what: string;
  readonly bytes: number;
  readonly budget: number;
  /** A goal is only printed; a gate also makes the script fail. */
  readonly isGate: boolean;
}

const gate = (what: string, files: readonly string[], budgetKb: number): Line => ({
  what,
  bytes: sum(files),
  budget: budgetKb * kB,
  isGate: true,
});

// A gate leaves 0.1 kB or so of room: the mark of the sources in the file names differs in every commit and compresses to a few bytes more or less.
const lines: Line[] = [
  gate('login painted and typed into (the page alone)', firstPaint, 9),
  gate('usable login (with scripts and language)', login, 31.25),
  gate('first number of the dashboard', firstNumber, 54.2),
  gate('whole dashboard', dashboard, 84.9),
  // The excess over the budget is printed in every run until the screens are smaller or the budget is changed, and a second limit holds
  // the current size so that it does not grow unnoticed.
  { ...gate('whole bundle, one language: budget', oneLanguage, 150), isGate: false },
  gate('whole bundle, one language: no heavier', oneLanguage, 309.7),
  gate('flash: gz files, five languages', all, 478.6),
  ...screens.map(([name, bundles, budgetKb]) =>
    gate(`screen ${name}, first after the dashboard`, neededBy(name, bundles), budgetKb),
  ),
  gate('analysis, opened from the statistics', analysis, 15.9),
  ...single.map(name => gate(`chunk ${name.replace(/^assets\//, '')}`, [name], ownBudgets.get(name) ?? 10)),
];

let isBroken = false;
for (const { what, bytes, budget, isGate } of lines) {
  const isOver = bytes > budget;
  isBroken ||= isOver && isGate;
  const verdict = isOver ? (isGate ? 'OVER' : 'over goal') : 'ok';
  console.log(`${String(bytes).padStart(8)} / ${String(budget).padStart(7)}  ${verdict.padEnd(9)} ${what}`);
}
process.exit(isBroken ? 1 : 0);
