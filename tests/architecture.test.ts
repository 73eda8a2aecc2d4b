import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';

/** What the shared rooms of the console offer to screens. */
const forScreens = [
  'react',
  'console/browser',
  'console/commands',
  'console/configuration',
  'console/data',
  'console/device-screens',
  'console/form',
  'console/i18n',
  'console/reporting',
  'console/ui',
  'contract',
];

/** Who may import whom, below src: the first matching row decides; a folder may always import from itself. */
const mayImport: readonly (readonly [from: string, allowed: readonly string[]])[] = [
  ['contract', ['valibot']],
  ['console/browser', []],
  ['console/i18n', ['react', 'i18next', 'contract/languages', 'contract/zone']],
  [
    'console/ui/plot',
    [
      'react',
      'console/browser',
      // A chart as a workbook, which the datalogger makes.
      'console/data/table-file',
      'console/i18n',
      'console/ui',
      'contract/csv',
      'contract/zone',
    ],
  ],
  ['console/ui/FileButtons.tsx', ['react', 'console/data/table-file', 'console/i18n', 'console/ui']],
  ['console/ui', ['react', 'console/i18n', 'contract/csv', 'contract/zone']],
  // A table is made into a workbook in the language and with the decimal mark in which it was written.
  ['console/data/table-file.ts', ['console/browser', 'console/data', 'console/i18n']],
  ['console/data', ['react', 'console/browser', 'contract']],
  [
    'console/form',
    [
      'react',
      'console/browser',
      // Records are read as tolerantly as any answer.
      'console/data/read',
      // The hints of fields come from the datalogger.
      'console/data/help',
      'console/data/use-resource',
      'console/i18n',
      'console/ui',
      'contract',
      'valibot',
    ],
  ],
  [
    'console/configuration',
    [
      'react',
      // The question for the password stands above whatever is open.
      'react-dom/client',
      'console/browser',
      'console/data',
      'console/form',
      'console/i18n',
      'console/ui',
      'contract',
      'valibot',
    ],
  ],
  [
    'console/device-screens',
    ['react', 'console/browser', 'console/data', 'console/form', 'console/i18n', 'console/ui', 'contract'],
  ],
  ['console/commands', ['react', 'console/data', 'console/i18n', 'console/ui', 'contract']],
  [
    'console/first-paint',
    [
      'console/app/login',
      'console/browser',
      'console/data/early-file',
      'console/i18n',
      'console/theme',
      'contract/languages',
    ],
  ],
  [
    'console/reporting',
    ['react', 'console/browser', 'console/data', 'console/i18n', 'console/ui', 'contract'],
  ],
  ['console/screens', forScreens],
  ['console/react.ts', ['preact', 'preact/hooks']],
  ['console', ['react', 'react-dom', 'wouter', 'console', 'contract', 'virtual:']],
  // As root it runs only code of its own and of Node; valibot is built in.
  ['box-service', ['valibot', 'node:']],
  ['datalogger/plant/snapshot.ts', ['contract']],
  ['datalogger/plant/response-times.ts', []],
  [
    'datalogger/plant/field-bus-api.ts',
    [
      'contract',
      // Whose limit is in force.
      'datalogger/automation/control',
      'datalogger/plant/response-times',
    ],
  ],
  [
    'datalogger/plant/source.ts',
    [
      'contract',
      // What the regulation is set to.
      'datalogger/automation/control',
      'datalogger/plant/field-bus-api',
      'datalogger/plant/snapshot',
      'datalogger/core/system/system',
    ],
  ],
  // Pure: it knows no device.
  ['datalogger/automation/control', []],
  ['datalogger/plant/solar', ['datalogger/plant/source']],
  [
    'datalogger/plant/gate',
    [
      'contract',
      // The value of a sensor from its signal.
      'datalogger/plant/processing/analog',
      'datalogger/plant/solar',
      'datalogger/plant/snapshot',
      'datalogger/plant/source',
    ],
  ],
  [
    'datalogger/plant/counters',
    [
      'contract',
      'datalogger/plant/gate',
      'datalogger/plant/processing',
      'datalogger/plant/snapshot',
      'datalogger/plant/source',
    ],
  ],
  [
    'datalogger/plant/processing',
    [
      'contract',
      'datalogger/plant/counters',
      'datalogger/plant/field-bus-api',
      'datalogger/plant/gate',
      'datalogger/plant/solar',
      'datalogger/plant/snapshot',
      'datalogger/plant/source',
    ],
  ],
  [
    'datalogger/sources/simulator',
    [
      'contract',
      'datalogger/plant/processing',
      'datalogger/plant/snapshot',
      'datalogger/plant/solar',
      'datalogger/plant/source',
      'datalogger/storage',
      'datalogger/core/system/system',
    ],
  ],
  [
    'datalogger/sources/fieldbus/sunspec',
    [
      'contract',
      // The codes of states and events that devices report.
      'datalogger/plant/processing/sunspec-states',
      'datalogger/plant/processing/device-events',
      'datalogger/sources/fieldbus/device-driver',
      'datalogger/sources/fieldbus/modbus/read',
      'datalogger/sources/fieldbus/modbus/repeated',
      'datalogger/plant/source',
    ],
  ],
  [
    'datalogger/sources/fieldbus/profiles',
    ['contract', 'valibot', 'datalogger/sources/fieldbus', 'datalogger/plant/source'],
  ],
  [
    'datalogger/sources/fieldbus',
    [
      'contract',
      'node:',
      'datalogger/automation/control',
      'datalogger/plant/field-bus-api',
      // What inverters can give: what commands them acts on no other power.
      'datalogger/plant/gate',
      'datalogger/plant/processing',
      'datalogger/core/log',
      'datalogger/integrations/outgoing',
      'datalogger/plant/response-times',
      'datalogger/plant/snapshot',
      'datalogger/plant/solar',
      'datalogger/plant/source',
      'datalogger/storage',
      'datalogger/core/time',
    ],
  ],
  // A backup also reads what routes and alarms keep in memory.
  ['datalogger/storage/backup', ['contract', 'valibot', 'node:', 'datalogger']],
  [
    'datalogger/storage',
    [
      'contract',
      'valibot',
      'better-sqlite3',
      'node:',
      'datalogger/alarms/model',
      'datalogger/core/log',
      'datalogger/core/pieces',
      'datalogger/plant/response-times',
      'datalogger/plant/snapshot',
      'datalogger/plant/source',
      'datalogger/core/time',
    ],
  ],
  ['datalogger/integrations/outgoing', ['contract', 'node:']],
  ['datalogger/integrations/sharing', ['contract', 'valibot', 'node:', 'basic-ftp', 'datalogger']],
  [
    'datalogger/integrations/mail',
    ['contract', 'valibot', 'node:', 'nodemailer', 'datalogger', 'console/i18n/languages'],
  ],
  ['datalogger/integrations/knx', ['contract', 'node:', 'knx', 'datalogger']],
  // The texts of an alarm in detail, which the console shows from its answer.
  ['datalogger/alarms', ['contract', 'valibot', 'node:', 'datalogger', 'console/i18n/languages']],
  ['datalogger/api/routes/help.ts', ['contract', 'datalogger', 'console/i18n/languages']],
  ['datalogger/api/papers', ['contract', 'datalogger', 'pdfkit']],
  ['datalogger/api/wall', ['contract', 'datalogger', 'console/i18n/languages']],
  ['datalogger/core/system', ['box-service/protocol', 'contract', 'valibot', 'node:', 'datalogger']],
  // The words for yes and no in the cells of a table, and those of a workbook.
  [
    'datalogger/api/tables',
    ['contract', 'valibot', 'node:', 'write-excel-file', 'datalogger', 'console/i18n/languages'],
  ],
  ['datalogger', ['contract', 'valibot', 'node:', 'datalogger']],
];

