import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { mostTableRows } from '../../src/contract/config/tables';
import { examplePrometheus } from '../support/example-services';
import { isLong, longPatience, rounds } from '../support/long';
import { ofProgram, type RunningProgram, runProgram, untilHistory, withoutPast } from '../support/program';

/** The largest plant with its history in the long form, a small one without a past in the short one. */
const size = rounds('small', 'xl');
const consoles = 20;
/** As in the service unit. */
const heap = '--max-old-space-size=192';
const arenas = { MALLOC_ARENA_MAX: '2' };
const mostMebibytes = 320;
/**
 * Units of work, 2.5 ms on a usual box: no stretch may take longer, in time of its own processor. 28 of them are usual for small, 27 to 37 for xl.
 * An import of 5,000 rows took 150 of them where its rows were written one after the other, a restore of xl 25.
 */
const mostUnits = 50;
/** ms: what the 95th of a hundred answers and the longest stretch may take, in the long form, on a machine that has nothing else to do. */
const mostMs = 100;
/** Share of the time that the program waits for a processor, above which times tell of other programs and are only printed. */
const quietShare = 0.02;
const watch = fileURLToPath(new URL('../support/loop-stretches.mjs', import.meta.url));
const { password: metricsToken = '' } = examplePrometheus;

let running: RunningProgram;
let folder: string;
afterEach(async () => {
  running.child.kill('SIGKILL');
  await running.ended;
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'load-'));
  const data = join(folder, 'data');
  if (size === 'small') withoutPast(data);
  running = await runProgram(data, { PLANT: size }, [heap, ...ofProgram]);
  await untilHistory(running);
  // What a first start did is no part of it.
  running.child.kill('SIGTERM');
  await running.ended;
  const environment = { ...arenas, PLANT: size, STRETCHES: join(folder, 'stretches') };
  running = await runProgram(data, environment, [heap, '--import', watch, ...ofProgram]);
}

interface Stretch {
  readonly at: number;
  readonly ms: number;
  readonly processorMs: number;
  /** For other programs of this machine. */
  readonly waitedMs: number;
}

/**
 * The longest stretch of work since then: in units, in ms of its processor, and in ms that others waited; and the whole seconds in which no
 * sample could be taken, without what other programs kept the processor for.
 */
function stretchesSince(sinceMs: number) {
  const lines = readFileSync(join(folder, 'stretches'), 'utf8').trim().split('\n');
  const [first, ...rest] = lines.map(line => JSON.parse(line));
  const during: readonly Stretch[] = rest.filter(({ at }) => at > sinceMs);
  const processorMs = Math.max(0, ...during.map(each => each.processorMs));
  const ms = Math.max(0, ...during.map(each => each.ms));
  const seconds = during.map(each => Math.floor((each.ms - each.waitedMs) / 1000));
  const unsampled = seconds.reduce((sum, each) => sum + Math.max(0, each), 0);
  return { units: processorMs / first.unitMs, processorMs, ms, unsampled };
}

/** ms that the program had to wait for a processor so far, since other programs had it. */
const waitedMs = () =>
  Number(readFileSync(`/proc/${running.child.pid}/schedstat`, 'latin1').split(' ')[1]) / 1e6;

