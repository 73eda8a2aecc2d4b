import { afterEach, beforeEach, expect, test } from 'vitest';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';
import { examplePrometheus } from '../../../support/example-services';
import { serviceCalls } from '../../api/routes/services-support';

let datalogger: TestDatalogger;
let calls: ReturnType<typeof serviceCalls>;
beforeEach(async () => {
  datalogger = await startDatalogger();
  calls = serviceCalls(datalogger);
});
afterEach(() => datalogger.close());

const page = (token?: string) =>
  datalogger.request('/api/metriche', token ? { headers: { Authorization: `Bearer ${token}` } } : {});
const { password: token = '' } = examplePrometheus;

test('the page is off by default, and is given for its own token alone', async () => {
  expect((await page(token)).status).toBe(404);
  await calls.put('condivisione-dati/prometheus', examplePrometheus);
  for (const wrong of [undefined, `${token}x`, datalogger.login('admin').slice(10)]) {
    expect((await page(wrong)).status).toBe(401);
  }
  const login = await datalogger.request('/api/metriche', { token: datalogger.login('admin') });
  expect(login.status).toBe(401);
  expect((await page(token)).status).toBe(200);
  const { body } = await calls.get('condivisione-dati/flussi');
  expect(body.prometheus.letto).toBe(Math.floor(datalogger.clock.now() / 1000));
  expect((await calls.get('condivisione-dati/prometheus')).text).not.toContain(token);
  await calls.put('condivisione-dati/prometheus', { ...examplePrometheus, abilitata: false });
  expect((await page(token)).status).toBe(404);
});

test('it has the numbers of the API, in the format of Prometheus, and none of a device that is silent', async () => {
  await calls.put('condivisione-dati/prometheus', examplePrometheus);
  await datalogger.run(60);
  const response = await page(token);
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const lines = (await response.text()).trimEnd().split('\n');
  const comment = /^# (TYPE meridiana_\w+ gauge|HELP meridiana_\w+ \S+)$/;
  const sample = /^meridiana_\w+\{(\w+="([^"\\]|\\.)*",?)+\} -?\d+(\.\d+)?$/;
  expect(lines.filter(line => !comment.test(line) && !sample.test(line))).toEqual([]);
  const types = lines.filter(line => line.startsWith('# TYPE'));
  expect(new Set(types).size).toBe(types.length);
  // Of the groups that are chosen, and no other.
  const groups = types.map(line => /meridiana_([a-z]+)_/.exec(line)?.[1]);
  expect(new Set(groups)).toEqual(new Set([...examplePrometheus.contenuto, 'allarmi', 'datalogger']));
  // Nothing was measured yet: this datalogger does not sample by itself.
  expect(lines.at(-1)).toMatch(/^meridiana_datalogger_ritardo\{.*quantile="1"\} 0\.000$/);
  const { colonne } = (await calls.get('dati_impianto/RT?m=inverter')).body;
  const power = lines.filter(line => line.startsWith('meridiana_inverter_pac{'));
  expect(power.map(line => Number(line.split(' ').at(-1)))).toEqual(colonne.pac);
  expect(power[1]).toContain('device="2",name="INV 02"');
  datalogger.plant.inject({ kind: 'inverter-silent', inverter: 2 });
  await datalogger.run(600);
  const later = await (await page(token)).text();
  expect(later).not.toMatch(/inverter_pac\{[^}]*device="2"/);
  expect(later).toMatch(/inverter_eta\{[^}]*device="2"[^}]*\} \d\d/);
  expect(later).toMatch(/meridiana_allarmi_attivi\{[^}]*priority="\d"\} [1-9]/);
});
