/**
 * Keeps the data folder of a release, so that every later release is tested with it: runs the packed program for a quarter of an hour of
 * plant time, reduces its archive to a size that fits into the repository, and records the program's answers.
 * `tests/datalogger/durability/releases.test.ts` compares every later program with them. Run once for each release, with the folder of
 * its unpacked archive:
 * `npx tsx scripts/keep-data-folder.ts <meridiana-x.y.z> <meridiana_x.y.z.deb>`
 * Of the Debian package it keeps the scripts and units, from which `tests/box/releases.test.ts` upgrades a box.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { exampleMail, exampleSchedule, exampleSharing } from '../tests/support/example-services';
import { askRelease, type KeptRelease, releasePassword } from '../tests/support/kept-release';
import { type RunningProgram, runProgram, untilHistory } from '../tests/support/program';

const release = resolve(process.argv[2] ?? '');
const version = readFileSync(join(release, 'VERSION'), 'utf8').trim().replace(/\+.*/, '');
const target = join('tests/data-folders', version);
const work = mkdtempSync(join(tmpdir(), 'data-folder-'));
const dataFolder = join(work, 'data');
const quietPeriodS = 600;
/** How much of the archive stays, in s: of the minute and of the quarter-hour values. All daily values stay. */
const keptS = { minute: 3600, quarter: 2 * 86_400 };

async function start(clock: string): Promise<RunningProgram> {
  const program = await runProgram(dataFolder, { PLANT_CLOCK: clock }, [
    join(release, 'dist/datalogger/main.js'),
  ]);
  process.once('exit', () => program.child.kill());
  await untilHistory(program);
  return program;
}

async function send(program: RunningProgram, method: string, path: string, json: object): Promise<unknown> {
  const reply = await program.call(path, { method, json, ifMatch: '*' });
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
  return reply.status === 204 ? null : reply.json().catch(() => null);
}

async function read<T>(program: RunningProgram, path: string): Promise<T> {
  return (await program.call(path)).json();
}

/** Waits until `find` finds something in an answer. */
async function wait<T, R>(
  program: RunningProgram,
  path: string,
  find: (answer: T) => R | undefined,
): Promise<R> {
  for (let tries = 0; tries < 600; tries++) {
    const found = find(await read<T>(program, path));
    if (found !== undefined) return found;
    await new Promise(done => setTimeout(done, 200));
  }
  throw new Error(`${path} never said what was waited for`);
}

interface Record {
  readonly id: number;
  readonly versione: number;
}

/** Changes one record of a list, as its screen does. */
async function change(program: RunningProgram, path: string, changes: object): Promise<void> {
  const [record] = await read<Record[]>(program, path);
  if (!record) throw new Error(`${path} is empty`);
  const { id, versione: _, ...body } = record;
  await send(program, 'PUT', `${path}/${id}`, { ...body, ...changes });
}

/** Writes some records of every kind that is stored. Nothing that would send data to other machines is enabled. */
async function configure(program: RunningProgram): Promise<void> {
  const anna = { nome: 'Anna Verdi', user: 'anna', password: releasePassword, livello: '1' };
  await send(program, 'POST', 'auth/register', anna);
  await change(program, 'config/inverters', { nome: 'Inverter del fienile' });
  await change(program, 'config/sensori', { nome: 'Piranometro sud' });
  await send(program, 'PUT', 'config/allarmi/INV08', { priorita: 2 });
  // The time window of this schedule is still open when the program ends.
  const azione = { tipo: 'uscita_rele', uscita: 1, attiva: true, durata: 720, a_fine: 'ripristina' };
  const quando = { ricorrenza: 'giornaliera', ora: '11:55' };
  await send(program, 'POST', 'pianificazioni', { ...exampleSchedule, quando, azione });
  await send(program, 'PUT', 'condivisione-dati', { ...exampleSharing, abilitata: false });
  await send(program, 'PUT', 'sistema/posta', { ...exampleMail, abilitata: false });
  await send(program, 'PATCH', 'impianto/1/ups', { ups: true, interfaccia: 'contatti', ritardo_allarme: 12 });
}

interface Alarms {
  readonly righe: readonly {
    readonly id: number;
    readonly codice: string;
    readonly stato: string;
    readonly presente: boolean;
  }[];
}

