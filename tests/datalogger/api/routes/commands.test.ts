import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { controllerFunctions, trackerStates } from '../../../../src/contract/codes';
import { startDatalogger, type TestDatalogger, type TestRole } from '../../../support/datalogger';
import { accountIds } from '../../../support/example-calls';

let datalogger: TestDatalogger;
let token: string;

beforeEach(async () => {
  datalogger = await startDatalogger({ size: 'medium', at: '2026-06-10T13:00:00+02:00' });
  token = datalogger.login('admin');
});
afterEach(() => datalogger.close());

const limit = (valore: number) => ({ oggetto: 'cci.1', azione: 'limite_p', valore });
const select = (json: object, as = token) =>
  datalogger.request('/api/comandi', { method: 'POST', token: as, json });
const confirm = (id: string, json: object = {}, as = token) =>
  datalogger.request(`/api/comandi/${id}/conferma`, { method: 'POST', token: as, json });

async function command(json: object): Promise<Response> {
  const { id, tutto_impianto } = await (await select(json)).json();
  return confirm(id, { tutto_impianto });
}

const problemOf = async (response: Response) => ({ status: response.status, ...(await response.json()) });
const measured = (group: 'cci' | 'tracker' | 'impianto' | 'spi', point: string, index = 0) =>
  datalogger.plant.snapshot().groups[group].values[point]?.[index] ?? Number.NaN;

describe('two steps', () => {
  test('a selection tells what would change, and changes nothing', async () => {
    const reply = await (await select(limit(60))).json();
    expect(reply).toMatchObject({ vecchio: 100, nuovo: 60, tutto_impianto: true });
    // 60 % of the greatest apparent power, 1,111 kVA.
    expect(reply.effetto).toEqual({ potenza: expect.closeTo(666.6, 0), dispositivi: 1 });
    expect(reply.scade).toBe(datalogger.clock.now() / 1000 + 30);
    await datalogger.run(10);
    expect(measured('cci', 'plim')).toBe(100);
  });

  test('a simulated plant too says whose limit is in force', async () => {
    const inForce = async () =>
      (await (await datalogger.request('/api/bus/ordini', { token })).json()).limite;
    expect(await inForce()).toBeNull();
    await command(limit(60));
    await datalogger.run(5);
    expect(await inForce()).toEqual({ percento: 60, fonte: 'operatore', da: 'admin' });
    datalogger.plant.inject({ kind: 'dso-limit', percent: 40 });
    await datalogger.run(5);
    expect(await inForce()).toEqual({ percento: 40, fonte: 'gestore', da: '' });
  });

  test('the confirmation is obeyed with a ramp, is good once, and both steps and the result are on record', async () => {
    const { id } = await (await select(limit(60))).json();
    expect((await confirm(id, { tutto_impianto: true })).status).toBe(204);
    await datalogger.run(5);
    expect(measured('cci', 'psp')).toBe(60);
    // Not the set-point of the market, which nobody gave.
    expect(measured('cci', 'funzione')).toBe(controllerFunctions.limitByPlant);
    await datalogger.run(60);
    expect(measured('cci', 'plim')).toBe(60);
    expect(Number(measured('cci', 'p'))).toBeLessThan(673);
    expect((await confirm(id)).status).toBe(404);
    const rows = datalogger.config.audit.newest(3).map(({ action, object, user, changes }) => ({
      action,
      object,
      user,
      changes,
    }));
    expect(rows).toEqual([
      { action: 'command.result', object: 'cci.1', user: 'admin', changes: { limite_p: [60, 60] } },
      { action: 'command.confirm', object: 'cci.1', user: 'admin', changes: { limite_p: [100, 60] } },
      { action: 'command.select', object: 'cci.1', user: 'admin', changes: { limite_p: [100, 60] } },
    ]);
  });

  test('too late is too late', async () => {
    const { id } = await (await select(limit(60))).json();
    datalogger.clock.advance(30_000);
    expect(await problemOf(await confirm(id))).toMatchObject({ status: 410, codice: 'command_expired' });
  });

  test('what one session selected no other can confirm', async () => {
    const { id } = await (await select(limit(60))).json();
    expect((await confirm(id, {}, datalogger.login('admin'))).status).toBe(404);
  });

  test('one operator per object: another sees who has it, until it is done or over', async () => {
    const other = datalogger.login('admin');
    const { id } = await (await select(limit(60))).json();
    expect(await problemOf(await select(limit(50), other))).toMatchObject({
      status: 409,
      codice: 'in_use',
      da: 'admin',
    });
    expect((await select({ oggetto: 'spi.1', azione: 'azzera_contatori' }, other)).status).toBe(200);
    expect((await select(limit(70))).status).toBe(200);
    expect((await confirm(id)).status).toBe(404);
    datalogger.clock.advance(30_000);
    expect((await select(limit(50), other)).status).toBe(200);
  });

  test('two commands within three seconds: the device refuses the second', async () => {
    expect((await command(limit(60))).status).toBe(204);
    expect(await problemOf(await command(limit(50)))).toMatchObject({ status: 409, codice: 'too_soon' });
    expect(datalogger.config.audit.newest(1)[0]?.result).toBe('refused');
  });

  test.each<TestRole>(['normal', 'cci'])('%s may not command', async role => {
    expect((await select(limit(60), datalogger.login(role))).status).toBe(403);
  });
});

