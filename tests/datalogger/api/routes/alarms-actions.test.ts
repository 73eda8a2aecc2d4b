import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Alarm } from '../../../../src/contract/alarms';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';
import { alarmCalls } from './alarms-support';

let datalogger: TestDatalogger;
let calls: ReturnType<typeof alarmCalls>;
let alarm: Alarm;
beforeEach(async () => {
  datalogger = await startDatalogger();
  calls = alarmCalls(datalogger);
  datalogger.plant.inject({ kind: 'inverter-trip', inverter: 1, cause: 'ground' });
  await datalogger.run(10);
  alarm = await calls.only('INV08');
});
afterEach(() => datalogger.close());

const audited = (action: string) =>
  datalogger.config.audit.newest(100).filter(entry => entry.action === action);

/** A code and its field, of an answer that has to be a refusal. */
async function refusal(response: Response): Promise<[number, string, string | undefined]> {
  const { codice, campo } = await response.json();
  return [response.status, codice, campo];
}

describe('acknowledging', () => {
  const path = () => `allarmi/${alarm.id}/riconosci`;

  test('what another has acknowledged answers whose action it was, and changes nothing', async () => {
    const [first, second] = await Promise.all([
      calls.post(path(), { nota: 'mio' }, 'normal'),
      calls.post(path(), { nota: 'no, mio' }, 'admin'),
    ]);
    expect([first.status, second.status]).toEqual([200, 200]);
    const answer = await first.json();
    expect(answer.riconosciuto).toMatchObject({ da: 'operatore', nota: 'mio' });
    expect(await second.json()).toEqual(answer);
    expect(audited('alarm.acknowledge')).toMatchObject([
      {
        user: 'operatore',
        object: `allarmi/${alarm.id}`,
        changes: { allarme: [null, 'INV08'], nota: [null, 'mio'] },
      },
    ]);
  });

  test('several at once are acknowledged together, each of them once', async () => {
    datalogger.plant.inject({ kind: 'inverter-trip', inverter: 2, cause: 'ground' });
    await datalogger.run(10);
    const { righe } = await calls.list('testo=INV08');
    const ids = righe.map(({ id }) => id);
    expect(ids).toHaveLength(2);
    const response = await calls.post(
      'allarmi/riconosci',
      { id: [...ids, alarm.id], nota: 'tutti' },
      'normal',
    );
    const answers: Alarm[] = await response.json();
    expect(answers.map(({ id, stato }) => [id, stato])).toEqual(ids.map(id => [id, 'riconosciuto']));
    expect(audited('alarm.acknowledge')).toHaveLength(2);
  });

  test('of several, one that is not there refuses all', async () => {
    const response = await calls.post('allarmi/riconosci', { id: [alarm.id, 999] }, 'normal');
    expect(await refusal(response)).toEqual([404, 'not_found', 'id.1']);
    expect(await calls.only('INV08')).toEqual(alarm);
  });

  test.each([['999'], ['0'], ['INV08']])('%s is no alarm', async id => {
    expect(await refusal(await calls.post(`allarmi/${id}/riconosci`, {}))).toEqual([
      404,
      'not_found',
      undefined,
    ]);
  });

  test('a note that is too long is refused at its field', async () => {
    const response = await calls.post(path(), { nota: 'x'.repeat(501) });
    expect(await refusal(response)).toEqual([422, 'too_long', 'nota']);
    expect((await calls.post(path(), { nota: 'x'.repeat(500) })).status).toBe(200);
  });
});

