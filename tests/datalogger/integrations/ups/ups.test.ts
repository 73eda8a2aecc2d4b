import { afterEach, describe, expect, test } from 'vitest';
import type { AlarmPage } from '../../../../src/contract/alarms';
import type { Ups, UpsState } from '../../../../src/contract/ups';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';
import { eventually } from '../../../support/eventually';
import { localGuard } from '../../../support/local-guard';
import {
  commandedUps,
  hasNut,
  nutServer,
  nutUser,
  upsName,
  usualVariables,
} from '../../../support/nut-server';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

const opened = <T extends { close(): Promise<void> }>(what: T): T => {
  open.push(what);
  return what;
};

/** A datalogger whose UPS is on a server of this machine. */
async function withUps(port: number, settings: Partial<Ups> = {}) {
  const datalogger = opened(await startDatalogger({ hasOneClock: true, guard: localGuard }));
  const token = datalogger.login('admin');
  const get = async (path: string) => (await datalogger.request(`/api/${path}`, { token })).json();
  const set = async (changes: Partial<Ups>) => {
    const json = {
      ups: true,
      interfaccia: 'nut',
      host: '127.0.0.1',
      porta: port,
      nome_ups: upsName,
      ...changes,
    };
    const { versione } = await get('impianto/1');
    const headers = { 'If-Match': `"${versione}"` };
    return datalogger.request('/api/impianto/1/ups', { method: 'PATCH', token, json, headers });
  };
  expect((await set(settings)).status).toBe(200);
  return { datalogger, get, set };
}

type Case = Awaited<ReturnType<typeof withUps>>;

/** Lets the datalogger read its UPS, once for each second. */
async function pass(datalogger: TestDatalogger, seconds: number) {
  for (let left = seconds; left > 0; left--) {
    await datalogger.run(1);
    await datalogger.settled();
  }
}

/** Lets time pass until the state of the UPS is as expected. */
const untilState = ({ datalogger, get }: Case, expected: Partial<UpsState>) =>
  eventually(async () => {
    await pass(datalogger, 5);
    const state: UpsState = await get('impianto/1/ups');
    expect(state).toMatchObject(expected);
    return state;
  });

async function footer({ get }: Case) {
  const [{ ac_OK, upsbattery_low }] = await get('auth/stato_datalogger/all');
  return { ac_OK, upsbattery_low };
}

const codes = async ({ get }: Case) =>
  (await get('allarmi?tipo=ups')).righe.map(({ codice }: { codice: string }) => codice);

describe.runIf(hasNut)("Debian's upsd with dummy-ups", () => {
  test('mains and battery of the footer follow the UPS, with its charge and runtime', async () => {
    const nut = opened(await nutServer());
    const here = await withUps(nut.port);
    const state = await untilState(here, { motivo: null, carica: 96 });
    expect(state).toMatchObject({ stato: ['OL', 'CHRG'], autonomia: 1260, tensione: 231.4, prova: false });
    expect(await footer(here)).toEqual({ ac_OK: '0', upsbattery_low: '1' });
    await nut.report({ ...usualVariables, 'ups.status': 'OB DISCHRG', 'input.voltage': '0.0' });
    await untilState(here, { stato: ['OB', 'DISCHRG'], tensione: 0 });
    expect(await footer(here)).toEqual({ ac_OK: '1', upsbattery_low: '1' });
    await nut.report({ ...usualVariables, 'ups.status': 'OB DISCHRG LB', 'battery.charge': '9' });
    await untilState(here, { carica: 9 });
    expect(await footer(here)).toEqual({ ac_OK: '1', upsbattery_low: '0' });
    await pass(here.datalogger, 20);
    expect((await codes(here)).sort()).toEqual(['UPS01', 'UPS02']);
  });

  test('a driver that stops leaves the footer without values, and raises an alarm; when it is back, the alarm ends', async () => {
    const nut = opened(await nutServer());
    const here = await withUps(nut.port);
    await untilState(here, { motivo: null, carica: 96 });
    await nut.stopDriver();
    const state = await eventually(async () => {
      await pass(here.datalogger, 5);
      const found: UpsState = await here.get('impianto/1/ups');
      expect(found.motivo).toMatch(/^(driver_scollegato|dati_vecchi)$/);
      return found;
    });
    expect(state).toMatchObject({ stato: [], carica: null, autonomia: null });
    expect(await footer(here)).toEqual({});
    expect(await codes(here)).toEqual([]);
    await pass(here.datalogger, 61);
    expect(await codes(here)).toEqual(['UPS03']);
    await nut.startDriver();
    await untilState(here, { motivo: null, carica: 96 });
    expect(await footer(here)).toEqual({ ac_OK: '0', upsbattery_low: '1' });
    await pass(here.datalogger, 15);
    const { righe } = await here.get('allarmi?tipo=ups');
    expect(righe.map(({ presente }: { presente: boolean }) => presente)).toEqual([false]);
  });

  test('a reading is valid for 15 s after the server has gone', async () => {
    const nut = opened(await nutServer());
    const here = await withUps(nut.port);
    await untilState(here, { motivo: null });
    await nut.stopServer();
    await pass(here.datalogger, 9);
    expect(await footer(here)).toEqual({ ac_OK: '0', upsbattery_low: '1' });
    await pass(here.datalogger, 12);
    expect(await footer(here)).toEqual({});
    expect(await here.get('impianto/1/ups')).toMatchObject({ motivo: 'rifiutata' });
  });

  test('a name that the server does not know is named as the reason', async () => {
    const nut = opened(await nutServer());
    const here = await withUps(nut.port, { nome_ups: 'altro' });
    await untilState(here, { motivo: 'ups_sconosciuto' });
    expect(await footer(here)).toEqual({});
    await here.set({});
    await untilState(here, { motivo: null });
  });
});