describe('a controller technician whom an administrator allowed commands', () => {
  const allow = (comandi: boolean, as = token) =>
    datalogger.request(`/api/account/${accountIds.cci}`, {
      method: 'PUT',
      token: as,
      headers: { 'If-Match': '*' },
      json: { comandi },
    });

  test('commands the controller, in two steps and with an audit; what the role does not see stays refused', async () => {
    expect((await allow(true)).status).toBe(200);
    const technician = datalogger.login('cci');
    const { id, tutto_impianto } = await (await select(limit(60), technician)).json();
    expect((await confirm(id, { tutto_impianto }, technician)).status).toBe(204);
    await datalogger.run(60);
    expect(measured('cci', 'psp')).toBe(60);
    const [row] = datalogger.config.audit.newest(3).filter(({ action }) => action === 'command.confirm');
    expect(row).toMatchObject({ user: 'cci', object: 'cci.1', result: 'ok' });
    const stow = await select({ oggetto: 'tracker', azione: 'riposo' }, technician);
    expect(stow.status).toBe(403);
  });

  test('cannot any more from the moment that it is taken away, and never with another role', async () => {
    await allow(true);
    const technician = datalogger.login('cci');
    expect((await select(limit(60), technician)).status).toBe(200);
    expect((await allow(false)).status).toBe(200);
    // The sessions of the account have ended.
    expect((await select(limit(50), technician)).status).toBe(401);
    expect((await select(limit(50), datalogger.login('cci'))).status).toBe(403);
    await allow(true);
    const put = (json: object) =>
      datalogger.request(`/api/account/${accountIds.cci}`, {
        method: 'PUT',
        token,
        headers: { 'If-Match': '*' },
        json,
      });
    expect(await (await put({ livello: '1' })).json()).toMatchObject({ comandi: false });
    expect(await problemOf(await put({ comandi: true }))).toMatchObject({ status: 422, campo: 'comandi' });
    expect(await (await put({ livello: 'cci' })).json()).toMatchObject({ comandi: false });
  });

  test('does not allow it to themselves', async () => {
    expect((await allow(true, datalogger.login('cci'))).status).toBe(403);
  });
});

describe('what acts on the whole plant', () => {
  test.each([limit(0), limit(80), { oggetto: 'tracker', azione: 'riposo' }])(
    '%j is confirmed as such, whatever the plant is called',
    async body => {
      const { id, tutto_impianto } = await (await select(body)).json();
      expect(tutto_impianto).toBe(true);
      expect(await problemOf(await confirm(id))).toMatchObject({
        status: 422,
        codice: 'required',
        campo: 'tutto_impianto',
      });
      expect((await confirm(id, { tutto_impianto })).status).toBe(204);
    },
  );
});

