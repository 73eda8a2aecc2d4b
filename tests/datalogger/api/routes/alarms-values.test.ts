import { expect, test } from 'vitest';
import { startDatalogger } from '../../../support/datalogger';

test('an alarm shows its value as precisely as it is measured, with the unit of its sensor and the limit that was exceeded', async () => {
  const datalogger = await startDatalogger({ size: 'medium', at: '2026-06-10T13:00:00+02:00' });
  const says = (group: 'sensori' | 'cci', point: string, value: number) =>
    datalogger.plant.inject({ kind: 'override', group, id: 1, point, value });
  says('sensori', 'v', 1700.1234);
  says('cci', 'scarto', 150.4321);
  datalogger.hardware.cpuTemperature = 88.456;
  await datalogger.run(700);
  const token = datalogger.login('admin');
  const { righe } = await (await datalogger.request('/api/allarmi', { token })).json();
  const shown = (code: string) => {
    const row = righe.find(({ codice }: { codice: string }) => codice === code);
    return row && [row.valore, row.soglia, row.unita];
  };
  expect(shown('SEN01')).toEqual([1700, 1600, 'W/m²']);
  expect(shown('CCI04')).toEqual([150, 100, 'ms']);
  expect(shown('DLG01')).toEqual([88.5, 75, '°C']);
  const sensor = righe.find(({ codice }: { codice: string }) => codice === 'SEN01');
  const detail = await (await datalogger.request(`/api/allarmi/${sensor.id}`, { token })).json();
  expect(detail.allarme.unita).toBe('W/m²');
  expect(detail.storia[0].valore).toBe(1700);
  await datalogger.close();
});
