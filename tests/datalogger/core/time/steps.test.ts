import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Alarm } from '../../../../src/contract/alarms';
import type { ScheduleAction } from '../../../../src/contract/schedules';
import { startDatalogger, type TestDatalogger, type TestOptions } from '../../../support/datalogger';
import { exampleSchedule } from '../../../support/example-services';
import { alarmCalls } from '../../api/routes/alarms-support';
import { serviceCalls } from '../../api/routes/services-support';

const minute = 60;
const hour = 3600;
const day = 24 * hour;
const tenYears = 3653 * day;
const start = Date.parse('2026-06-10T13:42:00+02:00') / 1000;

let folder: string;
let datalogger: TestDatalogger;
let calls: ReturnType<typeof serviceCalls>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meridiana-'));
});
afterEach(async () => {
  await datalogger.close();
  rmSync(folder, { recursive: true });
});

async function begin(options: TestOptions = {}): Promise<void> {
  datalogger = await startDatalogger({
    at: new Date(start * 1000).toISOString(),
    hasOneClock: true,
    dataFolder: folder,
    ...options,
  });
  calls = serviceCalls(datalogger);
  await datalogger.run(minute);
}

/** Lets time pass of which nobody sees the seconds. */
function leap(seconds: number): void {
  datalogger.clock.advance(seconds * 1000);
  datalogger.bringUpToDate();
}

/** Somebody, or a time server, sets the clock. */
const setBy = (seconds: number) => datalogger.clock.set(datalogger.clock.now() + seconds * 1000);
const nowS = () => Math.floor(datalogger.clock.now() / 1000);
const dateOf = (epochS: number) =>
  new Date(epochS * 1000).toLocaleDateString('sv', { timeZone: 'Europe/Rome' });
const audited = () =>
  datalogger.config.audit
    .newest(50)
    .filter(({ action }) => action === 'clock.step')
    .reverse();
const totalKwh = () => datalogger.plant.snapshot().groups.impianto.values.etot?.[0] ?? Number.NaN;

/** What the reports have of some years, kWh. */
async function reportedKwh(years: readonly number[]): Promise<number> {
  let sum = 0;
  for (const year of years) {
    const { body } = await calls.get(`dati_impianto/annual?m=impianto.eday&d=${year}`);
    for (const energy of body.colonne['impianto.eday']) sum += energy ?? 0;
  }
  return sum;
}

describe('when the clock is set', () => {
  test.each([
    ['two minutes back', -2 * minute],
    ['an hour back', -hour],
    ['a day back', -day],
    ['ten years ahead', tenYears],
  ])('%s, live values go on at once, it is on record, and the chart of the day is marked', async (_, by) => {
    await begin();
    const { body: before, etag } = await calls.get('dati_impianto/RT?m=inverter');
    const { body: boot } = await calls.get('auth/generale/1');
    setBy(by);
    await datalogger.run(5);
    const { body } = await calls.get('dati_impianto/RT?m=inverter');
    expect(body.t).toBe(nowS());
    expect(body.t - before.t).toBe(by + 5);
    expect(Math.max(...body.colonne.eta)).toBeLessThanOrEqual(10);
    expect(new Set(body.colonne.q)).toEqual(new Set([192]));
    // The same second of the same clock, some minutes later, is another one.
    await datalogger.run(Math.max(0, Math.min(-by - 5, 2 * minute - 5)));
    expect((await calls.get('dati_impianto/RT?m=inverter')).etag).not.toBe(etag);
    const { body: facts } = await calls.get('auth/generale/1');
    expect(facts.ora).toBe(nowS());
    expect(facts.avvio).not.toBe(boot.avvio);
    expect(audited()).toMatchObject([
      { user: '', object: 'sistema', result: 'ok', changes: { secondi: [null, by] } },
    ]);
    // Seen with the next tick.
    const step = { da: start + minute + 5, a: start + minute + 5 + by };
    for (const at of [step.da, step.a]) {
      const { body: table } = await calls.get(`dati_impianto/daily?m=impianto.pac&d=${dateOf(at)}`);
      expect(table.orologio).toEqual([step]);
    }
    const { body: other } = await calls.get('dati_impianto/daily?m=impianto.pac&d=2026-05-01');
    expect(other).not.toHaveProperty('orologio');
  });

  test('to 1970, it is on record and nothing follows it', async () => {
    await begin();
    datalogger.clock.set(5000);
    await datalogger.run(10 * minute);
    const { body } = await calls.get('dati_impianto/RT?m=inverter');
    expect(body.t).toBe(start + 11 * minute);
    expect(Math.max(...body.colonne.eta)).toBeLessThanOrEqual(10);
    datalogger.clock.set((start + 11 * minute) * 1000);
    await datalogger.run(minute);
    expect(audited()).toMatchObject([
      { result: 'refused', changes: { ora: ['2026-06-10T11:43:10Z', '1970-01-01T00:00:15Z'] } },
      { result: 'ok', changes: { ora: ['1970-01-01T00:10:15Z', '2026-06-10T11:53:10Z'] } },
    ]);
    const { body: table } = await calls.get('dati_impianto/daily?m=impianto.pac&d=2026-06-10');
    expect(table.orologio).toHaveLength(2);
  });

  test('again and again, the energies of all days are what the counters moved', async () => {
    await begin();
    const years = [2026, 2036];
    const [counted, reported] = [totalKwh(), await reportedKwh(years)];
    for (const by of [-2 * minute, -hour, day, -day, tenYears, -tenYears]) {
      setBy(by);
      await datalogger.run(5 * minute);
      // What lies in the future of the clock is not reported yet.
      expect(await reportedKwh(years)).toBeLessThan(reported + totalKwh() - counted + 1);
    }
    setBy(hour + 2 * minute);
    await datalogger.run(5 * minute);
    expect(await reportedKwh(years)).toBeCloseTo(reported + totalKwh() - counted, 0);
    // Half an hour of a plant of 100 kW, and not ten years of it.
    expect(totalKwh() - counted).toBeGreaterThan(15);
    expect(totalKwh() - counted).toBeLessThan(60);
  });

  test('ten years ahead, reports have no day to come once it is right again', async () => {
    await begin();
    setBy(tenYears);
    await datalogger.run(10 * minute);
    setBy(-tenYears);
    await datalogger.run(5 * minute);
    expect(await reportedKwh([2036])).toBe(0);
    const { body } = await calls.get('dati_impianto/daily?m=impianto.pac&d=2026-06-10');
    expect(body.t).toBe(nowS());
    const powers: (number | null)[] = body.colonne['impianto.pac'];
    const slots = powers.flatMap((power, index) => (power === null ? [] : [index]));
    // From 13:42 to 13:58.
    expect(slots).toEqual([54, 55]);
  });

  test('over midnight, what was made today is that of the new day', async () => {
    await begin();
    await datalogger.run(10 * minute);
    setBy(day);
    await datalogger.run(6 * minute);
    const { body } = await calls.get('dati_impianto/energia_oggi');
    expect(body.valore).toBeGreaterThan(1);
    expect(body.valore).toBeLessThan(12);
  });
});

