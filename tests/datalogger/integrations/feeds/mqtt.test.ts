import { connect, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { MqttBody } from '../../../../src/contract/feeds';
import { broker, brokerUser, hasBroker } from '../../../support/broker';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';
import { eventually } from '../../../support/eventually';
import { exampleMqtt } from '../../../support/example-services';
import { localGuard } from '../../../support/local-guard';
import { serviceCalls } from '../../api/routes/services-support';

let datalogger: TestDatalogger;
let calls: ReturnType<typeof serviceCalls>;
let mosquitto: Awaited<ReturnType<typeof broker>>;

const settings = (change: Partial<MqttBody> = {}): MqttBody => ({
  ...exampleMqtt,
  ...brokerUser,
  sicurezza: 'nessuna',
  host: '127.0.0.1',
  porta: mosquitto.port,
  attesa: 5,
  scoperta: false,
  ...change,
});

/** Lets plant time and the device's time pass, a second at a time, and what is due be done. */
async function pass(seconds: number): Promise<void> {
  for (let left = seconds; left > 0; left--) {
    datalogger.clock.advance(1000);
    await datalogger.run(1);
    await datalogger.settled();
  }
}

const base = () => `meridiana/${datalogger.config.installation.serial}`;
const state = async () => (await calls.get('condivisione-dati/flussi')).body.mqtt;
const apply = (change: Partial<MqttBody> = {}) => calls.put('condivisione-dati/mqtt', settings(change));

describe.skipIf(!hasBroker)('MQTT with mosquitto', () => {
  beforeEach(async () => {
    mosquitto = await broker();
    await mosquitto.start();
    datalogger = await startDatalogger({ guard: localGuard });
    calls = serviceCalls(datalogger);
  });
  afterEach(async () => {
    await datalogger.close();
    await mosquitto.close();
  });

  test('keeps the state of each device, as the API gives it, and sends what changes no more often than asked', async () => {
    await apply();
    await pass(1);
    expect(await state()).toEqual({ connesso: true, motivo: null, prossimo: null, rifiutati: [] });
    const { heard, last } = await mosquitto.listen();
    await eventually(() => expect(last(`${base()}/inverter/2`)).toBeDefined());
    const first = JSON.parse(last(`${base()}/inverter/2`) ?? '');
    const { colonne } = (await calls.get('dati_impianto/RT?m=inverter')).body;
    for (const point of ['pac', 'eday', 'stato', 'q']) expect(first[point]).toBe(colonne[point][1]);
    expect(last(`${base()}/stato`)).toBe('online');
    expect(heard.every(({ isRetained }) => isRetained)).toBe(true);
    // The meters are not among what is chosen.
    expect(last(`${base()}/contatori/1`)).toBeUndefined();
    await pass(25);
    await eventually(() => {
      const told = heard.filter(({ topic, isRetained }) => topic === `${base()}/impianto/1` && !isRetained);
      expect(told).toHaveLength(2);
    });
  });

  test('over TLS only with the certificate that is expected, and not with a wrong password', async () => {
    const secure = { sicurezza: 'tls', porta: mosquitto.securePort } as const;
    const trial = async (change: Partial<MqttBody>) => {
      const { body } = await calls.post('condivisione-dati/mqtt/prova', settings(change));
      return body.passi.map(({ motivo, esito }: Record<string, string>) => motivo ?? esito);
    };
    const [done, left] = ['riuscito', 'saltato'];
    const impronta = mosquitto.fingerprint();
    expect(await trial({ ...secure, impronta })).toEqual([done, done, done, done, done]);
    expect(await trial(secure)).toEqual([done, done, 'certificato', left, left]);
    const other = impronta.replace(/^../, impronta.startsWith('00') ? '11' : '00');
    expect(await trial({ ...secure, impronta: other })).toEqual([done, done, 'certificato', left, left]);
    const wrong = { ...secure, impronta, password: 'sbagliata' };
    expect(await trial(wrong)).toEqual([done, done, done, 'credenziali', left]);
    expect(await trial({ porta: 9 })).toEqual([done, 'rifiutata', left, left, left]);
    await apply({ ...secure, impronta });
    await pass(1);
    expect((await state()).connesso).toBe(true);
  });

  test('is there again after the broker was, with all it keeps and with the alarms of the time between', async () => {
    await apply();
    await pass(2);
    await mosquitto.kill();
    await pass(12);
    expect(await state()).toMatchObject({ connesso: false, motivo: 'rifiutata' });
    datalogger.plant.inject({ kind: 'inverter-trip', inverter: 1, cause: 'ground' });
    await pass(90);
    await mosquitto.start();
    const { heard, last } = await mosquitto.listen();
    datalogger.clock.advance(300_000);
    await pass(2);
    await eventually(() => {
      expect(last(`${base()}/stato`)).toBe('online');
      expect(last(`${base()}/inverter/1`)).toBeDefined();
      const events = heard.filter(({ topic }) => topic === `${base()}/allarmi/eventi`);
      expect(events.map(({ payload }) => JSON.parse(payload).event_type)).toContain('inizio');
      expect(JSON.parse(last(`${base()}/allarmi`) ?? '{}').attivi).toBeGreaterThan(0);
    });
    expect(await state()).toEqual({ connesso: true, motivo: null, prossimo: null, rifiutati: [] });
  });

  test('a datalogger that is cut off is said to be offline by the broker, one that is switched off by itself', async () => {
    const ends: Socket[] = [];
    const between = createServer(near => {
      const far = connect(mosquitto.port, '127.0.0.1');
      near.pipe(far).pipe(near);
      for (const socket of [near, far]) ends.push(socket.on('error', () => undefined));
    });
    await new Promise<void>(resolve => between.listen(0, '127.0.0.1', resolve));
    const address = between.address();
    const porta = typeof address === 'object' ? (address?.port ?? 0) : 0;
    await apply({ porta });
    await pass(2);
    const { last } = await mosquitto.listen();
    await eventually(() => expect(last(`${base()}/stato`)).toBe('online'));
    for (const socket of ends) socket.destroy();
    await eventually(() => expect(last(`${base()}/stato`)).toBe('offline'));
    await pass(5);
    await eventually(() => expect(last(`${base()}/stato`)).toBe('online'));
    await apply({ porta, abilitata: false });
    await pass(1);
    await eventually(() => expect(last(`${base()}/stato`)).toBe('offline'));
    between.close();
  });

  test('Home Assistant finds plant, inverters and alarms, and no longer once the feed is off', async () => {
    await apply({ scoperta: true });
    await pass(1);
    const { heard } = await mosquitto.listen('homeassistant/#');
    await eventually(() => expect(heard.length).toBeGreaterThan(20));
    const configs = heard.map(({ topic, payload }) => ({ topic, ...JSON.parse(payload) }));
    const power = configs.find(({ topic }) => topic.endsWith('/inverter_2_pac/config'));
    const serial = datalogger.config.installation.serial.replaceAll(/[^\w-]/g, '_');
    expect(power).toEqual({
      topic: `homeassistant/sensor/meridiana_${serial}/inverter_2_pac/config`,
      name: 'Power',
      state_topic: `${base()}/inverter/2`,
      value_template: '{{ value_json.pac }}',
      unit_of_measurement: 'kW',
      device_class: 'power',
      state_class: 'measurement',
      suggested_display_precision: 1,
      device: {
        identifiers: [`meridiana_${serial}_inverter_2`],
        name: 'INV 02',
        via_device: `meridiana_${serial}`,
      },
      unique_id: `meridiana_${serial}_inverter_2_pac`,
      availability: [{ topic: `${base()}/stato` }, { topic: `${base()}/inverter/2/stato` }],
      availability_mode: 'all',
    });
    expect(new Set(configs.map(({ unique_id }) => unique_id)).size).toBe(configs.length);
    expect(configs.some(({ topic }) => topic.includes('/event/'))).toBe(true);
    expect(configs.some(({ topic }) => topic.includes('contatori'))).toBe(false);
    const before = heard.length;
    await apply({ scoperta: true, abilitata: false });
    await pass(1);
    await eventually(() => expect(heard.length).toBe(2 * before));
    expect(heard.slice(before).every(({ payload }) => payload === '')).toBe(true);
  });
});