/** The files that decide which source of readings there is. */
const compositionRoot = [
  'datalogger/settings.ts',
  'datalogger/sources/simulated-reading.ts',
  'datalogger/sources/write-past.ts',
];

const source = new URL('../src', import.meta.url).pathname;
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(name => /\.tsx?$/.test(name));

function importsOf(file: string): string[] {
  const text = readFileSync(join(source, file), 'utf8');
  return [
    ...text.matchAll(
      /^(?:import|export) [^;]*?from '([^']+)'|^import '([^']+)'|\bimport\(\s*['`]([^'`]+)['`]\)/gm,
    ),
  ]
    .map(match => match[1] ?? match[2] ?? match[3] ?? '')
    .filter(name => !/\.(css|scss)$/.test(name))
    .map(name => (name.startsWith('.') ? normalize(join(dirname(file), name)) : name));
}

const isWithin = (name: string, place: string) =>
  name === place || name.startsWith(`${place}/`) || (place.endsWith(':') && name.startsWith(place));

/** A screen's own folder, or the island's room. */
function homeOf(file: string, room: string): string {
  return room === 'console/screens' ? file.split('/').slice(0, 3).join('/') : room;
}

test.each(files.map(file => [file]))('%s imports only what its folder may', file => {
  const row = mayImport.find(([from]) => isWithin(file, from));
  expect(row, `no row for ${file}: add its folder to mayImport in tests/architecture.test.ts`).toBeDefined();
  const [room, allowed] = row ?? ['', []];
  const home = homeOf(file, room);
  const forbidden = importsOf(file).filter(
    name => !isWithin(name, home) && !allowed.some(place => isWithin(name, place)),
  );
  expect(forbidden, `may not be imported; the row of ${room} in tests/architecture.test.ts decides`).toEqual(
    [],
  );
});

const known = new Set(files);

/** The files below src that a file imports, values and types alike. */
const importedFiles = (file: string) =>
  importsOf(file).flatMap(
    name =>
      [name, `${name}.ts`, `${name}.tsx`, `${name}/index.ts`].find(candidate => known.has(candidate)) ?? [],
  );

