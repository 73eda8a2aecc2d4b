import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { Schedule, ScheduleAction, ScheduleBody } from '../../../../src/contract/schedules';
import { startDatalogger, type TestDatalogger, type TestOptions } from '../../../support/datalogger';
import { exampleSchedule, exampleSharing } from '../../../support/example-services';
import { serviceCalls } from '../../api/routes/services-support';

const opened: TestDatalogger[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const datalogger of opened.splice(0)) await datalogger.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

async function begin(options: TestOptions = {}): Promise<TestDatalogger> {
  const datalogger = await startDatalogger({ size: 'medium', at: '2026-06-10T11:59:50+02:00', ...options });
  opened.push(datalogger);
  return datalogger;
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'meridiana-'));
  folders.push(folder);
  return folder;
}

async function add(datalogger: TestDatalogger, azione: ScheduleAction, change: Partial<ScheduleBody> = {}) {
  const { body } = await serviceCalls(datalogger).post('pianificazioni', {
    ...exampleSchedule,
    ...change,
    azione,
  });
  const schedule: Schedule = body;
  return schedule;
}

async function only(datalogger: TestDatalogger): Promise<Schedule> {
  const { body } = await serviceCalls(datalogger).get('pianificazioni');
  expect(body).toHaveLength(1);
  return body[0];
}

const epoch = (time: string) => Date.parse(time) / 1000;
const setPoint = ({ plant }: TestDatalogger) => plant.snapshot().groups.cci.values.psp?.[0];
const limitTo = (
  percentuale: number,
  durata = 2,
  a_fine: 'ripristina' | 'mantieni' = 'ripristina',
): ScheduleAction => ({
  tipo: 'limite_potenza',
  percentuale,
  durata,
  a_fine,
});
const at = (ora: string): Partial<ScheduleBody> => ({ quando: { ricorrenza: 'giornaliera', ora } });

/** As an operator does it: select, then confirm. */
async function command(datalogger: TestDatalogger, azione: string, valore?: number) {
  const calls = serviceCalls(datalogger);
  const selected = await calls.post('comandi', {
    oggetto: 'cci.1',
    azione,
    ...(valore !== undefined && { valore }),
  });
  expect((await calls.post(`comandi/${selected.body.id}/conferma`, { tutto_impianto: true })).status).toBe(
    204,
  );
}

describe('a power limit', () => {
  test('holds for its window and is lifted after it', async () => {
    const datalogger = await begin();
    await add(datalogger, limitTo(40));
    expect(setPoint(datalogger)).toBe(100);
    await datalogger.run(20);
    expect(setPoint(datalogger)).toBe(40);
    const noon = epoch('2026-06-10T12:00:00+02:00');
    expect((await only(datalogger)).ultimo).toEqual({
      inizio: noon,
      fine: null,
      esito: 'in_corso',
      motivo: null,
    });
    await datalogger.run(120);
    expect(setPoint(datalogger)).toBe(100);
    expect(await only(datalogger)).toMatchObject({
      ultimo: { inizio: noon, fine: noon + 120, esito: 'riuscita', motivo: null },
      prossimo: epoch('2026-06-11T12:00:00+02:00'),
    });
    const [run] = datalogger.config.audit.newest(1);
    expect(run).toMatchObject({ action: 'schedule.run', object: 'pianificazioni/1', result: 'ok', user: '' });
  });

  test('is the lowest of those that overlap', async () => {
    const datalogger = await begin();
    await add(datalogger, limitTo(60, 5));
    await add(datalogger, limitTo(30, 1), at('12:01'));
    await add(datalogger, limitTo(80, 5), at('12:01'));
    await datalogger.run(20);
    expect(setPoint(datalogger)).toBe(60);
    await datalogger.run(65);
    expect(setPoint(datalogger)).toBe(30);
    await datalogger.run(60);
    expect(setPoint(datalogger)).toBe(60);
  });

  test('gives way to a command of the controller, and to the grid operator', async () => {
    const datalogger = await begin();
    await command(datalogger, 'limite_p', 70);
    await add(datalogger, limitTo(30, 1));
    await datalogger.run(30);
    expect(setPoint(datalogger)).toBe(70);
    await datalogger.run(60);
    expect((await only(datalogger)).ultimo).toMatchObject({ esito: 'saltata', motivo: 'comando_superiore' });
    await command(datalogger, 'automatico');
    await add(datalogger, limitTo(30, 5), at('12:02'));
    await datalogger.run(60);
    expect(setPoint(datalogger)).toBe(30);
    datalogger.plant.inject({ kind: 'dso-limit', percent: 20 }, 30);
    await datalogger.run(10);
    expect(setPoint(datalogger)).toBe(20);
  });

  test('stays after its window where that is wanted, until the schedule changes', async () => {
    const datalogger = await begin();
    await add(datalogger, limitTo(50, 1, 'mantieni'));
    await datalogger.run(90);
    expect(setPoint(datalogger)).toBe(50);
    expect((await only(datalogger)).ultimo).toMatchObject({ esito: 'riuscita' });
    await serviceCalls(datalogger).remove('pianificazioni/1');
    await datalogger.run(10);
    expect(setPoint(datalogger)).toBe(100);
  });

  test('acts at once when its schedule is made, changed or switched off within the window', async () => {
    const datalogger = await begin({ at: '2026-06-10T12:30:00+02:00' });
    await add(datalogger, limitTo(50, 60));
    await datalogger.run(5);
    expect(setPoint(datalogger)).toBe(50);
    const { put } = serviceCalls(datalogger);
    await put('pianificazioni/1', { ...exampleSchedule, azione: limitTo(20, 60) });
    await datalogger.run(5);
    expect(setPoint(datalogger)).toBe(20);
    await put('pianificazioni/1', { ...exampleSchedule, abilitata: false, azione: limitTo(20, 60) });
    await datalogger.run(5);
    expect(setPoint(datalogger)).toBe(100);
  });

  test('says that there is no controller', async () => {
    const datalogger = await begin({ size: 'small' });
    expect(datalogger.plant.counts().cci).toBe(0);
    await add(datalogger, limitTo(50));
    await datalogger.run(15);
    expect((await only(datalogger)).ultimo).toMatchObject({ esito: 'fallita', motivo: 'nessun_dispositivo' });
  });
});

