import { afterEach, expect, test } from 'vitest';
import type { AlarmRule } from '../../../../src/contract/alarm-rules';
import { sunspecDriver } from '../../../../src/datalogger/sources/fieldbus/sunspec/driver';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';
import { captureOf } from '../../../support/field-captures';
import { startFieldDatalogger } from '../../../support/field-datalogger';
import { serveUnits } from '../../../support/modbus-server';

const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

/** Why each alarm can never come, by code. */
async function neverOf({ request, login }: TestDatalogger) {
  const rules: AlarmRule[] = await (await request('/api/config/allarmi', { token: login('admin') })).json();
  return new Map(rules.flatMap(({ codice, mai }) => (mai ? [[codice, mai] as const] : [])));
}

test('what a plant has not got raises no alarm, and that is said of its rule', async () => {
  const datalogger = await startDatalogger({ size: 'small', at: '2026-06-10T12:00:00+02:00' });
  toClose.push(() => datalogger.close());
  await datalogger.run(660);
  const never = await neverOf(datalogger);
  const without = (motivo: string) =>
    [...never].filter(([, why]) => why.motivo === motivo).map(([code]) => code.slice(0, 3));
  expect(new Set(without('dispositivi'))).toEqual(new Set(['DLG', 'TRK', 'CCI', 'UPS', 'DIN']));
  expect(
    [...never.keys()].filter(code => code.startsWith('DIN')),
    'no channel is an output',
  ).toEqual(['DIN04']);
  expect(
    ['UPS01', 'UPS02', 'UPS03'].map(code => never.has(code)),
    'by contacts only mains and battery are known',
  ).toEqual([false, false, true]);
  expect(never.get('CAB01')).toEqual({ motivo: 'ingressi', quali: ['smoke', 'intrusion', 'flood'] });
  expect(never.has('CAB02'), 'there is a door').toBe(false);
  expect(
    [...never.keys()].filter(code => /^(INV|STR|MET|SEN|SPI)/.test(code)),
    'an input',
  ).toEqual(['STR05']);
});

test('an inverter without insulation and without model 701: its rules say so after ten minutes of daylight', async () => {
  const { base, registers } = captureOf('fronius-ig-plus');
  const held = new Map(registers.map((word, index) => [base + index, word]));
  const server = await serveUnits(new Map([[1, { registers: held }]]));
  toClose.push(() => server.stop());
  const datalogger = await startFieldDatalogger({ driver: sunspecDriver, at: '2026-06-10T12:00:00+02:00' });
  toClose.push(() => datalogger.close());
  const at = { host: '127.0.0.1', porta: server.port, unita: 1, pn: 5, kwp: 5 };
  await datalogger.add('inverters', { nome: 'Fronius', ...at });
  await datalogger.pass(30);
  const early = await neverOf(datalogger);
  const token = datalogger.login('admin');
  const unreported = async () => (await datalogger.request('/api/dati_impianto/mancanti', { token })).json();
  expect(await unreported(), 'not known yet').toEqual([]);
  expect(early.get('INV06')).toEqual({ motivo: 'modelli', quali: ['701'] });
  expect(early.has('INV07')).toBe(false);
  await datalogger.pass(620);
  const never = await neverOf(datalogger);
  expect(never.get('INV07')).toEqual({ motivo: 'punti', quali: ['riso'] });
  expect(never.has('INV10'), 'it reports its events').toBe(false);
  expect(never.get('STR04')).toEqual({ motivo: 'dispositivi', quali: [] });
  const [inverter] = await unreported();
  expect(inverter).toMatchObject({ gruppo: 'inverter', id: [1] });
  expect(inverter.punti).toContain('riso');
  expect(inverter.punti, 'it reports its power').not.toContain('pac');
});
