import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Report } from '../../../../src/contract/reports';
import { photoBytes } from '../../../../src/contract/work-limits';
import type { WorkOrder } from '../../../../src/contract/work-orders';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';

let datalogger: TestDatalogger;
beforeEach(async () => {
  datalogger = await startDatalogger({ size: 'medium', at: '2026-06-21T12:00:00+02:00' });
});
afterEach(() => datalogger.close());

type Who = 'admin' | 'normal' | 'cci';
const call = (who: Who, method: string, path: string, json?: object, version?: number) =>
  datalogger.request(`/api/${path}`, {
    method,
    token: datalogger.login(who),
    ...(json && { json }),
    ...(version !== undefined && { headers: { 'If-Match': `"${version}"` } }),
  });
const orderOf = async (reply: Response): Promise<WorkOrder> => {
  expect(reply.status, await reply.clone().text()).toBe(200);
  return reply.json();
};
const add = async (json: object, who: Who = 'normal') => orderOf(await call(who, 'POST', 'lavori', json));

/** What people may write of an order, as it is now. */
function written(order: WorkOrder) {
  const { titolo, allarmi, assegnato, scadenza, passi, nota, costo, stato, esito, causa } = order;
  return { titolo, allarmi, assegnato, scadenza, passi, nota, costo, stato, esito, causa };
}
const change = (order: WorkOrder, json: object, who: Who = 'normal') =>
  call(who, 'PUT', `lavori/${order.id}`, { ...written(order), ...json }, order.versione);
const jpeg = (bytes: number) => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(bytes - 3)]);
const photo = (order: WorkOrder, bytes: Buffer, who: Who = 'normal') =>
  call(who, 'POST', `lavori/${order.id}/foto`, { foto: bytes.toString('base64') });

async function trippedInverter(): Promise<number> {
  await datalogger.run(60);
  datalogger.plant.inject({ kind: 'inverter-trip', inverter: 3, cause: 'ground' }, 900);
  await datalogger.run(1200);
  const { righe } = await (await call('admin', 'GET', 'allarmi?stato=storico&tipo=inverter')).json();
  return righe.find(({ codice }: { codice: string }) => codice === 'INV08').id;
}

describe('a work order', () => {
  test('is about the device of its alarm; closed, its cause is that of the standstill in the report', async () => {
    const alarm = await trippedInverter();
    const costs = async () => {
      const { perdite } = (await (
        await call('admin', 'GET', 'report?tipo=giornaliero&d=2026-06-21')
      ).json()) as Report;
      return Object.fromEntries(perdite.cause.map(({ causa, persa }) => [causa, persa]));
    };
    const before = await costs();
    expect(before.guasto).toBeGreaterThan(10);
    const passi = [{ testo: 'Misurare l’isolamento', fatto: false }];
    const order = await add({ titolo: 'Isolamento INV 03', allarmi: [alarm], passi, scadenza: '2026-06-23' });
    expect(order).toMatchObject({ gruppo: 'inverter', dispositivo: 3, nome: 'INV 03', stato: 'aperto' });
    // In the log in words, without what is empty.
    const [logged] = datalogger.config.audit.newest(1);
    expect(logged?.changes).toEqual({
      titolo: [null, 'Isolamento INV 03'],
      scadenza: [null, '2026-06-23'],
      stato: [null, 'aperto'],
      allarmi: [null, String(alarm)],
      passi: [null, 'Misurare l’isolamento'],
    });
    const refused = await change(order, { stato: 'chiuso' });
    expect([refused.status, (await refused.json()).campo]).toEqual([422, 'esito']);
    const closed = await orderOf(
      await change(order, {
        stato: 'chiuso',
        esito: 'Connettore rifatto',
        causa: 'pianificata',
        costo: 180.5,
      }),
    );
    expect(closed).toMatchObject({ stato: 'chiuso', chiuso_da: 'operatore', costo: 180.5 });
    const stated = await costs();
    expect(stated.pianificata).toBeCloseTo(before.guasto ?? 0, 2);
    expect(stated.guasto).toBeUndefined();
    const { note } = await (await call('admin', 'GET', `diario?allarme=${alarm}`)).json();
    expect(note).toMatchObject([{ testo: 'Connettore rifatto', causa: 'pianificata', autore: 'operatore' }]);
    const { righe } = await (await call('admin', 'GET', `registro?oggetto=lavori/${order.id}`)).json();
    expect(righe.map(({ azione }: { azione: string }) => azione)).toEqual(['work.close', 'work.create']);
    expect(righe[0].nome).toBe('Isolamento INV 03');
  });

  test('keeps photos that are pictures, at most three, and shows them to who sees the device', async () => {
    const order = await add({ titolo: 'Filtri', gruppo: 'inverter', dispositivo: 1 });
    const statusOf = async (bytes: Buffer) => (await photo(order, bytes)).status;
    expect(await statusOf(Buffer.from('<svg onload="alert(1)"/>'))).toBe(422);
    expect(await statusOf(jpeg(photoBytes + 1))).toBe(422);
    for (const size of [photoBytes, 400, 500]) expect(await statusOf(jpeg(size))).toBe(200);
    expect(await statusOf(jpeg(400))).toBe(409);
    const { foto } = await orderOf(await call('cci', 'GET', `lavori/${order.id}`));
    expect(foto.map(({ byte }) => byte)).toEqual([photoBytes, 400, 500]);
    const path = `lavori/${order.id}/foto/${foto[1]?.numero}`;
    const read = await (await call('cci', 'GET', path)).json();
    expect(read).toEqual({ tipo: 'image/jpeg', foto: jpeg(400).toString('base64') });
    expect((await call('cci', 'DELETE', path)).status).toBe(403);
    expect((await call('normal', 'DELETE', path)).status).toBe(200);
    expect((await call('cci', 'GET', path)).status).toBe(404);
    const open = await orderOf(await call('normal', 'GET', `lavori/${order.id}`));
    await change(open, { stato: 'chiuso', esito: 'Puliti' });
    expect(await statusOf(jpeg(400))).toBe(409);
  });

  test('is given to a person, and refused where the person, the alarm or the version is not there', async () => {
    const persone = await (await call('normal', 'GET', 'lavori/persone')).json();
    const cci = persone.find(({ nome }: { nome: string }) => nome === 'Tecnico CCI') ?? persone.at(-1);
    const order = await add({ titolo: 'Verifica CCI', assegnato: cci.id });
    expect(order.persona).toBe(cci.nome);
    const campo = async (reply: Response) => [reply.status, (await reply.json()).campo];
    expect(await campo(await call('normal', 'POST', 'lavori', { titolo: 'x', assegnato: 99 }))).toEqual([
      422,
      'assegnato',
    ]);
    expect(await campo(await call('normal', 'POST', 'lavori', { titolo: 'x', allarmi: [99] }))).toEqual([
      404,
      undefined,
    ]);
    expect((await change({ ...order, versione: 7 }, {})).status).toBe(412);
    const own = await (await call('normal', 'GET', `lavori?assegnato=${cci.id}&stato=aperti`)).json();
    expect(own).toMatchObject([{ id: order.id }]);
  });

  test('shows a cci user the orders on its equipment, without their cost', async () => {
    const plant = await add({ titolo: 'Sfalcio', costo: 900 });
    const device = await add({ titolo: 'Filtri', gruppo: 'inverter', dispositivo: 1, costo: 90 });
    const seen = async (who: Who) => {
      const ordini = await (await call(who, 'GET', 'lavori')).json();
      return ordini.map(({ id, costo }: WorkOrder) => [id, costo]);
    };
    expect(await seen('normal')).toEqual([
      [device.id, 90],
      [plant.id, 900],
    ]);
    expect(await seen('cci')).toContainEqual([device.id, null]);
    await orderOf(await change(device, { titolo: 'Filtri nuovi', costo: 1 }, 'cci'));
    expect(await seen('normal')).toContainEqual([device.id, 90]);
  });
});