describe('after the datalogger was off', () => {
  test('what is left of a window is caught up with, and no window runs twice', async () => {
    const dataFolder = newFolder();
    const first = await begin({ dataFolder });
    await add(first, limitTo(50, 22));
    await first.run(20);
    expect(setPoint(first)).toBe(50);
    await first.close();
    opened.pop();
    const second = await begin({ dataFolder, at: '2026-06-10T12:20:00+02:00' });
    await second.run(5);
    expect(setPoint(second)).toBe(50);
    await second.run(130);
    expect(setPoint(second)).toBe(100);
    await second.close();
    opened.pop();
    const third = await begin({ dataFolder, at: '2026-06-10T12:23:00+02:00' });
    await third.run(30);
    expect(setPoint(third)).toBe(100);
    expect(third.config.audit.newest(20).filter(({ action }) => action === 'schedule.run')).toHaveLength(1);
  });

  test('a restart that was missed is not made up for, a missed window is said', async () => {
    const dataFolder = newFolder();
    const first = await begin({ dataFolder });
    await add(first, { tipo: 'riavvio', bersaglio: 'datalogger' });
    await first.close();
    opened.pop();
    const second = await begin({ dataFolder, at: '2026-06-12T13:00:00+02:00' });
    await second.run(5);
    expect(second.system.actions).toEqual([]);
    expect((await only(second)).ultimo).toMatchObject({
      inizio: epoch('2026-06-12T12:00:00+02:00'),
      esito: 'saltata',
      motivo: 'persa',
    });
  });
});

describe('on the day the clocks change', () => {
  test('a time that comes twice runs once', async () => {
    const datalogger = await begin({ size: 'small', at: '2026-10-25T02:29:50+02:00' });
    await add(datalogger, { tipo: 'sincronizzazione_ora' }, at('02:30'));
    await datalogger.run(20);
    await datalogger.settled();
    expect(datalogger.system.actions).toHaveLength(1);
    datalogger.plantClock.advance(3_580_000);
    await datalogger.run(20);
    await datalogger.settled();
    expect(datalogger.system.actions).toHaveLength(1);
    expect((await only(datalogger)).prossimo).toBe(epoch('2026-10-26T02:30:00+01:00'));
  });

  test('a time that is skipped runs at the first that is there', async () => {
    const datalogger = await begin({ size: 'small', at: '2026-03-29T01:59:50+01:00' });
    await add(datalogger, { tipo: 'sincronizzazione_ora' }, at('02:30'));
    await datalogger.run(20);
    await datalogger.settled();
    expect(datalogger.system.actions).toHaveLength(1);
    expect((await only(datalogger)).ultimo?.inizio).toBe(epoch('2026-03-29T03:00:00+02:00'));
  });
});