describe('sessions', () => {
  const statusOf = async (token: string) => (await datalogger.request('/api/account', { token })).status;

  test('outlast any step, by as long as they had left', async () => {
    await begin();
    const token = datalogger.login('normal');
    for (const by of [tenYears, -tenYears, -day, day, -hour]) {
      setBy(by);
      expect(await statusOf(token)).toBe(200);
    }
    leap(11 * hour);
    expect(await statusOf(token)).toBe(200);
    setBy(-5 * hour);
    leap(hour);
    expect(await statusOf(token)).toBe(401);
  });

  test('that were ended stay so, and no step brings one back that is over', async () => {
    await begin();
    const [ended, over] = [datalogger.login('normal'), datalogger.login('normal')];
    await datalogger.request('/api/auth/logout', { method: 'POST', token: ended });
    leap(12 * hour);
    for (const by of [-hour, -day, -tenYears, tenYears]) {
      setBy(by);
      expect([await statusOf(ended), await statusOf(over)]).toEqual([401, 401]);
    }
  });

  test('renewed after a step, last no longer than they may', async () => {
    await begin();
    const first = datalogger.login('normal');
    setBy(tenYears);
    leap(11 * hour);
    const renewed = await datalogger.request('/api/auth/rinnova', { method: 'POST', token: first });
    expect(renewed.status).toBe(200);
    const second = await renewed.text();
    leap(11 * hour);
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200]);
    leap(hour);
    expect(await statusOf(second)).toBe(401);
  });

  test('do not come back with a datalogger that has lost the time', async () => {
    await begin();
    const token = datalogger.login('normal');
    await datalogger.close();
    datalogger = await startDatalogger({ at: '2021-01-01T00:00:00Z', dataFolder: folder, hasOneClock: true });
    expect(await statusOf(token)).toBe(401);
  });

  test('and codes for a new password keep the time they had', async () => {
    await begin();
    const token = datalogger.login('admin');
    const codeFor = async () => {
      const issued = await datalogger.request('/api/account/2/codice', { method: 'POST', token });
      const { codice } = await issued.json();
      return { user: 'operatore', codice, password: 'di-qualcun-altro' };
    };
    const reset = async (json: object) =>
      (await datalogger.request('/api/auth/reset-pwd', { method: 'POST', json })).status;
    const good = await codeFor();
    setBy(tenYears);
    expect(await reset(good)).toBe(204);
    const late = await codeFor();
    setBy(-tenYears);
    leap(hour);
    expect(await reset(late)).toBe(422);
  });
});

