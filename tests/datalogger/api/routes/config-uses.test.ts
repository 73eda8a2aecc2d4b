import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { configClient } from '../../../support/config-client';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';
import { exampleSchedule } from '../../../support/example-services';

let datalogger: TestDatalogger;
let client: ReturnType<typeof configClient>;

beforeEach(async () => {
  datalogger = await startDatalogger({ size: 'medium', at: '2026-06-10T13:00:00+02:00' });
  client = configClient(datalogger);
});
afterEach(() => datalogger.close());

const refusal = async (path: string) => {
  const response = await client.send('DELETE', `config/${path}`);
  return { status: response.status, ...(await response.json()) };
};

describe('what others use', () => {
  test('an inverter names its string boxes, and stays while there are any', async () => {
    const boxes = (await client.list('box-stringhe')).filter(({ inverter }) => inverter === 2);
    expect(boxes.length).toBeGreaterThan(0);
    expect(await client.get('config/inverters/2/usi')).toEqual({
      usato_da: boxes.map(({ nome }) => nome),
      mancheranno: [],
    });
    expect(await refusal('inverters/2')).toMatchObject({ status: 409, codice: 'in_use', da: boxes[0]?.nome });
    expect(datalogger.config.devices.find('inverters', 2)).not.toBeNull();
    for (const { id } of boxes) await client.change('box-stringhe', { inverter: 1 }, id);
    await client.remove('inverters', 2);
    expect(datalogger.config.devices.find('inverters', 2)).toBeNull();
  });

  test('a string box names the trackers that carry its strings', async () => {
    await datalogger.run(60);
    const box = (await client.rows('stringhe')).get(1)?.quadro;
    await client.change('trackers', { stringhe: [1] }, 3);
    const { usato_da } = await client.get(`config/box-stringhe/${box}/usi`);
    expect(usato_da).toContain(datalogger.config.devices.find('trackers', 3)?.nome);
  });

  test('the last tracker of a group names the schedule that cleans it', async () => {
    const { schedules, devices } = datalogger.config;
    const group = devices.find('trackers', 1)?.gruppo ?? 0;
    const [, ...others] = (await client.list('trackers')).filter(({ gruppo }) => gruppo === group);
    const azione = { tipo: 'angolo_pulizia', gruppo: group, durata: 60, a_fine: 'ripristina' } as const;
    schedules.add({ ...exampleSchedule, nome: 'Pulizia', azione });
    const users = async () => (await client.get('config/trackers/1/usi')).usato_da;
    expect(await users()).toEqual([]);
    for (const { id } of others) await client.change('trackers', { gruppo: group + 1 }, id);
    expect(await users()).toEqual(['Pulizia']);
    expect(await refusal('trackers/1')).toMatchObject({ status: 409, codice: 'in_use', da: 'Pulizia' });
  });

  test('an input module names its signals', async () => {
    const module = await client.add('moduli-io', { numero: 7 });
    await client.add('digital-signals', { nome: 'Porta', modulo: 7, canale: 1 });
    expect((await client.get(`config/moduli-io/${module.id}/usi`)).usato_da).toEqual(['Porta']);
  });
});

describe('the last source of a figure', () => {
  const meterOf = async (ruolo: string) =>
    (await client.list('contatori')).find(meter => meter.ruolo === ruolo)?.id ?? 0;

  test('a production meter says what is missing without it, and goes once there is another', async () => {
    const id = await meterOf('produzione');
    expect((await client.get(`config/contatori/${id}/usi`)).mancheranno).toEqual([
      'produzione',
      'autoconsumo',
    ]);
    expect(await refusal(`contatori/${id}`)).toMatchObject({ status: 409, codice: 'last_source' });
    await client.add('contatori', { nome: 'M9', ruolo: 'produzione' });
    expect((await client.get(`config/contatori/${id}/usi`)).mancheranno).toEqual([]);
    await client.remove('contatori', id);
  });

  test('one that is disabled may go: what it gave is missing already', async () => {
    const id = await meterOf('scambio');
    expect(await refusal(`contatori/${id}`)).toMatchObject({ codice: 'last_source' });
    await client.change('contatori', { abilitato: false }, id);
    await client.remove('contatori', id);
    expect(datalogger.config.devices.find('contatori', id)).toBeNull();
  });

  test('a sensor of another plane is no replacement for the irradiance', async () => {
    const sensors = (await client.list('sensori')).filter(({ tipo }) => tipo === 'poa');
    const [reference, ...others] = [...sensors].sort((a, b) => Number(b.primario) - Number(a.primario));
    for (const { id } of others) await client.remove('sensori', id);
    const usesOf = async () => (await client.get(`config/sensori/${reference?.id}/usi`)).mancheranno;
    const { tilt = 0, azimut = 0 } = reference ?? {};
    const spare = await client.add('sensori', { nome: 'Riserva', tipo: 'poa', tilt: tilt + 7, azimut });
    expect(await usesOf()).toContain('irraggiamento');
    await client.change('sensori', { tilt }, spare.id);
    expect(await usesOf()).not.toContain('irraggiamento');
  });

  test.each([
    ['sensori', 'ws', 'vento'],
    ['sensori', 'tmod', 'attesa'],
  ] as const)('%s %s: %s', async (kind, tipo, figure) => {
    const all = (await client.list(kind)).filter(sensor => sensor.tipo === tipo);
    const [last, ...others] = all;
    for (const { id } of others) await client.remove(kind, id);
    expect((await client.get(`config/${kind}/${last?.id}/usi`)).mancheranno).toEqual([figure]);
  });

  test.each([
    ['protezioni-interfaccia', 'protezione'],
    ['cci', 'controllore'],
  ] as const)('%s: %s', async (kind, figure) => {
    const [only] = await client.list(kind);
    expect(await client.get(`config/${kind}/${only?.id}/usi`)).toMatchObject({ mancheranno: [figure] });
    expect(await refusal(`${kind}/${only?.id}`)).toMatchObject({ codice: 'last_source' });
  });
});

test('a kind that there is not is 404, and the controller’s technician sees that of the own kinds only', async () => {
  expect((await client.send('GET', 'config/allarmi/1/usi')).status).toBe(404);
  const { send } = configClient(datalogger, 'cci');
  expect((await send('GET', 'config/inverters/1/usi')).status).toBe(200);
  expect((await send('GET', 'config/contatori/1/usi')).status).toBe(403);
});