test('no file imports itself through others: each can be read and tested before those that use it', () => {
  const finished = new Set<string>();
  const circles: string[] = [];
  const follow = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
    if (path.includes(file) || finished.has(file)) return;
    for (const imported of importedFiles(file)) follow(imported, [...path, file]);
    finished.add(file);
  };
  for (const file of files) follow(file, []);
  expect(circles).toEqual([]);
});

test('only the composition root knows the simulator: another source can take its place', () => {
  const knowing = files.filter(
    file =>
      file.startsWith('datalogger/') &&
      !isWithin(file, 'datalogger/sources/simulator') &&
      importsOf(file).some(name => isWithin(name, 'datalogger/sources/simulator')),
  );
  expect(knowing).toEqual(compositionRoot);
});

test('no object is spread where its fields can be written', () => {
  // `...{ a, b }` only keeps the formatter from giving each field its line.
  const spread = files.filter(file => /[^{]\.\.\.\{/.test(readFileSync(join(source, file), 'utf8')));
  expect(spread).toEqual([]);
});

test('no source file is longer than 300 lines', () => {
  const long = files
    .map(file => [file, readFileSync(join(source, file), 'utf8').trimEnd().split('\n').length] as const)
    .filter(([, lines]) => lines > 300);
  expect(long).toEqual([]);
});

/** Lines of code that are a function's own, and those of its markup. */
interface Measured {
  readonly name: string;
  readonly code: Set<number>;
  readonly markup: Set<number>;
}

type Node = { readonly type: string; readonly start: number; readonly end: number } & Record<string, unknown>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Blank lines and comments are not counted, nor the lines of functions inside a function: those count for themselves. */
function functionsOf(file: string): Measured[] {
  const text = readFileSync(join(source, file), 'utf8');
  const counted = text.split('\n').map(line => line.trim() !== '' && !/^\s*(\/\/|\/\*|\*)/.test(line));
  let line = 0;
  const lines = Array.from({ length: text.length }, (_, at) => (text[at] === '\n' ? line++ : line));
  const lineOf = (position: number) => lines[position] ?? line;
  const functions: Measured[] = [];
  const linesOf = ({ start, end }: Node) => {
    const first = lineOf(start);
    const all = Array.from({ length: lineOf(end - 1) - first + 1 }, (_, index) => first + index);
    return all.filter(line => counted[line]);
  };
  const walk = (node: unknown, around: Measured | null): void => {
    if (Array.isArray(node)) for (const each of node) walk(each, around);
    if (!isNode(node)) return;
    let own = around;
    if (/Function/.test(node.type) && isNode(node.body)) {
      const name = isNode(node.id) ? String(node.id.name) : '';
      own = {
        name: `${file}:${lineOf(node.start) + 1} ${name}`,
        code: new Set(linesOf(node)),
        markup: new Set(),
      };
      for (const line of linesOf(node).slice(1, -1)) around?.code.delete(line);
      functions.push(own);
    }
    if (/^JSX(Element|Fragment)$/.test(node.type)) for (const line of linesOf(node)) own?.markup.add(line);
    for (const child of Object.values(node)) walk(child, own);
  };
  walk(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }), null);
  return functions;
}

test('no function is longer than 40 lines, and no markup of a component longer than 60', () => {
  const functions = files.filter(file => !file.endsWith('.d.ts')).flatMap(functionsOf);
  const long = functions.filter(({ code, markup }) => {
    const isMarkup = (line: number) => markup.has(line);
    const own = [...code];
    return own.filter(line => !isMarkup(line)).length > 40 || own.filter(isMarkup).length > 60;
  });
  expect(functions.length).toBeGreaterThan(1000);
  expect(long.map(({ name }) => name)).toEqual([]);
});

test('React is imported by name only, so that Preact ships without what is not used', () => {
  const whole = files.filter(file =>
    /import\s+(\*\s+as\s+)?React\b/.test(readFileSync(join(source, file), 'utf8')),
  );
  expect(whole).toEqual([]);
});

test('the console needs no secure context', () => {
  const needy = files.filter(
    file =>
      file.startsWith('console/') &&
      /crypto\.subtle|randomUUID|serviceWorker|navigator\.(clipboard|locks|storage|share|wakeLock)|\bcaches\./.test(
        readFileSync(join(source, file), 'utf8'),
      ),
  );
  expect(needy).toEqual([]);
});

test('the console reads its clocks in one place, so that nothing hangs on a clock that can be set', () => {
  const clock = /\bDate\.now\b|\bperformance\.now\b|\bnew Date\(\)/;
  // The sundial of the login shows the browser's hour; the datalogger's clock is set from the device in front of the user.
  const mayRead = [
    'console/data/monotonic.ts',
    'console/app/login/Login.tsx',
    'console/screens/configuration/Maintenance.tsx',
  ];
  const reading = files.filter(
    file => file.startsWith('console/') && clock.test(readFileSync(join(source, file), 'utf8')),
  );
  expect(reading.sort()).toEqual([...mayRead].sort());
});