describe('the rest', () => {
  test('restart, time, UPS test and relay go through the system', async () => {
    const datalogger = await begin();
    await add(datalogger, { tipo: 'sincronizzazione_ora' }, { priorita: 1 });
    await add(datalogger, { tipo: 'test_ups' }, { priorita: 2 });
    await add(
      datalogger,
      { tipo: 'uscita_rele', uscita: 3, attiva: true, durata: 1, a_fine: 'ripristina' },
      { priorita: 3 },
    );
    await add(datalogger, { tipo: 'riavvio', bersaglio: 'router' }, { priorita: 4 });
    await datalogger.run(20);
    await datalogger.settled();
    expect(datalogger.system.actions).toEqual([
      { action: 'time', detail: null },
      { action: 'ups-test', detail: null },
      { action: 'output', detail: { number: 3, isOn: true } },
      { action: 'reboot', detail: 'router' },
    ]);
    await datalogger.run(60);
    expect(datalogger.system.actions.at(-1)).toEqual({
      action: 'output',
      detail: { number: 3, isOn: false },
    });
    const { body } = await serviceCalls(datalogger).get('pianificazioni');
    expect(body.map(({ ultimo }: Schedule) => ultimo?.esito)).toEqual(Array(4).fill('riuscita'));
  });

  test('backups are kept, the newest ones, without a secret, and can be restored', async () => {
    const dataFolder = newFolder();
    const datalogger = await begin({ dataFolder });
    const { put, post } = serviceCalls(datalogger);
    await put('condivisione-dati', { ...exampleSharing, abilitata: false });
    await add(datalogger, { tipo: 'backup', copie: 2 });
    for (const minute of ['12:01', '12:02']) await add(datalogger, { tipo: 'backup', copie: 2 }, at(minute));
    for (let minute = 0; minute < 3; minute++) {
      await datalogger.run(minute === 0 ? 15 : 60);
      await datalogger.settled();
      datalogger.clock.advance(60_000);
    }
    const folder = join(dataFolder, 'backup');
    const kept = readdirSync(folder).sort();
    expect(kept).toHaveLength(2);
    const text = readFileSync(join(folder, kept[1] ?? ''), 'utf8');
    expect(text).toContain('ftp.example.net');
    expect(text).not.toContain('s3greta');
    expect((await post('sistema/ripristino', { file: JSON.parse(text) })).body).toMatchObject({ totale: 0 });
  });

  test('what a schedule has switched is put back when the schedule goes, by deletion as well', async () => {
    const datalogger = await begin();
    const relay: ScheduleAction = {
      tipo: 'uscita_rele',
      uscita: 2,
      attiva: true,
      durata: 60,
      a_fine: 'ripristina',
    };
    const { id } = await add(datalogger, relay);
    await datalogger.run(15);
    expect(datalogger.system.output(2)).toBe(true);
    datalogger.config.schedules.remove(id);
    await datalogger.run(2);
    expect(datalogger.system.output(2)).toBe(false);
  });

  test('a relay that lost its state while the datalogger was off is switched again, until its window ends', async () => {
    const dataFolder = newFolder();
    const first = await begin({ dataFolder });
    await add(first, { tipo: 'uscita_rele', uscita: 2, attiva: true, durata: 60, a_fine: 'ripristina' });
    await first.run(15);
    expect(first.system.output(2)).toBe(true);
    await first.close();
    const second = await begin({ dataFolder, at: '2026-06-10T12:20:00+02:00' });
    expect(second.system.output(2)).toBe(false);
    await second.run(5);
    expect(second.system.output(2)).toBe(true);
    await second.run(3600);
    expect(second.system.output(2)).toBe(false);
  });

  test('a group of trackers goes to the cleaning angle and back to the sun', async () => {
    const datalogger = await begin();
    const states = () => datalogger.plant.snapshot().groups.tracker.stato;
    await add(datalogger, { tipo: 'angolo_pulizia', gruppo: 1, durata: 3, a_fine: 'ripristina' });
    await datalogger.run(60);
    const cleaning = states().filter(state => state === 9);
    expect(cleaning.length).toBe(datalogger.plant.trackersOf(1).length);
    await datalogger.run(180);
    expect(states()).not.toContain(9);
  });
});
