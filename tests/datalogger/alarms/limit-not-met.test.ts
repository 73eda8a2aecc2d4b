import { expect, test } from 'vitest';
import { controllerFunctions } from '../../../src/contract/codes';
import { startDatalogger } from '../../support/datalogger';

test('a limit of the distribution operator that the exchange meter contradicts is an alarm within 90 s, whatever the controller says', async () => {
  const datalogger = await startDatalogger({ size: 'medium', at: '2026-06-10T13:00:00+02:00' });
  const alarms = async () => {
    const reply = await datalogger.request('/api/allarmi', { token: datalogger.login('admin') });
    const { righe }: { righe: { codice: string }[] } = await reply.json();
    return righe.map(({ codice }) => codice);
  };
  const says = (point: string, value: number) =>
    datalogger.plant.inject({ kind: 'override', group: 'cci', id: 1, point, value });
  for (const [point, value] of [
    ['funzione', controllerFunctions.limitByOperator],
    ['psp', 40],
    ['plim', 40],
    ['p', 100],
  ] as const)
    says(point, value);
  await datalogger.run(50);
  expect(await alarms()).not.toContain('CCI03');
  await datalogger.run(35);
  expect(await alarms()).toContain('CCI03');
  // The register of orders says the same: nothing proves it.
  const given = await datalogger.request('/api/comandi?gruppo=cci', { token: datalogger.login('admin') });
  expect((await given.json())[0]).toMatchObject({ nuovo: 40, seguito: null });
  await datalogger.close();
});
