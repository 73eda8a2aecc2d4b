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
const screens = all.filter(name => name.endsWith('.js') && !login.includes(name));

interface Line {
  readonly what: string;
  readonly bytes: number;
  readonly budget: number;
  /** A goal is only printed; a gate also makes the script fail. */
  readonly isGate: boolean;
}

const lines: Line[] = [
  {
    what: 'login painted and typed into (the page alone)',
    bytes: sum(firstPaint),
    budget: 14 * kB,
    isGate: true,
  },
  {
    what: 'usable login (with scripts and language): goal',
    bytes: sum(login),
    budget: 40 * kB,
    isGate: false,
  },
  {
    what: 'usable login (with scripts and language): gate',
    bytes: sum(login),
    budget: 45 * kB,
    isGate: true,
  },
  // The whole bundle exceeds its budget with all 26 screens (forms and configuration are 39 kB of it). The excess is printed in every
  // run until the screens are smaller or the budget is changed, and a second limit holds the current size so that it does not grow
  // unnoticed.
  { what: 'whole bundle, one language: budget', bytes: sum(oneLanguage), budget: 150 * kB, isGate: false },
  { what: 'whole bundle, one language: no heavier', bytes: sum(oneLanguage), budget: 258 * kB, isGate: true },
  { what: 'flash: gz files, five languages', bytes: sum(all), budget: 380 * kB, isGate: true },
];

/**
 * Chunks that are not screens: those shared by several screens, and `engine`, the text engine that is loaded after the first live value.
 * The total of the bundle includes them.
 */
const sharedChunk =
  /assets\/(engine|home|dashboard|panels|shared|devices|commands|reporting|configuration-[\w-]{8}\.|vendor)/;
for (const name of screens.filter(each => !sharedChunk.test(each))) {
  lines.push({
    what: `chunk ${name.replace(/^assets\//, '')}`,
    bytes: sizeOf(name),
    budget: 10 * kB,
    isGate: true,
  });
}
for (const name of screens.filter(each => sharedChunk.test(each))) {
  console.log(`${String(sizeOf(name)).padStart(8)}            shared ${name.replace(/^assets\//, '')}`);
}

let isBroken = false;
for (const { what, bytes, budget, isGate } of lines) {
  const isOver = bytes > budget;
  isBroken ||= isOver && isGate;
  const verdict = isOver ? (isGate ? 'OVER' : 'over goal') : 'ok';
  console.log(`${String(bytes).padStart(8)} / ${String(budget).padStart(7)}  ${verdict.padEnd(9)} ${what}`);
}
process.exit(isBroken ? 1 : 0);
