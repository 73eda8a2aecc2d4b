import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { MqttBody } from '../../../../src/contract/feeds';
import { broker, brokerUser, hasBroker } from '../../../support/broker';
import { newRecord } from '../../../support/config-records';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';
import { eventually } from '../../../support/eventually';
import { exampleMqtt } from '../../../support/example-services';
import { localGuard } from '../../../support/local-guard';
import { serviceCalls } from '../../api/routes/services-support';

let datalogger: TestDatalogger;
let calls: ReturnType<typeof serviceCalls>;
let mosquitto: Awaited<ReturnType<typeof broker>>;
let dataFolder: string;

beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'meridiana-'));
});
afterEach(async () => {
  await datalogger.close();
  await mosquitto.close();
  rmSync(dataFolder, { recursive: true });
});

async function begin(): Promise<void> {
  datalogger = await startDatalogger({ guard: localGuard, dataFolder });
  calls = serviceCalls(datalogger);
}

async function beginWithBroker(options: Parameters<typeof broker>[0] = {}): Promise<void> {
  mosquitto = await broker(options);
  await mosquitto.start();
  await begin();
}

const apply = (change: Partial<MqttBody> = {}) =>
  calls.put('condivisione-dati/mqtt', {
    ...exampleMqtt,
    ...brokerUser,
    sicurezza: 'nessuna',
    host: '127.0.0.1',
    porta: mosquitto.port,
    attesa: 5,
    scoperta: true,
    ...change,
  });

async function pass(seconds: number): Promise<void> {
  for (let left = seconds; left > 0; left--) {
    datalogger.clock.advance(1000);
    await datalogger.run(1);
    await datalogger.settled();
  }
}

const serial = () => datalogger.config.installation.serial;
const base = () => `meridiana/${serial()}`;

/** What the broker retains, by topic. */
async function kept(): Promise<ReadonlyMap<string, string>> {
  const { heard } = await mosquitto.listen();
  // Each subscription is given all retained messages before anything else.
  const end = `meridiana-end/${Math.random()}`;
  mosquitto.say(end);
  await eventually(() => expect(heard.some(({ topic }) => topic === end)).toBe(true));
  return new Map(heard.filter(({ isRetained }) => isRetained).map(({ topic, payload }) => [topic, payload]));
}

const topicsOf = async (part: string) => [...(await kept()).keys()].filter(topic => topic.includes(part));

/** A device that nobody needs. */
async function addInverter(nome: string): Promise<number> {
  const { status, body } = await calls.post('config/inverters', {
    ...newRecord('inverters'),
    nome,
    abilitato: false,
  });
  expect(status).toBe(200);
  return body.id;
}

describe.skipIf(!hasBroker)('what a broker retains', () => {
  test('follows the configuration: the topics of a removed device are emptied', async () => {
    await beginWithBroker();
    const id = await addInverter('INV di prova');
    await apply();
    await pass(1);
    const topics = [`${base()}/inverter/${id}`, `${base()}/inverter/${id}/stato`];
    const before = await kept();
    for (const topic of topics) expect(before.has(topic)).toBe(true);
    expect((await topicsOf(`inverter_${id}_`)).length).toBe(5);
    const [, label] = [...before].find(([topic]) => topic.includes(`inverter_${id}_pac`)) ?? [];
    expect(JSON.parse(label ?? '').device.name).toBe('INV di prova');
    expect((await calls.remove(`config/inverters/${id}`)).status).toBe(204);
    await pass(11);
    const after = await kept();
    for (const topic of topics) expect(after.has(topic)).toBe(false);
    expect(await topicsOf(`inverter_${id}_`)).toEqual([]);
    expect(after.get(`${base()}/stato`)).toBe('online');
    expect(after.has(`${base()}/inverter/2`)).toBe(true);
  });

  test('follows the configuration over a restart, whatever was changed while the datalogger was not connected', async () => {
    await beginWithBroker();
    const id = await addInverter('INV di prova');
    await apply();
    await pass(1);
    expect((await kept()).has(`${base()}/inverter/${id}`)).toBe(true);
    await datalogger.close();
    await begin();
    await calls.remove(`config/inverters/${id}`);
    await apply({ contenuto: ['impianto', 'inverter'] });
    await pass(1);
    const retained = await kept();
    expect(retained.has(`${base()}/inverter/${id}`)).toBe(false);
    expect(await topicsOf(`inverter_${id}_`)).toEqual([]);
    expect(retained.has(`${base()}/inverter/2`)).toBe(true);
    // Another prefix: the topics under the old one are gone.
    await apply({ prefisso: 'casa' });
    await pass(2);
    expect(await topicsOf('meridiana/')).toEqual([]);
    expect((await kept()).get(`casa/${serial()}/stato`)).toBe('online');
    // Switched off before the next connection.
    await datalogger.close();
    await begin();
    await apply({ prefisso: 'casa', abilitata: false });
    await pass(2);
    expect([...(await kept())]).toEqual([[`casa/${serial()}/stato`, 'offline']]);
  });

  test('says of each device whether it is there, and of all of them by the last will', async () => {
    await beginWithBroker();
    await apply();
    await pass(1);
    datalogger.plant.inject({ kind: 'inverter-silent', inverter: 1 });
    await datalogger.run(300);
    await datalogger.settled();
    await pass(11);
    const retained = await kept();
    const silent = [1, 2, 3].filter(id => retained.get(`${base()}/inverter/${id}/stato`) === 'offline');
    expect(silent).toHaveLength(1);
    expect(JSON.parse(retained.get(`${base()}/inverter/${silent[0]}`) ?? '').pac).toBeNull();
    expect(retained.get(`${base()}/impianto/1/stato`)).toBe('online');
  });
});

describe.skipIf(!hasBroker)('a broker that takes a part only', () => {
  test('is named with what it refuses, in the trial too, and is an alarm after an hour', async () => {
    await beginWithBroker({ mayWrite: 'meridiana/#' });
    const trial = await calls.post('condivisione-dati/mqtt/prova', {
      ...exampleMqtt,
      ...brokerUser,
      sicurezza: 'nessuna',
      host: '127.0.0.1',
      porta: mosquitto.port,
      attesa: 5,
      scoperta: true,
    });
    expect(trial.body.passi.at(-1)).toMatchObject({ passo: 'scrittura', motivo: 'permesso' });
    await apply();
    await pass(1);
    const { body } = await calls.get('condivisione-dati/flussi');
    expect(body.mqtt).toMatchObject({ connesso: true, motivo: null });
    const [refused, ...others] = body.mqtt.rifiutati;
    expect(others).toEqual([]);
    expect(refused).toMatchObject({ motivo: 'permesso', gruppo: 'homeassistant/#', campo: null });
    expect(refused.righe).toBeGreaterThan(20);
    const alarms = async () => JSON.stringify((await calls.get('allarmi?stato=correnti')).body);
    expect(await alarms()).not.toContain('DLG03');
    for (let quarter = 0; quarter < 5; quarter++) {
      datalogger.clock.advance(900_000);
      await pass(11);
    }
    expect(await alarms()).toContain('DLG03');
  });
});
