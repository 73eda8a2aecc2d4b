import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';
import { exampleCalls } from '../../../support/example-calls';

let datalogger: TestDatalogger;
beforeAll(async () => {
  datalogger = await startDatalogger();
});
afterAll(() => datalogger.close());

/* A field with a default, and another value than that. */
test.each([
  ['PUT sistema', 'sospensione_operatori', true],
  ['PUT pianificazioni/:id', 'priorita', 2],
  ['PUT impianto/:id', 'festivi_italia', false],
  ['PUT config/trackers/:id', 'gcr', 0.55],
  ['PUT config/inverters/:id', 'tentativi', 4],
  ['PUT bus/comandi', 'banda', 2.5],
] as const)('%s keeps %s where a client does not send it', async (key, field, value) => {
  const token = datalogger.login('admin');
  const { path, json } = await exampleCalls[key](datalogger, token);
  const put = async (body: object) => {
    const headers = { 'If-Match': '*' };
    const reply = await datalogger.request(`/api/${path}`, { method: 'PUT', token, json: body, headers });
    return [reply.status, await reply.json()];
  };
  expect(await put({ ...json, [field]: value })).toMatchObject([200, { [field]: value }]);
  const { [field]: _, ...without }: Record<string, unknown> = { ...json };
  expect(await put(without)).toMatchObject([200, { [field]: value }]);
});
