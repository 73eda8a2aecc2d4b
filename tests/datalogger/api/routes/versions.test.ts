import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepCopy } from '../../../../src/datalogger/storage/backup/copies';
import { mostChanges, mostVersions } from '../../../../src/datalogger/storage/config/versions';
import { configClient } from '../../../support/config-client';
import { startDatalogger } from '../../../support/datalogger';
import { savedBackup } from '../../../support/saved-backup';

async function plant() {
  const datalogger = await startDatalogger();
  const client = configClient(datalogger);
  const post = async (path: string, json: object = {}) => {
    const response = await client.send('POST', path, json);
    return { status: response.status, body: response.status === 204 ? null : await response.json() };
  };
  const newest = async () => (await client.get('sistema/versioni')).righe[0];
  return { datalogger, ...client, post, newest };
}

test('each change is a version with author, path and difference; there is none where no record was changed', async () => {
  const { datalogger, newest, change, get, send } = await plant();
  const first = await newest();
  expect(first).toMatchObject({ utente: '', azione: '', oggetto: '' });
  await change('inverters', { nome: 'INV est' });
  await change('inverters', { nome: 'INV est' });
  await send('POST', 'auth/rinnova');
  const one = await newest();
  expect(one).toEqual({
    id: first.id + 1,
    t: datalogger.clock.now() / 1000,
    utente: 'admin',
    indirizzo: '192.168.1.50',
    azione: 'config.change',
    oggetto: 'config/inverters/1',
    record: 1,
  });
  await send('PUT', 'config/allarmi/INV07', { soglia: 80 });
  const two = await newest();
  expect(await get(`sistema/versioni/${one.id}`)).toMatchObject({
    totale: 1,
    differenze: [{ oggetto: 'config/inverters/1', campo: 'nome', vecchio: 'INV 01', nuovo: 'INV est' }],
  });
  const between = await get(`sistema/versioni/${first.id}?con=${two.id}`);
  expect(between.differenze.map(({ oggetto }: { oggetto: string }) => oggetto).sort()).toEqual([
    'config/allarmi/INV07',
    'config/inverters/1',
  ]);
  const { righe } = await get('sistema/versioni?oggetto=config/inverters/1');
  expect(righe.map(({ id }: { id: number }) => id)).toEqual([one.id, first.id]);
  const entry = (await get('registro?oggetto=INV07')).righe[0];
  expect(entry.versione).toBe(two.id);
  await datalogger.close();
});

test('a return brings back all of a version, or one device of it, and is itself a version', async () => {
  const { datalogger, newest, change, add, remove, send, get, post, list } = await plant();
  const before = await newest();
  await change('inverters', { nome: 'INV est' });
  await change('inverters', { nome: 'INV ovest' }, 2);
  const added = await add('sensori', { nome: 'Terzo' });
  await send('PUT', 'config/allarmi/INV07', { soglia: 80 });
  const whole = await newest();
  const path = `sistema/versioni/${before.id}/ripristino`;

  const part = (await post(path, { oggetti: ['config/inverters/2'] })).body;
  expect(part.differenze).toEqual([
    { oggetto: 'config/inverters/2', campo: 'nome', vecchio: 'INV ovest', nuovo: 'INV 02' },
  ]);
  expect((await post(`sistema/ripristino/${part.id}/conferma`)).status).toBe(200);
  expect((await list('inverters')).map(({ nome }) => nome)).toEqual(['INV est', 'INV 02']);
  expect((await get('registro')).righe[0]).toMatchObject({
    azione: 'system.restore',
    versione: (await newest()).id,
    modifiche: expect.arrayContaining([
      { campo: 'versione', vecchio: null, nuovo: before.id },
      { campo: 'oggetti', vecchio: null, nuovo: 'config/inverters/2' },
    ]),
  });

  const { body: all } = await post(path);
  await post(`sistema/ripristino/${all.id}/conferma`);
  const same = async (id: number) => (await get(`sistema/versioni/${id}/file`)).contenuto;
  expect(await same((await newest()).id)).toEqual(await same(before.id));
  expect((await list('sensori')).some(({ id }) => id === added.id)).toBe(false);

  const { body: again } = await post(`sistema/versioni/${whole.id}/ripristino`);
  await post(`sistema/ripristino/${again.id}/conferma`);
  expect(await same((await newest()).id)).toEqual(await same(whole.id));
  // The file of a version is one that a restore takes.
  const file = await get(`sistema/versioni/${before.id}/file`);
  expect((await post('sistema/ripristino', { file })).body.totale).toBe(4);
  await remove('sensori', added.id);
  await datalogger.close();
});