describe('alarms', () => {
  const silent = () => datalogger.plant.inject({ kind: 'inverter-silent', inverter: 1 });
  const only = (): Promise<Alarm> => alarmCalls(datalogger).only('INV02');

  test.each([-hour, hour, -day, tenYears])('come after their delay, set by %s s within it', async by => {
    await begin();
    silent();
    await datalogger.run(2 * minute);
    setBy(by);
    const raised: number[] = [];
    for (let waited = 0; waited < 10 * minute && raised.length === 0; waited += 10) {
      await datalogger.run(10);
      if ((await alarmCalls(datalogger).list('stato=storico&testo=INV02')).righe.length > 0)
        raised.push(waited);
    }
    // Silent after 30 s, an alarm five minutes later, of which two have passed.
    expect(raised[0]).toBeGreaterThan(2 * minute);
    expect(raised[0]).toBeLessThan(5 * minute);
    expect(nowS() - (await only()).inizio).toBeLessThanOrEqual(10);
  });

  test('are as old as they are, and shelved for as long as they were to be', async () => {
    await begin();
    silent();
    await datalogger.run(10 * minute);
    const { id, inizio, versione } = await only();
    const age = nowS() - inizio;
    for (const by of [-2 * minute, -hour, tenYears, -tenYears]) {
      setBy(by);
      await datalogger.run(minute);
    }
    expect(nowS() - (await only()).inizio).toBe(age + 4 * minute);
    const shelved = await alarmCalls(datalogger).post(
      `allarmi/${id}/accantona`,
      { minuti: 30, motivo: 'in riparazione' },
      'admin',
      { 'If-Match': `"${versione}"` },
    );
    expect(shelved.status).toBe(200);
    setBy(-day);
    leap(28 * minute);
    await datalogger.run(minute);
    expect((await only()).stato).toBe('accantonato');
    await datalogger.run(2 * minute);
    expect((await only()).stato).toBe('attivo');
  });

  test('of a start before any clock is right have a true begin once it is set', async () => {
    await begin({ at: '2019-12-31T22:00:00Z' });
    datalogger.plant.inject({ kind: 'ups-battery-low' });
    await datalogger.run(5 * minute);
    datalogger.clock.set(start * 1000);
    await datalogger.run(minute);
    const { righe } = await alarmCalls(datalogger).list('stato=storico');
    expect(righe.length).toBeGreaterThan(0);
    expect(righe.filter(({ inizio }) => inizio < start - 10 * minute || inizio > nowS())).toEqual([]);
  });
});

describe('schedules', () => {
  const relay = (durata: number): ScheduleAction => ({
    tipo: 'uscita_rele',
    uscita: 2,
    attiva: true,
    durata,
    a_fine: 'ripristina',
  });
  const add = (azione: ScheduleAction, ora: string) =>
    calls.post('pianificazioni', {
      ...exampleSchedule,
      quando: { ricorrenza: 'giornaliera', ora },
      azione,
    });
  const switched = () => datalogger.system.actions.filter(({ action }) => action === 'output');

  test('run once, however often their hour comes', async () => {
    await begin();
    await add(relay(2), '13:45');
    await datalogger.run(5 * minute);
    expect(switched()).toHaveLength(2);
    setBy(-5 * minute);
    await datalogger.run(6 * minute);
    setBy(-hour);
    leap(55 * minute);
    await datalogger.run(10 * minute);
    expect(switched()).toHaveLength(2);
    leap(day - 8 * minute);
    await datalogger.run(8 * minute);
    expect(switched()).toHaveLength(4);
  });

  test.each([-2 * minute, -hour, hour, tenYears])('last as long as they are to, set by %s s', async by => {
    await begin();
    await add(relay(10), '13:45');
    await datalogger.run(4 * minute);
    expect(datalogger.system.output(2)).toBe(true);
    setBy(by);
    await datalogger.run(7 * minute);
    expect(datalogger.system.output(2)).toBe(true);
    await datalogger.run(4 * minute);
    expect(datalogger.system.output(2)).toBe(false);
    expect(switched()).toHaveLength(2);
  });

  test('set forward, only the last that was skipped runs, while it makes sense', async () => {
    await begin();
    await add(relay(5), '14:00');
    await add({ tipo: 'sincronizzazione_ora' }, '15:00');
    setBy(3 * day + 2 * hour);
    await datalogger.run(minute);
    await datalogger.settled();
    expect(datalogger.system.actions).toEqual([{ action: 'time', detail: null }]);
    const { body } = await calls.get('pianificazioni');
    expect(body[0].ultimo).toMatchObject({ esito: 'saltata', motivo: 'persa' });
  });

  test('ten years ahead and back, run at their next hour', async () => {
    await begin();
    await add(relay(2), '14:00');
    setBy(tenYears);
    leap(16 * minute);
    await datalogger.run(5 * minute);
    expect(switched()).toHaveLength(2);
    setBy(-tenYears);
    leap(day - 6 * minute);
    await datalogger.run(5 * minute);
    expect(switched()).toHaveLength(4);
  });
});