test('a backup brings orders with their photos to another device, once, and the calendar has their last day', async () => {
  const order = await add({ titolo: 'Filtri', gruppo: 'inverter', dispositivo: 1, scadenza: '2026-06-25' });
  await orderOf(await photo(order, jpeg(500)));
  const file = await (await call('admin', 'POST', 'sistema/backup', {})).json();
  const other = await startDatalogger({ size: 'medium', seed: 2, at: '2026-06-21T12:00:00+02:00' });
  try {
    const token = other.login('admin');
    const send = async (method: string, path: string, json?: object) =>
      (await other.request(`/api/${path}`, { method, token, ...(json && { json }) })).json();
    for (const expected of [1, 1]) {
      const { id } = await send('POST', 'sistema/ripristino', { file });
      await send('POST', `sistema/ripristino/${id}/conferma`);
      const orders: WorkOrder[] = await send('GET', 'lavori');
      expect(orders).toHaveLength(expected);
      expect(orders[0]).toMatchObject({ titolo: 'Filtri', nome: 'INV 01', autore: 'operatore' });
      const path = `lavori/${orders[0]?.id}/foto/${orders[0]?.foto[0]?.numero}`;
      expect((await send('GET', path)).foto).toBe(jpeg(500).toString('base64'));
    }
  } finally {
    await other.close();
  }
  const calendar = await (await call('admin', 'GET', 'calendario.ics')).text();
  expect(calendar).toContain('DTSTART;VALUE=DATE:20260625');
  expect(calendar).toContain('SUMMARY:Filtri');
});

test('500 orders come in pages, and a year of them adds less than a megabyte', async () => {
  const { workOrders, atomically } = datalogger.config;
  const order = await add({ titolo: 'Sfalcio del campo nord', nota: 'x'.repeat(400) });
  const { id: _, versione: __, foto: ___, ...rest } = order;
  atomically(() => {
    for (let count = 1; count < 500; count++) workOrders.add(rest);
  });
  const page = async (skip: number): Promise<WorkOrder[]> =>
    (await call('normal', 'GET', `lavori${skip > 0 ? `?salta=${skip}` : ''}`)).json();
  const pages = [await page(0), await page(200), await page(400), await page(500)];
  const seen = pages.flat().map(({ id }) => id);
  expect(seen).toEqual(Array.from({ length: 500 }, (_, index) => 500 - index));
  expect(JSON.stringify(workOrders.after(0, 500)).length).toBeLessThan(1e6);
  const csv = await (await call('normal', 'GET', 'lavori/csv?decimale=,')).text();
  expect(csv.trimEnd().split('\r\n')).toHaveLength(501);
});
