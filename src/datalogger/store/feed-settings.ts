import * as v from 'valibot';
import { InfluxBody } from '../../contract/feeds';
import type { Database } from './database';
import { createSettingRecords, type SettingRecord, type SettingRecords } from './setting-records';

export type InfluxSettings = Omit<InfluxBody, 'password'>;
/** A password or a token. */
export type FeedSecret = SettingRecord<unknown>['secret'];

/** The engines that the measures are given to. */
export interface FeedSettings {
  readonly influx: SettingRecords<InfluxSettings>;
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

export function createFeedSettings(db: Database): FeedSettings {
  return {
    influx: createSettingRecords(db, 'feed-influx', v.omit(InfluxBody, ['password']), firstInflux),
  };
}
