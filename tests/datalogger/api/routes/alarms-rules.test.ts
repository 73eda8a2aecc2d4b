import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AlarmRule } from '../../../../src/contract/alarm-rules';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';
import { alarmCalls } from './alarms-support';

let datalogger: TestDatalogger;
let calls: ReturnType<typeof alarmCalls>;
beforeEach(async () => {
  datalogger = await startDatalogger();
  calls = alarmCalls(datalogger);
});
afterEach(() => datalogger.close());

async function ruleOf(code: string): Promise<AlarmRule> {
  const rules: AlarmRule[] = await (await calls.get('config/allarmi')).json();
  const rule = rules.find(({ codice }) => codice === code);
  if (!rule) throw new Error(`no rule ${code}`);
  return rule;
}
const put = (code: string, body: object, version: number | '*') =>
  calls.send('PUT', `config/allarmi/${code}`, body, 'admin', {
    'If-Match': version === '*' ? '*' : `"${version}"`,
  });

test('a changed threshold counts in the next cycle, and back', async () => {
  datalogger.hardware.cpuTemperature = 60;
  const rule = await ruleOf('DLG01');
  expect(rule).toMatchObject({ abilitato: true, soglia: 75, unita: '°C', versione: 1 });
  await datalogger.run(5);
  expect((await calls.list('testo=DLG01')).righe).toEqual([]);
  const changed = await put(
    'DLG01',
    { soglia: 50, ritardo_on: 0, ritardo_off: 0, isteresi: 0 },
    rule.versione,
  );
  expect(changed.headers.get('etag')).toBe('"2"');
  expect(await changed.json()).toMatchObject({ soglia: 50, priorita: rule.priorita, versione: 2 });
  await datalogger.run(1);
  expect((await calls.list('testo=DLG01')).righe).toMatchObject([{ valore: 60, soglia: 50, unita: '°C' }]);
  await put('DLG01', { soglia: 70 }, 2);
  await datalogger.run(1);
  expect((await calls.list('testo=DLG01')).righe).toMatchObject([{ stato: 'rientrato' }]);
});

test('of two administrators who change the same rule, the second learns it', async () => {
  expect((await put('INV07', { soglia: 80 }, 1)).status).toBe(200);
  expect((await put('INV07', { soglia: 90 }, 1)).status).toBe(412);
  expect((await ruleOf('INV07')).soglia).toBe(80);
});

test('every change is in the audit log, old and new', async () => {
  await put('INV07', { soglia: 80, abilitato: true }, 1);
  const [row] = datalogger.config.audit.newest(1);
  expect(row).toMatchObject({ user: 'admin', action: 'alarm.rule', object: 'config/allarmi/INV07' });
  expect(row?.changes).toEqual({ soglia: [100, 80] });
});

test('a rule has only the settings it compares', async () => {
  const refused = await put('INV01', { soglia: 3 }, '*');
  expect([refused.status, await refused.json()]).toEqual([
    422,
    expect.objectContaining({ codice: 'not_allowed', campo: 'soglia' }),
  ]);
  expect((await put('XYZ99', { abilitato: false }, '*')).status).toBe(404);
  expect((await put('INV01', { ritardo_on: 86_401 }, '*')).status).toBe(422);
});
