/**
 * Keeps the list of supported devices from telling another story than the profiles. `npx tsx scripts/supported-devices.ts` writes
 * deploy/DEVICES.md from the files of the library; `tests/scripts/supported-devices.test.ts` compares both.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { reportCount } from '../src/datalogger/sources/fieldbus/profiles/described';
import { library } from '../src/datalogger/sources/fieldbus/profiles/library';
import type { Profile } from '../src/datalogger/sources/fieldbus/profiles/profile';

const kinds: readonly (readonly [Profile['kind'], string])[] = [
  ['inverters', 'Inverters'],
  ['contatori', 'Meters'],
  ['sensori', 'Weather stations and sensors'],
  ['box-stringhe', 'String boxes'],
  ['moduli-io', 'Modules with outputs'],
  ['trackers', 'Trackers'],
  ['protezioni-interfaccia', 'Interface protections'],
  ['cci', 'Central controllers'],
];

const cell = (text: string) => text.replaceAll('|', '\\|');
const row = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;

function readOf({ points, inputs, outputs }: Profile): string {
  if (outputs) return `${outputs.count} outputs`;
  const count = Math.max(0, ...inputs.map(({ first, most }) => first + most - 1));
  const names = Object.keys(points).join(', ');
  return inputs.length === 0 ? names : `${names}; ${count} inputs`;
}

/** Points of the device, and of each of its inputs. */
const pointCount = ({ points, inputs, outputs }: Profile): number =>
  Object.keys(points).length +
  (outputs?.count ?? 0) +
  inputs.reduce((sum, { most, points: ofInput }) => sum + most * Object.keys(ofInput).length, 0);

const commandWords = { active: 'active power', reactive: 'reactive power' } as const;

function rowOf(profile: Profile): string {
  const { key, maker, series, tried, commands = {}, outputs } = profile;
  const commanded = [
    ...Object.keys(commands).map(each => commandWords[each as keyof typeof commandWords]),
    ...(outputs ? [`function ${outputs.write}`] : []),
  ];
  const alarms = reportCount(profile);
  return row([
    maker,
    series,
    `\`${key}\``,
    readOf(profile),
    String(pointCount(profile)),
    alarms === 0 ? 'no' : String(alarms),
    commanded.length === 0 ? 'no' : commanded.join(', '),
    tried ? 'yes' : 'not yet',
  ]);
}

function tableOf(kind: Profile['kind'], title: string): string[] {
  const profiles = [...library.values()]
    .filter(profile => profile.kind === kind)
    .sort((a, b) => `${a.maker} ${a.series}`.localeCompare(`${b.maker} ${b.series}`, 'en'));
  if (profiles.length === 0) return [];
  return [
    `## ${title}`,
    '',
    row(['Maker', 'Series', 'Profile', 'Reads', 'Points', 'Alarms', 'Commands', 'Tried']),
    row(Array(8).fill('---')),
    ...profiles.map(rowOf),
    '',
    ...profiles.flatMap(({ key, note }) => (note === undefined ? [] : [`- \`${key}\`: ${note}`])),
    '',
  ];
}

function sourcesOf(): string[] {
  const rows = [...library.values()]
    .sort((a, b) => a.key.localeCompare(b.key))
    .flatMap(({ key, sources }) =>
      sources.map(({ document, version, pages }) => row([`\`${key}\``, document, version, pages])),
    );
  return [
    '## Documents',
    '',
    row(['Profile', 'Document', 'Version', 'Pages']),
    row(Array(4).fill('---')),
    ...rows,
  ];
}

/** Families without a file, because no table of registers that its maker publishes could be read. */
const leftOut = [
  '## Left out',
  '',
  'Nothing is guessed. Of inverters of Delta and KACO Powador (RS-485), Power Electronics and Santerno, of alarms of Ingeteam, of the outputs of Seneca Z, of Iskra and Accuenergy',
  'meters, of Vaisala, Kipp & Zonen RT1 and Gill no whole register table was found: public repositories and the documents that they quote were searched by',
  'maker and series, makers were not asked. Of ABB M4M only two registers were found. Descriptions of Phoenix Contact EMpro and Hager ECR380D contradict each',
  'other; of W&T Web-IO and the gateway meter of the Sungrow Logger there is one description, and none to test against. KACO blueplanet, newer Delta and FIMER have SunSpec, hybrid inverters of GoodWe other registers. Limits of Deye, Sofar, SMA and',
  'Ingeteam are left out: descriptions differ in unit, or say nothing of what can be read back. Events of SMA are numbers without a public table. Inputs of',
  'modules (Moxa ioLogik E1200, Advantech ADAM-6000, WAGO 750, Seneca Z) need no profile: their record names function, first address and channels. Trackers,',
  'interface protections and central controllers (CCI) can be described by a profile of your own: of Trina NCU, Arctech, Thytronic NV10P and Ziehl UFR1002IP',
  'tables were found without all addresses. For ABB CM-UFD and Lovato PMVF public repositories and documents were searched by name; none with a table was among',
  'what was found, which does not say that there is none.',
  'IEC 60870-5-104 and IEC 61850 are not spoken.',
  '',
];

/** The whole document. */
export const supportedDevices = (): string =>
  `${[
    '# Supported devices',
    '',
    'Written by `npx tsx scripts/supported-devices.ts` from the profiles in `src/datalogger/sources/fieldbus/profiles/library`.',
    '',
    'Devices with SunSpec (models 101 to 103, 111 to 113, 201 to 204, 211 to 214, 302 to 308, 401 to 404, 601, 701) need no profile; inverters',
    'with model 123 or 704 are commanded, and those whose profile has commands. Other devices are read with a profile: one of these, one that an administrator brings (the JSON',
    'schema of a file is `dist/profile.schema.json`, written by `npm run api`), or registers that the record names.',
    '',
    '"Not yet" tried: written from the documents and tested against a server that others described, never on a device. Compare the first values',
    'with the display of the device, then tick "values compared" in its record.',
    '',
    ...kinds.flatMap(([kind, title]) => tableOf(kind, title)),
    ...leftOut,
    ...sourcesOf(),
  ].join('\n')}\n`;

function main(): void {
  const path = join(import.meta.dirname, '..', 'deploy', 'DEVICES.md');
  writeFileSync(path, supportedDevices());
  console.log(path);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
