import { afterEach, beforeEach, expect, test } from 'vitest';
import { ProblemError } from '../../../../src/datalogger/api/http/handler';
import { faultHandlers } from '../../../../src/datalogger/api/routes/faults';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';

let datalogger: TestDatalogger;
beforeEach(async () => {
  datalogger = await startDatalogger({ size: 'medium' });
});
afterEach(() => datalogger.close());

const send = (method: string, json?: object) =>
  datalogger.request('/api/simulazione/guasti', {
    method,
    token: datalogger.login('admin'),
    ...(json ? { json } : {}),
  });

async function switchState(): Promise<number> {
  await datalogger.run(3);
  return datalogger.plant.snapshot().groups.spi.values.ddi?.[0] ?? Number.NaN;
}

test('a fault begins when it is injected, lasts as long as asked, and can be cleared', async () => {
  expect(await switchState()).toBe(2);
  expect((await send('POST', { guasto: { kind: 'ddi-open' }, secondi: 60 })).status).toBe(204);
  expect(await switchState()).toBe(1);
  expect((await send('DELETE')).status).toBe(204);
  await datalogger.run(301);
  expect(await switchState()).toBe(2);
  const actions = datalogger.config.audit.newest(2).map(({ action }) => action);
  expect(actions).toEqual(['simulation.clear', 'simulation.inject']);
});

test.each([
  [{ guasto: { kind: 'earthquake' } }, 422],
  [{ guasto: { kind: 'inverter-silent', inverter: 11 } }, 422],
  [{ guasto: { kind: 'override', group: 'spi', id: 2, point: 'ddi', value: 1 } }, 422],
  [{ guasto: { kind: 'override', group: 'spi', id: 1, point: 'nessuno', value: 1 } }, 422],
  [{ guasto: { kind: 'ddi-open' }, secondi: 0 }, 422],
])('%j is refused', async (body, status) => {
  expect((await send('POST', body)).status).toBe(status);
  expect(await switchState()).toBe(2);
});

test('where the plant is real there is no such endpoint', () => {
  const handlers = faultHandlers({
    plant: { simulation: null, counts: () => ({}) },
    record: () => undefined,
    bringUpToDate: () => undefined,
  });
  const caller = { role: 'admin', accountId: 1, user: 'admin', sessionId: 's', address: '' } as const;
  const call = { params: {}, query: undefined, caller, ifMatch: null };
  const inject = () =>
    handlers['POST simulazione/guasti']({ ...call, body: { guasto: { kind: 'ddi-open' } } });
  expect(inject).toThrow(ProblemError);
  expect(() => handlers['DELETE simulazione/guasti']({ ...call, body: undefined })).toThrow(ProblemError);
});
