import { afterEach, expect, test } from 'vitest';
import { type FirstSteps, putOffDays } from '../../../../src/contract/first-steps';
import { everyAlarm } from '../../../../src/contract/mail';
import { firstNotifications } from '../../../../src/datalogger/storage/config/service-settings';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';
import { configureTable, readsTable } from '../../../support/table-plant';

let datalogger: TestDatalogger;
afterEach(() => datalogger.close());

const call = (method: string, path: string, json?: object, version = 1) =>
  datalogger.request(`/api/${path}`, {
    method,
    token: datalogger.login('admin'),
    headers: { 'If-Match': `"${version}"` },
    ...(json && { json }),
  });
const read = async () => (await (await call('GET', 'sistema/primi-passi')).json()) as FirstSteps;
const done = async () => (await read()).passi.filter(({ fatto }) => fatto).map(({ passo }) => passo);

test('every step is judged by what is configured, and the list is over when all are done', async () => {
  datalogger = await startDatalogger(readsTable);
  expect(await read()).toMatchObject({ finito: false });
  expect(await done()).toEqual([]);
  await configureTable(datalogger);
  expect(await done()).toEqual(['impianto', 'dispositivi']);
  const { config } = datalogger;
  await call('PUT', 'config/allarmi/INV01', { ritardo_on: 5 });
  expect(await done()).toContain('allarmi');
  // A mail server without anybody to write to tells nobody.
  const { mail, notifications } = config.services;
  mail.write({ ...mail.read().value, abilitata: true }, null);
  notifications.write({ ...firstNotifications, abilitate: true }, null);
  expect(await done()).not.toContain('notifiche');
  const destinatari = [{ ...everyAlarm, email: 'a@example.it', lingua: 'it' }] as const;
  notifications.write({ ...firstNotifications, abilitate: true, destinatari: [...destinatari] }, null);
  expect(await done()).toContain('notifiche');
  const [, meter] = await (await call('GET', 'config/contatori')).json();
  const { id, versione, ...body } = meter;
  expect(await done()).not.toContain('contatori');
  expect((await call('PUT', `config/contatori/${id}`, { ...body, potenza_max: 300 }, versione)).status).toBe(
    200,
  );
  expect(await done()).toContain('contatori');
  await call('POST', 'sistema/backup', {});
  expect(await read()).toMatchObject({ finito: false });
  const second = { nome: 'Anna Verdi', user: 'anna', password: 'tramontana-7', livello: '0' };
  expect((await call('POST', 'auth/register', second)).status).toBeLessThan(300);
  expect(await read()).toMatchObject({ finito: true });
  expect(await done()).toHaveLength(7);
});

test('a step that is put off comes back, and an end is for good', async () => {
  datalogger = await startDatalogger(readsTable);
  const put = await call('POST', 'sistema/primi-passi/rinvia', { passo: 'backup' });
  const untilS = Math.floor(datalogger.clock.now() / 1000) + putOffDays * 86_400;
  const backup = (steps: FirstSteps) => steps.passi.find(({ passo }) => passo === 'backup');
  expect(backup((await put.json()) as FirstSteps)).toEqual({
    passo: 'backup',
    fatto: false,
    rinviato: untilS,
  });
  datalogger.clock.advance((putOffDays * 86_400 + 1) * 1000);
  expect(backup(await read())?.rinviato).toBeNull();
  expect((await call('POST', 'sistema/primi-passi/rinvia', { passo: 'caffè' })).status).toBe(422);
  await call('POST', 'sistema/primi-passi/fine');
  expect(await read()).toMatchObject({ finito: true });
});

test('a simulated plant asks for nothing', async () => {
  datalogger = await startDatalogger();
  expect(await read()).toMatchObject({ finito: true });
});