test('the battery test is offered where the UPS has it and a user is set, and logs in only then', async () => {
  const nut = opened(await commandedUps());
  const here = await withUps(nut.port);
  await untilState(here, { motivo: null, prova: false, riaccensione: false });
  await here.set(nutUser);
  await untilState(here, { motivo: null, prova: true, riaccensione: true });
  expect((await here.get('auth/generale/1')).capacita).toMatchObject({ prova_ups: true });
  expect(nut.received.filter(line => /PASSWORD|INSTCMD/.test(line))).toEqual([]);
  const test = { tipo: 'test_ups' };
  const token = here.datalogger.login('admin');
  const at = new Date(here.datalogger.plantClock.now() + 120_000);
  const ora = at.toLocaleTimeString('en-GB', { timeZone: 'Europe/Rome', hour: '2-digit', minute: '2-digit' });
  const json = {
    nome: 'Prova',
    valida_dal: null,
    valida_al: null,
    azione: test,
    quando: { ricorrenza: 'giornaliera', ora },
  };
  await here.datalogger.request('/api/pianificazioni', { method: 'POST', token, json });
  await pass(here.datalogger, 150);
  const [{ ultimo }] = (await here.get('pianificazioni')).filter(
    ({ nome }: { nome: string }) => nome === 'Prova',
  );
  expect(ultimo).toMatchObject({ esito: 'riuscita' });
  expect(nut.received.filter(line => /USERNAME|PASSWORD|INSTCMD/.test(line))).toEqual([
    'USERNAME datalogger',
    String.raw`PASSWORD "girasole \"42\""`,
    `INSTCMD ${upsName} test.battery.start.quick`,
  ]);
  expect(here.datalogger.system.actions).toEqual([]);
});

test('a worn battery and a fault of the UPS are alarms of their own, the fault in its words', async () => {
  const nut = opened(
    await commandedUps({
      ...usualVariables,
      'ups.status': 'ALARM OL RB',
      'ups.alarm': 'Replace battery!\u0007 No battery installed!',
    }),
  );
  const here = await withUps(nut.port);
  await untilState(here, { motivo: null });
  expect(await footer(here)).toEqual({ ac_OK: '0', upsbattery_low: '0' });
  await pass(here.datalogger, 70);
  expect((await codes(here)).sort()).toEqual(['UPS04', 'UPS05']);
  const { righe }: AlarmPage = await here.get('allarmi?tipo=ups');
  expect(righe.find(({ codice }) => codice === 'UPS05')?.nome).toBe('Replace battery! No battery installed!');
});

test('what the UPS says in one answer alone is neither shown nor an alarm', async () => {
  const nut = opened(await commandedUps());
  const here = await withUps(nut.port);
  await untilState(here, { motivo: null });
  const answers = () => nut.received.filter(line => line.startsWith('LIST VAR')).length;
  const before = answers();
  nut.reportOnce({ 'ups.status': 'ALARM OB LB RB FSD', 'battery.charge': '0', 'battery.runtime': '0' });
  for (let step = 0; step < 20; step++) {
    await pass(here.datalogger, 1);
    expect(await footer(here)).toEqual({ ac_OK: '0', upsbattery_low: '1' });
  }
  expect(answers()).toBeGreaterThan(before + 2);
  expect(await codes(here)).toEqual([]);
});

test('the password goes to no other server, and is shown to nobody', async () => {
  const nut = opened(await commandedUps());
  const other = opened(await commandedUps());
  const here = await withUps(nut.port, nutUser);
  expect(JSON.stringify(await here.get('impianto/1'))).not.toContain('girasole');
  expect((await here.set({ porta: other.port })).status).toBe(422);
  expect((await here.set({ porta: other.port, password: '' })).status).toBe(200);
  await untilState(here, { prova: false, motivo: null });
  expect((await here.set({ riaccensione: true })).status).toBe(422);
});

test.each([
  [{ host: '' }, 'host'],
  [{ nome_ups: '' }, 'nome_ups'],
  [{ host: '127.0.0.1', porta: 8080 }, 'host'],
  [{ host: 'localhost', porta: 22 }, 'host'],
  [{ host: '169.254.1.1' }, 'host'],
])('refuses %j', async (changes, campo) => {
  const datalogger = opened(await startDatalogger());
  const token = datalogger.login('admin');
  const json = { ups: true, interfaccia: 'nut', host: 'localhost', nome_ups: 'ups', ...changes };
  const patch = (body: object) =>
    datalogger.request('/api/impianto/1/ups', {
      method: 'PATCH',
      token,
      json: body,
      headers: { 'If-Match': '"1"' },
    });
  const refused = await patch(json);
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({ campo });
  // The usual port of NUT is allowed on this device.
  expect((await patch({ ...json, host: 'localhost', porta: undefined, nome_ups: 'ups' })).status).toBe(200);
});