test('a device that no longer fits is refused with its field, and what is not there with 404', async () => {
  const { datalogger, newest, change, add, remove, post } = await plant();
  const box = await add('box-stringhe', { nome: 'QS est', inverter: 2 });
  const { id } = await newest();
  await remove('box-stringhe', box.id);
  await add('box-stringhe', { nome: 'QS est', inverter: 1 });
  const refused = await post(`sistema/versioni/${id}/ripristino`, {
    oggetti: [`config/box-stringhe/${box.id}`],
  });
  expect(refused).toMatchObject({ status: 422, body: { campo: expect.stringContaining(`${box.id}.nome`) } });
  expect((await post(`sistema/versioni/${id + 1000}/ripristino`)).status).toBe(404);
  expect(
    (await post('sistema/copie/ripristino', { copia: 'meridiana-1-20260101T000000Z.json' })).status,
  ).toBe(404);
  expect((await post('sistema/copie/ripristino', { copia: '../config.db' })).status).toBe(422);
  await change('inverters', { nome: 'INV est' });
  await datalogger.close();
});

test('automatic copies are listed and brought back', async () => {
  const { datalogger, change, get, post, list } = await plant();
  const folder = join(tmpdir(), datalogger.config.installation.serial, 'backup');
  const { file } = await savedBackup(datalogger);
  const { creato } = file;
  await keepCopy(folder, file, 3);
  await change('inverters', { nome: 'INV est' });
  const [copy] = await get('sistema/copie');
  expect(copy).toMatchObject({ creato });
  expect(copy.byte).toBeGreaterThan(1000);
  const { body: plan } = await post('sistema/copie/ripristino', { copia: copy.nome });
  expect(plan.creato).toBe(creato);
  await post(`sistema/ripristino/${plan.id}/conferma`);
  expect((await list('inverters'))[0]?.nome).toBe('INV 01');
  await datalogger.close();
});

test('the newest 1,000 versions stay whole, and each page of them is answered at once', async () => {
  const { datalogger, newest, send, get } = await plant();
  const { versions } = datalogger.config;
  const records = versions.recordsOf((await newest()).id);
  const inverter = JSON.parse(records.get('config/inverters/1') ?? '');
  for (let n = 1; n < mostVersions + 20; n += 1) {
    const changed = JSON.stringify({ ...inverter, note: `Giro ${n}` });
    await versions.keep(() => new Map([...records, ['config/inverters/1', changed]]), n, true);
  }
  let [cursor, count, slowestMs] = ['', 0, 0];
  do {
    const began = performance.now();
    const page = await get(`sistema/versioni${cursor && `?cursor=${cursor}`}`);
    slowestMs = Math.max(slowestMs, performance.now() - began);
    count += page.righe.length;
    cursor = page.cursor ?? '';
  } while (cursor);
  expect(count).toBe(mostVersions);
  expect(slowestMs).toBeLessThan(200);
  const oldest = versions.page(null, null, mostVersions).at(-1)?.id ?? 0;
  const { contenuto } = await get(`sistema/versioni/${oldest}/file`);
  expect(contenuto.dispositivi.inverters.map(({ note }: { note: string }) => note)[0]).toBe('Giro 20');
  expect(contenuto.dispositivi.inverters).toHaveLength(2);
  expect((await send('GET', `sistema/versioni/${oldest - 1}`)).status).toBe(404);
  await datalogger.close();
});

test('a version of thousands of records is kept with pauses, each with what was configured when it was asked for', async () => {
  const { datalogger } = await plant();
  const { versions } = datalogger.config;
  const rows = 20_000;
  const table = (n: number) =>
    Array.from({ length: rows }, (_, at) => [`config/sensori/${at}`, () => JSON.stringify([n, at])] as const);
  let turns = 0;
  const turning = setInterval(() => {
    turns += 1;
  }, 0);
  const kept = [1, 2].map(n => versions.keep(() => table(n), n, true));
  await Promise.all(kept);
  clearInterval(turning);
  expect(turns, 'turns of the event loop').toBeGreaterThan(2);
  const [second, first] = versions.page(null, null, 2);
  for (const [version, n] of [
    [first, 1],
    [second, 2],
  ] as const)
    expect(versions.recordsOf(version?.id ?? 0).get('config/sensori/7')).toBe(JSON.stringify([n, 7]));
  await datalogger.close();
});

test('G25: tables of 5,000 rows that are imported again and again leave no more than their newest changes', async () => {
  const { datalogger, get } = await plant();
  const { versions } = datalogger.config;
  const rows = 5000;
  const table = (n: number) =>
    new Map(Array.from({ length: rows }, (_, at) => [`config/sensori/${at}`, `${n}`] as const));
  for (let n = 1; n <= 30; n += 1) await versions.keep(() => table(n), n, true);
  const { righe } = await get('sistema/versioni');
  const changes = righe.reduce((sum: number, { record }: { record: number }) => sum + record, 0);
  expect(changes).toBeLessThanOrEqual(mostChanges);
  expect(righe.length).toBeGreaterThan(15);
  for (const [version, n] of [
    [righe[0], 30],
    [righe.at(-1), 31 - righe.length],
  ] as const)
    expect([...versions.recordsOf(version.id)]).toEqual([...table(n)].sort());
  await datalogger.close();
});