async function ask(path: string, init?: Parameters<RunningProgram['call']>[1]) {
  const response = await running.call(path, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 200)}`);
  return JSON.parse(text);
}

/**
 * MiB of its own memory, which the limit of the unit counts and the kernel cannot take back; pages of files, such as those of Node.js
 * itself (60 MiB), it can.
 */
function ownMebibytes(): number {
  const status = readFileSync(`/proc/${running.child.pid}/status`, 'utf8');
  return Number(/RssAnon:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/** Asks for the values of the plant again and again until the work is done: ms of the answers. */
async function consolesDuring(work: Promise<unknown>) {
  const times: number[] = [];
  let memory = 0;
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  const poll = async (first: number) => {
    await wait(first);
    while (!isDone) {
      const began = performance.now();
      await ask('dati_impianto/RT?m=impianto');
      times.push(performance.now() - began);
      memory = Math.max(memory, ownMebibytes());
      await wait(500);
    }
  };
  const all = Array.from({ length: consoles }, (_, at) => poll((at * 500) / consoles));
  await work.finally(end);
  await Promise.all(all);
  const sorted = times.sort((a, b) => a - b);
  return {
    p95: sorted[Math.floor(0.95 * sorted.length)] ?? 0,
    most: sorted.at(-1) ?? 0,
    count: sorted.length,
    memory,
  };
}

const years = () => Promise.all([2022, 2023, 2024, 2025, 2026].map(d => ask(`report?tipo=annuale&d=${d}`)));

/** A table with as many rows as are taken at once: the sensors that there are, and new ones that are not in service. */
async function tableText() {
  const csv = await (await running.call('config/sensori/csv?decimale=.')).text();
  const [head = '', ...rows] = csv.trim().split(/\r?\n/);
  const names = head.split(',');
  const more = Array.from({ length: mostTableRows - rows.length }, (_, at) => {
    const cells = (rows[at % rows.length] ?? '').split(',');
    const own = { id: '', nome: `N ${at}`, seriale: '', abilitato: 'no', primario: 'no' };
    const host = `10.1.${at % 250}.${1 + Math.floor(at / 250)}`;
    for (const [name, cell] of Object.entries({ ...own, host })) cells[names.indexOf(name)] = cell;
    return cells.join(',');
  });
  return [head, ...rows, ...more].join('\n');
}

async function table() {
  const json = { da: 'testo', testo: await tableText(), decimale: '.' };
  const { versione, righe } = await ask('config/sensori/confronto', { method: 'POST', json });
  expect(righe.filter(({ esito }: { readonly esito: string }) => esito === 'nuovo').length).toBeGreaterThan(
    4000,
  );
  await ask('config/sensori/importa', { method: 'POST', json, ifMatch: `"${versione}"` });
}

/** Saves the history and uploads it again: it is verified, and waits for a restart. */
async function restore() {
  await ask('sistema/storia', { method: 'POST' });
  let id = '';
  while (id === '') {
    const { copia } = await ask('sistema/storia');
    if (copia.stato === 'pronta') id = copia.id;
    else await wait(200);
  }
  const file = await ask('sistema/backup', { method: 'POST', json: { storia: id } });
  const wanted = await ask('sistema/ripristino', { method: 'POST', json: { file } });
  for (let [number, posizione] = [0, 0]; posizione < file.storia.byte; number += 1) {
    const { dati } = await ask(`sistema/storia/${id}/parti/${number}`);
    const json = { posizione, dati };
    const { ricevuti } = await ask(`sistema/ripristino/${wanted.id}/storia`, { method: 'POST', json });
    posizione = ricevuti;
  }
}

/** s: how long everything else waited. */
async function loopDelay() {
  const headers = { Authorization: `Bearer ${metricsToken}` };
  const text = await (await fetch(`${running.url}api/metriche`, { headers })).text();
  const of = (quantile: string) =>
    Number(new RegExp(`ritardo\\{[^}]*quantile="${quantile}"\\} (\\S+)`).exec(text)?.[1]);
  return { usual: of('0.999'), longest: of('1') };
}

test(
  'G06: consoles, reports of years, a table and a restore at once: samples and live values wait for nothing',
  longPatience,
  async () => {
    await start();
    const { versione } = await ask('condivisione-dati/prometheus');
    const json = examplePrometheus;
    await ask('condivisione-dati/prometheus', { method: 'PUT', json, ifMatch: `"${versione}"` });
    const [began, waitedBefore] = [Date.now(), waitedMs()];
    // The backup of a restore may not hold more than the plant of a start.
    const { p95, most, count, memory } = await consolesDuring(Promise.all([years(), restore().then(table)]));
    const waitedShare = (waitedMs() - waitedBefore) / (Date.now() - began);
    const { usual, longest } = await loopDelay();
    const stretch = stretchesSince(began);
    console.log(
      `${size}: live values p95 ${p95.toFixed(0)} ms, longest ${most.toFixed(0)} ms of ${count}; event loop p99.9 ${1000 * usual} ms, longest ${1000 * longest} ms; longest stretch ${stretch.units.toFixed(0)} units, ${stretch.processorMs.toFixed(0)} ms of its processor, ${stretch.ms.toFixed(0)} ms on this machine; ${stretch.unsampled} s not sampled; waited ${(100 * waitedShare).toFixed(1)} % for a processor; memory at most ${memory.toFixed(0)} MiB`,
    );
    expect(stretch.unsampled, 'whole seconds in which no sample could be taken').toBe(0);
    expect(memory).toBeLessThan(mostMebibytes);
    expect(stretch.units, 'work on end, in which neither a sample is taken nor an answer given').toBeLessThan(
      mostUnits,
    );
    if (!isLong || waitedShare > quietShare) return;
    expect(p95, 'ms of an answer').toBeLessThanOrEqual(mostMs);
    expect(stretch.ms, 'ms in which the loop did not turn').toBeLessThanOrEqual(mostMs);
  },
);