describe('what is obeyed', () => {
  test('a reactive set-point, a power factor, and the way back', async () => {
    await command({ oggetto: 'cci.1', azione: 'setpoint_q', valore: 20 });
    await datalogger.run(15);
    expect(measured('cci', 'qsp')).toBeCloseTo(20);
    expect(measured('cci', 'funzioneq')).toBe(controllerFunctions.reactiveByPlant);
    // The controller takes no other order within its slow loop.
    await datalogger.run(60);
    await command({ oggetto: 'cci.1', azione: 'setpoint_cosfi', valore: -0.95 });
    await datalogger.run(15);
    expect(measured('cci', 'funzioneq')).toBe(6);
    expect(measured('cci', 'qsp')).toBeLessThan(-5);
    await command({ oggetto: 'cci.1', azione: 'automatico' });
    await datalogger.run(15);
    expect(measured('cci', 'funzioneq')).toBe(7);
  });

  test('trackers of one group go to the stow angle, the others follow the sun', async () => {
    await command({ oggetto: 'tracker.2', azione: 'riposo' });
    datalogger.plantClock.advance(3 * 3_600_000);
    await datalogger.run(1800);
    expect(Math.abs(measured('tracker', 'ang', 15))).toBeLessThan(1);
    expect(measured('tracker', 'modo', 15)).toBe(1);
    expect(Math.abs(measured('tracker', 'ang', 3))).toBeGreaterThan(10);
    await command({ oggetto: 'tracker.2', azione: 'automatico' });
    await datalogger.run(600);
    expect(Math.abs(measured('tracker', 'err', 15))).toBeLessThan(2);
  });

  test('one tracker alone to the angle for cleaning, from where it stands', async () => {
    const wish = { oggetto: 'tracker.2.14', azione: 'pulizia' };
    const reply = await (await select(wish)).json();
    expect(reply).toMatchObject({ nuovo: 45, tutto_impianto: false, effetto: { dispositivi: 1 } });
    expect(reply.vecchio).toBeCloseTo(measured('tracker', 'ang', 13), 1);
    await confirm(reply.id);
    await datalogger.run(600);
    expect(measured('tracker', 'ang', 13)).toBeCloseTo(45, 0);
    expect(measured('tracker', 'tgt', 13)).toBe(45);
    expect(measured('tracker', 'modo', 13)).toBe(1);
    expect(datalogger.plant.snapshot().groups.tracker.stato[13]).toBe(trackerStates.cleaning);
    expect(Math.abs(measured('tracker', 'ang', 14) - measured('tracker', 'tgt', 14))).toBeLessThan(2);
    expect(measured('tracker', 'ang', 14)).toBeLessThan(30);
  });

  test('the trip counter', async () => {
    expect(measured('spi', 'scatti')).toBe(3);
    await command({ oggetto: 'spi.1', azione: 'azzera_contatori' });
    await datalogger.run(2);
    expect(measured('spi', 'scatti')).toBe(0);
  });
});

describe('the last commands', () => {
  const given = async (gruppo: string, role: TestRole = 'cci') =>
    datalogger.request(`/api/comandi?gruppo=${gruppo}`, { token: datalogger.login(role) });

  test('of a kind of device, with who, old, new and outcome, newest first, for those who see it', async () => {
    await command(limit(60));
    await command(limit(50));
    await command({ oggetto: 'tracker.2.14', azione: 'riposo' });
    const rows = await (await given('cci')).json();
    expect(rows).toMatchObject([
      { utente: 'admin', oggetto: 'cci.1', azione: 'limite_p', nuovo: 50, esito: 'refused' },
      { utente: 'admin', oggetto: 'cci.1', azione: 'limite_p', vecchio: 100, nuovo: 60, esito: 'ok' },
    ]);
    expect(rows[1].t).toBe(datalogger.plantClock.now() / 1000);
    expect(await (await given('tracker', 'normal')).json()).toMatchObject([{ oggetto: 'tracker.2.14' }]);
    expect((await given('tracker')).status).toBe(403);
  });

  test('tell by the plant’s clock when they came, what was applied, and after how many seconds they were followed', async () => {
    await datalogger.run(3600);
    const at = datalogger.plantClock.now() / 1000;
    await command(limit(60));
    await datalogger.run(60);
    await command({ oggetto: 'cci.1', azione: 'setpoint_q', valore: 20 });
    await datalogger.run(90);
    const [reactive, active] = await (await given('cci')).json();
    expect(active).toMatchObject({ t: at, azione: 'limite_p', applicato: 60 });
    expect(active.t).not.toBe(datalogger.clock.now() / 1000);
    expect(active.seguito).toBeGreaterThanOrEqual(4);
    expect(active.seguito).toBeLessThanOrEqual(60);
    expect(reactive).toMatchObject({ t: at + 60, azione: 'setpoint_q', nuovo: 20 });
    expect(reactive.applicato).toBeCloseTo(20, -1);
    expect(reactive.seguito).toBeLessThanOrEqual(60);
  });

  test('a reactive power and a power factor of the distribution operator are obeyed and on record, and one that is replaced was not followed', async () => {
    await datalogger.run(10);
    datalogger.plant.inject({ kind: 'dso-reactive', percent: -20 });
    await datalogger.run(60);
    expect(measured('cci', 'funzioneq')).toBe(controllerFunctions.reactiveByOperator);
    datalogger.plant.clearFaults();
    datalogger.plant.inject({ kind: 'dso-power-factor', factor: 0.95 });
    await datalogger.run(60);
    expect(measured('cci', 'funzioneq')).toBe(controllerFunctions.powerFactorByOperator);
    expect(measured('cci', 'cosphi')).toBeCloseTo(0.95, 1);
    await command(limit(30));
    datalogger.plant.inject({ kind: 'dso-limit', percent: 10 });
    await datalogger.run(1);
    const rows: Record<string, unknown>[] = await (await given('cci')).json();
    const of = (azione: string, nuovo: number | null) =>
      rows.find(row => row.azione === azione && row.nuovo === nuovo);
    expect(of('setpoint_q', -20)).toMatchObject({
      utente: '',
      vecchio: null,
      applicato: expect.closeTo(-20, -1),
    });
    expect(of('setpoint_cosfi', 0.95)).toMatchObject({ applicato: expect.closeTo(0.95, 1) });
    expect(Number(of('setpoint_cosfi', 0.95)?.seguito)).toBeLessThanOrEqual(60);
    expect(of('setpoint_q', null)).toMatchObject({ vecchio: -20, applicato: null, seguito: null });
    expect(of('limite_p', 30)).toMatchObject({ utente: 'admin', applicato: null, seguito: null });
  });

  test('those of the distribution operator are among them, both ways', async () => {
    await datalogger.run(10);
    datalogger.plant.inject({ kind: 'dso-limit', percent: 40 });
    await datalogger.run(30);
    datalogger.plant.clearFaults();
    await datalogger.run(30);
    expect(await (await given('cci')).json()).toMatchObject([
      { utente: '', azione: 'limite_p', vecchio: 40, nuovo: 100, esito: 'ok' },
      { utente: '', azione: 'limite_p', vecchio: 100, nuovo: 40, esito: 'ok' },
    ]);
  });
});

