import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { WorkbookBody } from '../../../../src/contract/workbook';
import { CallerLeft } from '../../../../src/datalogger/api/http/handler';
import { LongWork } from '../../../../src/datalogger/api/long-work/long-work';
import { WorkThread } from '../../../../src/datalogger/api/long-work/thread';
import { yearsFrom } from '../../../../src/datalogger/core/time/period';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';
import { programThread } from '../../../support/program';
import { unzipped } from '../../../support/unzip';

const folder = mkdtempSync(join(tmpdir(), 'thread-'));
/** The same plant twice: without and with a thread. */
let here: TestDatalogger;
let there: TestDatalogger;
const threads: WorkThread[] = [];

beforeAll(async () => {
  here = await datalogger('here', false);
  there = await datalogger('there', true);
});
afterEach(async () => {
  for (const each of threads.splice(0)) await each.close();
});
afterAll(async () => {
  await here.close();
  await there.close();
  rmSync(folder, { recursive: true, force: true });
});

async function datalogger(name: string, hasThread: boolean): Promise<TestDatalogger> {
  const kept = { dataFolder: join(folder, name), keepsHistory: true, historyDays: 10, hasThread };
  return startDatalogger({ ...kept, at: '2026-06-10T13:42:10+02:00' });
}

const questions = [
  'report?tipo=mensile&d=2026-05',
  'report?tipo=annuale&d=2026',
  'report?tipo=storico',
  'dati_impianto/monthly?m=inverter,stringhe&d=2026-05',
  'dati_impianto/daily?m=stringhe&d=2026-06-10',
  'dati_impianto/serie?m=inverter.1.pac,stringhe.1.i&da=1777000000&a=1781100000',
];

test('long work says the same in its thread, with what the disk does not have yet', async () => {
  // Minutes of the last batch and the alarm of a fault.
  for (const each of [here, there]) {
    each.plant.inject({ kind: 'inverter-silent', inverter: 0 });
    await each.run(610);
  }
  for (const path of questions) {
    const ask = async (of: TestDatalogger) => {
      const answer = await of.request(`/api/${path}`, { token: of.login('admin') });
      return { status: answer.status, body: await answer.json() };
    };
    expect(await ask(there), path).toEqual(await ask(here));
  }
});

test('a workbook is made in the thread', async () => {
  const texts = {
    file: 'meridiana-2026-06-month',
    testo: 'Giorno;Energia [kWh]\n2026-06-01;1,5',
    decimale: ',',
  };
  const answer = await there.request('/api/tabelle/xlsx', {
    method: 'POST',
    token: there.login('normal'),
    json: { ...texts, lingua: 'de' },
  });
  expect(answer.status).toBe(200);
  const parts = unzipped(Buffer.from(await answer.text(), 'base64'));
  expect(parts.get('xl/worksheets/sheet1.xml')).toContain('<v>1.5</v>');
});

const { from, to, slots, slotS } = yearsFrom('Europe/Rome', 2026, 2026);
const year = () => ({
  name: 'table' as const,
  input: {
    zone: 'Europe/Rome',
    m: 'inverter',
    codes: [{ group: 'inverter', id: null, point: null } as const],
    period: { kind: 'daily', from, to, slots, slotS } as const,
  },
  unwritten: { shownTo: Number.POSITIVE_INFINITY, waiting: {} },
});

/** Beside the first datalogger. */
function thread(options: { longestMs?: number; idleMs?: number } = {}): WorkThread {
  const made = new WorkThread({ ...programThread, ...options, dataFolder: join(folder, 'here') });
  threads.push(made);
  return made;
}

test('a caller that leaves ends its work, and the next one finds the same thread free', async () => {
  const beside = thread();
  const leaving = new AbortController();
  const left = beside.run(year, leaving.signal);
  const next = beside.run(year);
  const never = beside.run(year, AbortSignal.abort());
  // The order is sent, and the thread has not begun: it starts for longer than that.
  await Promise.resolve().then(() => leaving.abort());
  await expect(left).rejects.toBeInstanceOf(CallerLeft);
  expect(beside.isRunning, 'only the work has ended').toBe(true);
  expect(await next).toMatchObject({ m: 'inverter' });
  await expect(never, 'who has left before its turn').rejects.toBeInstanceOf(CallerLeft);
});

/** A workbook that takes seconds. */
const table: WorkbookBody = {
  file: 'large',
  testo: Array.from({ length: 20_000 }, (_, at) => `2026-06-01;${at},5;${at};${at};${at};${at}`).join('\n'),
  decimale: ',',
  lingua: 'it',
};

test('G21: who leaves while a document is made ends it, and the place goes to the next one', async () => {
  const beside = thread();
  const longWork = new LongWork({ thread: beside, readers: {} as never, isRefused: () => false });
  const caller = { accountId: 1 };
  const leaving = Array.from({ length: 8 }, () => new AbortController());
  const left = leaving.map(({ signal }) => longWork.file('workbook', table, { caller, left: signal }));
  await expect(longWork.file('workbook', table, { caller }), 'all places are taken').rejects.toMatchObject({
    status: 429,
  });
  await expect.poll(() => beside.isRunning).toBe(true);
  const began = performance.now();
  for (const each of leaving) each.abort();
  const ends = await Promise.allSettled(left);
  for (const each of ends) expect(each).toMatchObject({ reason: expect.any(CallerLeft) });
  expect(performance.now() - began, 'ms, where one workbook takes seconds').toBeLessThan(1000);
  const short = { ...table, testo: 'Giorno;Energia [kWh]\n2026-06-01;1,5' };
  const next = Buffer.from(await longWork.file('workbook', short, { caller }), 'base64');
  expect(unzipped(next).get('xl/worksheets/sheet1.xml')).toContain('<v>1.5</v>');
});

test('work without an end is ended, and another thread does what comes after it', async () => {
  const beside = thread({ longestMs: 1 });
  await expect(beside.run(year)).rejects.toThrow('long work ended: table');
  expect(beside.isRunning).toBe(false);
  const file = () => ({ name: 'archive' as const, input: { path: join(folder, 'none'), nowS: 0 } });
  await expect(beside.run(file), 'a file is verified for as long as it takes').rejects.toThrow(
    'unable to open',
  );
});

test('without work the thread ends, and a failure in it is the answer', async () => {
  const beside = thread({ idleMs: 1 });
  const wrong = {
    ...year(),
    input: { ...year().input, codes: [{ group: 'inverter', id: 99, point: null }] },
  };
  await expect(beside.run(() => wrong as never)).rejects.toMatchObject({ status: 400, codice: 'invalid' });
  await expect.poll(() => beside.isRunning).toBe(false);
  expect(await beside.run(year)).toMatchObject({ m: 'inverter' });
});