/** Raises alarms: one is acknowledged and over, the others are over and wait for acknowledgement. Returns the id of the first. */
async function raiseAlarms(program: RunningProgram): Promise<number> {
  const guasto = { kind: 'inverter-trip', inverter: 1, cause: 'ground' };
  await send(program, 'POST', 'simulazione/guasti', { guasto, secondi: 240 });
  const trip = ({ righe }: Alarms) => righe.find(({ codice }) => codice === 'INV08');
  const id = await wait(program, 'allarmi', (alarms: Alarms) => trip(alarms)?.id);
  await send(program, 'POST', `allarmi/${id}/riconosci`, { nota: 'visto sul posto' });
  return wait(program, 'allarmi?stato=storico', (alarms: Alarms) => {
    const isOver = alarms.righe.some(({ stato }) => stato === 'rientrato');
    return isOver && trip(alarms)?.stato === 'chiuso' ? id : undefined;
  });
}

/** Returns the end, epoch s of the plant's clock, and the id of the alarm to request. */
async function live(): Promise<{ endS: number; alarm: number }> {
  const program = await start('2026-06-14T11:50:00+02:00,60');
  await configure(program);
  const alarm = await raiseAlarms(program);
  const noon = Date.parse('2026-06-14T12:05:00+02:00') / 1000;
  const clockOf = ({ ora }: { ora: number }) => (ora > noon ? ora : undefined);
  const endS = await wait(program, 'auth/generale/1', clockOf);
  program.child.kill('SIGTERM');
  await program.ended;
  return { endS, alarm };
}

function trim(): void {
  for (const name of ['ballast', 'disk-reserve', 'backup', 'spool'])
    rmSync(join(dataFolder, name), { recursive: true, force: true });
  const db = new Database(join(dataFolder, 'measures.db'));
  const tables = db
    .prepare<[], { name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")
    .all();
  for (const { name } of tables) {
    const [tier, seconds] = Object.entries(keptS).find(([each]) => name.endsWith(`_${each}`)) ?? [];
    if (tier) db.exec(`DELETE FROM ${name} WHERE t < (SELECT max(t) FROM ${name}) - ${seconds}`);
  }
  db.exec('VACUUM');
  db.close();
}

/** Keeps what the package of the release does with a box: everything of it but the program. */
function keepPackage(deb: string): void {
  const kept = join(target, 'package');
  mkdirSync(kept, { recursive: true });
  execFileSync('dpkg-deb', ['--raw-extract', deb, kept]);
  rmSync(join(kept, 'opt'), { recursive: true });
}

/** Writes one line for each answer, so that an intended change in a later release changes one line. */
function inLines({ answers, ...rest }: KeptRelease): string {
  const lines = Object.entries(answers).map(
    ([path, answer]) => `  ${JSON.stringify(path)}: ${JSON.stringify(answer)}`,
  );
  const head = Object.entries(rest).map(
    ([name, value]) => ` ${JSON.stringify(name)}: ${JSON.stringify(value)},\n`,
  );
  return `{\n${head.join('')} "answers": {\n${lines.join(',\n')}\n }\n}\n`;
}

const { endS, alarm } = await live();
trim();
const resumeS = endS + quietPeriodS;
const clock = new Date(resumeS * 1000).toISOString();
mkdirSync(target, { recursive: true });
if (process.argv[3]) keepPackage(process.argv[3]);
execFileSync('tar', ['--owner=0', '--group=0', '-czf', join(target, 'data.tar.gz'), '-C', work, 'data']);
const program = await start(clock);
const paths = [
  ...[
    'account',
    'impianto/1',
    'config/allarmi',
    'pianificazioni',
    'condivisione-dati',
    'sistema',
    'sistema/posta',
  ],
  ...['inverters', 'box-stringhe', 'contatori', 'sensori', 'protezioni-interfaccia'].map(
    kind => `config/${kind}`,
  ),
  ...['digital-signals', 'trackers', 'cci'].map(kind => `config/${kind}`),
  ...['sistema/notifiche', `allarmi/${alarm}`, `allarmi?stato=storico&a=${endS}`],
  `registro?a=${Math.floor(Date.now() / 1000) - 5}`,
  ...['2025-06', '2026-05'].map(month => `dati_impianto/monthly?m=impianto.eday,impianto.pac&d=${month}`),
  'dati_impianto/monthly?m=inverter.eday,contatori.e_imm,sensori.v&d=2026-05',
  'dati_impianto/annual?m=impianto.eday&d=2025',
  'dati_impianto/daily?m=impianto.pac,impianto.poa&d=2026-06-13',
  'dati_impianto/daily?m=inverter.pac,stringhe.i&d=2026-06-13',
];
const kept: KeptRelease = {
  version,
  clock,
  users: ['admin', 'operatore', 'cci', 'anna'],
  answers: await askRelease(program, paths),
};
writeFileSync(join(target, 'answers.json'), inLines(kept));
program.child.kill('SIGTERM');
await program.ended;
rmSync(work, { recursive: true });