describe('shelving', () => {
  const shelve = (
    body: object,
    role: 'admin' | 'normal' | 'cci' = 'admin',
    ifMatch = `"${alarm.versione}"`,
  ) => calls.post(`allarmi/${alarm.id}/accantona`, body, role, { 'If-Match': ifMatch });
  const hour = { motivo: 'Verifica isolamento', minuti: 60 };

  test('puts an alarm aside for its time, then it is back in its true state', async () => {
    const at = Math.floor(datalogger.plantClock.now() / 1000);
    const answer = await (await shelve({ ...hour, minuti: 2 }, 'cci')).json();
    const shelf = { da: 'cci', quando: at, fino: at + 120, motivo: hour.motivo };
    expect(answer).toMatchObject({ stato: 'accantonato', accantonato: shelf });
    expect((await calls.list('stato=accantonati')).righe).toMatchObject([{ id: alarm.id }]);
    await datalogger.run(121);
    expect(await calls.only('INV08')).toMatchObject({ stato: 'attivo', accantonato: null });
    expect(audited('alarm.shelve')).toMatchObject([{ user: 'cci', changes: { minuti: [null, 2] } }]);
  });

  test('0 minutes takes it back', async () => {
    const { versione } = await (await shelve(hour)).json();
    const back = await (await shelve({ minuti: 0 }, 'admin', `"${versione}"`)).json();
    expect(back).toMatchObject({ stato: 'attivo', accantonato: null });
    expect(audited('alarm.unshelve')).toHaveLength(1);
  });

  test('of two who shelve the same, the second learns that it has changed', async () => {
    expect((await shelve(hour)).status).toBe(200);
    expect(await refusal(await shelve(hour))).toEqual([412, 'precondition_failed', undefined]);
  });

  test('is for a normal user where an administrator allows it, for up to 8 hours', async () => {
    const most = async (role: 'admin' | 'normal' | 'cci') => (await calls.list('', role)).accantonabile;
    expect([await most('admin'), await most('normal'), await most('cci')]).toEqual([1440, 0, 1440]);
    const { value } = datalogger.config.settings.read();
    datalogger.config.settings.write({ ...value, sospensione_operatori: true });
    expect([await most('admin'), await most('normal'), await most('cci')]).toEqual([1440, 480, 1440]);
    expect(await refusal(await shelve({ ...hour, minuti: 481 }, 'normal'))).toEqual([
      422,
      'too_high',
      'minuti',
    ]);
    const answer = await (await shelve({ ...hour, minuti: 480 }, 'normal')).json();
    expect(answer).toMatchObject({
      stato: 'accantonato',
      accantonato: { da: 'operatore', motivo: hour.motivo },
    });
    expect(audited('alarm.shelve')).toMatchObject([{ user: 'operatore', changes: { minuti: [null, 480] } }]);
  });

  test('is not for a normal user, not without a reason and not for longer than a day', async () => {
    expect(await refusal(await shelve(hour, 'normal'))).toEqual([403, 'forbidden', undefined]);
    expect(await refusal(await shelve({ minuti: 60 }))).toEqual([422, 'required', 'motivo']);
    expect(await refusal(await shelve({ ...hour, minuti: 1441 }))).toEqual([422, 'too_high', 'minuti']);
    const unconditional = await calls.post(`allarmi/${alarm.id}/accantona`, hour);
    expect(await refusal(unconditional)).toEqual([428, 'precondition_required', undefined]);
    expect(await calls.only('INV08')).toEqual(alarm);
  });

  test('what is over can not be shelved', async () => {
    await calls.post(`allarmi/${alarm.id}/riconosci`, {});
    datalogger.plant.clearFaults();
    await datalogger.run(120);
    expect((await calls.only('INV08')).stato).toBe('chiuso');
    expect(await refusal(await shelve(hour, 'admin', '*'))).toEqual([409, 'conflict', undefined]);
  });
});

test('an event is neither acknowledged nor shelved', async () => {
  await datalogger.close();
  datalogger = await startDatalogger({ size: 'medium' });
  calls = alarmCalls(datalogger);
  datalogger.plant.inject({ kind: 'inverter-trip', inverter: 1, cause: 'ground' });
  datalogger.plant.inject({ kind: 'dso-limit', percent: 50 });
  await datalogger.run(20);
  const waiting = await calls.only('INV08');
  const { id, priorita } = await calls.only('CCI02');
  expect(priorita).toBe(5);
  expect(await refusal(await calls.post(`allarmi/${id}/riconosci`, {}))).toEqual([
    409,
    'conflict',
    undefined,
  ]);
  const both = await calls.post('allarmi/riconosci', { id: [waiting.id, id] });
  expect(await refusal(both)).toEqual([409, 'conflict', 'id.1']);
  const shelved = await calls.post(`allarmi/${id}/accantona`, { motivo: 'x', minuti: 5 }, 'admin', {
    'If-Match': '*',
  });
  expect(await refusal(shelved)).toEqual([409, 'conflict', undefined]);
});

test('a cci user sees and handles the alarms of its equipment and no others', async () => {
  datalogger.hardware.acContact = '1';
  await datalogger.run(30);
  const foreign = await calls.only('UPS01');
  const seen = await calls.list('stato=storico', 'cci');
  expect(seen.righe.map(({ gruppo }) => gruppo)).not.toContain('ups');
  expect(seen.conteggi.tipo).not.toHaveProperty('ups');
  expect((await calls.list('stato=storico&tipo=ups', 'cci')).righe).toEqual([]);
  const detail = await calls.get(`allarmi/${foreign.id}`, 'cci');
  expect(await refusal(detail)).toEqual([404, 'not_found', undefined]);
  const action = await calls.post(`allarmi/${foreign.id}/riconosci`, {}, 'cci');
  expect(await refusal(action)).toEqual([404, 'not_found', undefined]);
  expect((await calls.post(`allarmi/${alarm.id}/riconosci`, {}, 'cci')).status).toBe(200);
  const { segni } = await (await calls.get('allarmi/conteggi', 'cci')).json();
  expect(segni.map(([group]: [string]) => group)).not.toContain('ups');
});
