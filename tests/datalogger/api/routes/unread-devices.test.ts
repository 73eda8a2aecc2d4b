import { afterAll, beforeAll, expect, test } from 'vitest';
import { newRecord } from '../../../support/config-records';
import { type FieldDatalogger, startFieldDatalogger } from '../../../support/field-datalogger';

let datalogger: FieldDatalogger;
let token: string;
beforeAll(async () => {
  datalogger = await startFieldDatalogger({ at: '2026-06-10T12:00:00+02:00' });
  token = datalogger.login('admin');
});
afterAll(() => datalogger.close());

async function call(method: string, path: string, json: unknown) {
  const response = await datalogger.request(`/api/${path}`, { method, token, json });
  return { status: response.status, body: await response.json() };
}

const inverter = (given: object) => ({ ...newRecord('inverters', { host: '192.168.10.14' }), ...given });

test('a real plant refuses a device in service that nothing reads, at the field that decides', async () => {
  const refused = { status: 422, body: { codice: 'not_read', campo: 'protocollo' } };
  expect(await call('POST', 'config/inverters', inverter({ protocollo: 'sim' }))).toMatchObject(refused);
});

test('a device out of service is kept whatever its protocol', async () => {
  const record = inverter({ protocollo: 'sim', abilitato: false });
  expect((await call('POST', 'config/inverters', record)).status).toBe(200);
});

test('a table with such a device is refused as a whole', async () => {
  const [stored] = (await (await datalogger.request('/api/config/inverters', { token })).json()) as {
    id: number;
  }[];
  const body = { da: 'campi', id: [stored?.id], campi: { abilitato: true } };
  expect((await call('POST', 'config/inverters/confronto', body)).body.righe).toMatchObject([
    { esito: 'errato', problemi: [{ campo: 'protocollo', codice: 'not_read' }] },
  ]);
});
