import * as v from 'valibot';
import { InfluxBody, MqttBody, PrometheusBody } from '../../../contract/feeds';
import type { Database } from '../database/database';
import { createSettingRecords, type SettingRecord, type SettingRecords } from './setting-records';

export type InfluxSettings = Omit<InfluxBody, 'password'>;
export type MqttSettings = Omit<MqttBody, 'password'>;
export type PrometheusSettings = Omit<PrometheusBody, 'password'>;
/** A password or a token. */
export type FeedSecret = SettingRecord<unknown>['secret'];

/** The engines that the measures are given to. */
export interface FeedSettings {
  readonly influx: SettingRecords<InfluxSettings>;
  readonly mqtt: SettingRecords<MqttSettings>;
  readonly prometheus: SettingRecords<PrometheusSettings>;
}

const firstInflux: InfluxSettings = {
  abilitata: false,
  protocollo: 'v2',
  url: '',
  archivio: '',
  organizzazione: '',
  utente: '',
  impronta: '',
  attesa: 30,
  frequenza: 1,
  storia: 0,
  contenuto: ['impianto', 'inverter', 'contatori', 'sensori'],
};

const firstMqtt: MqttSettings = {
  abilitata: false,
  sicurezza: 'tls',
  host: '',
  porta: 8883,
  utente: '',
  impronta: '',
  attesa: 30,
  prefisso: 'meridiana',
  intervallo: 10,
  scoperta: true,
  contenuto: ['impianto', 'inverter', 'contatori'],
};

const firstPrometheus: PrometheusSettings = {
  abilitata: false,
  contenuto: ['impianto', 'inverter', 'contatori', 'sensori'],
};

export function createFeedSettings(db: Database): FeedSettings {
  return {
    influx: createSettingRecords(db, 'feed-influx', v.omit(InfluxBody, ['password']), firstInflux),
    mqtt: createSettingRecords(db, 'feed-mqtt', v.omit(MqttBody, ['password']), firstMqtt),
    prometheus: createSettingRecords(
      db,
      'feed-prometheus',
      v.omit(PrometheusBody, ['password']),
      firstPrometheus,
    ),
  };
}