describe('while the distribution operator limits', () => {
  beforeEach(async () => {
    datalogger.plant.inject({ kind: 'dso-limit', percent: 30 });
    await datalogger.run(30);
  });

  test('a higher limit promises no more than the operator allows, and is not followed while that lasts', async () => {
    const reply = await (await select(limit(80))).json();
    expect(reply.nuovo).toBe(80);
    // 30 % of the greatest apparent power, 1,111 kVA.
    expect(reply.effetto.potenza).toBeCloseTo(333.3, 0);
    await confirm(reply.id, { tutto_impianto: true });
    await datalogger.run(60);
    const of = async () =>
      (await (await datalogger.request('/api/comandi?gruppo=cci', { token })).json()).find(
        (row: { nuovo: number }) => row.nuovo === 80,
      );
    expect(await of()).toMatchObject({ applicato: null, seguito: null });
    datalogger.plant.clearFaults();
    await datalogger.run(60);
    expect(await of()).toMatchObject({ applicato: 80 });
  });

  test('back to automatic leaves the operator’s limit, and says so', async () => {
    expect(await (await select({ oggetto: 'cci.1', azione: 'automatico' })).json()).toMatchObject({
      vecchio: 30,
      nuovo: 30,
      effetto: { potenza: expect.closeTo(333.3, 0) },
    });
  });
});

describe('what cannot be done is refused', () => {
  test.each([
    [limit(101), 422, 'too_high'],
    [{ oggetto: 'cci.1', azione: 'limite_p' }, 422, 'required'],
    [{ oggetto: 'cci.1', azione: 'setpoint_cosfi', valore: 0.5 }, 422, 'too_low'],
    [{ oggetto: 'cci.1', azione: 'riposo' }, 422, 'not_allowed'],
    [{ oggetto: 'cci.2', azione: 'automatico' }, 404, 'not_found'],
    [{ oggetto: 'tracker.9', azione: 'riposo' }, 404, 'not_found'],
    [{ oggetto: 'tracker.1.14', azione: 'riposo' }, 404, 'not_found'],
    [{ oggetto: 'cci.1.1', azione: 'automatico' }, 422, 'invalid'],
    [{ oggetto: 'inverter.1', azione: 'riposo' }, 422, 'invalid'],
  ])('%j: %i %s', async (body, status, codice) => {
    expect(await problemOf(await select(body))).toMatchObject({ status, codice });
  });

  test.each([
    ['cci', 1, limit(60)],
    ['tracker', 5, { oggetto: 'tracker.1.5', azione: 'riposo' }],
  ] as const)('a %s that does not answer', async (group, id, wish) => {
    datalogger.plant.inject({ kind: 'override-silent', group, id });
    await datalogger.run(40);
    expect(await problemOf(await select(wish))).toMatchObject({ status: 409, codice: 'device_silent' });
  });
});
