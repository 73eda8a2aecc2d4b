import * as v from 'valibot';
import { type MailBody, MailBody as MailSchema, NotificationBody } from '../../../contract/mail';
import { SyslogBody, type WebhookBody, WebhookBody as WebhookSchema } from '../../../contract/push';
import { type SharingBody, SharingBody as SharingSchema } from '../../../contract/sharing';
import type { Database } from '../database/database';
import { createSettingRecords, type SettingRecords } from './setting-records';

export type SharingSettings = Omit<SharingBody, 'password'>;
export type MailSettings = Omit<MailBody, 'password'>;
export type WebhookSettings = Omit<WebhookBody, 'password'>;

/** The services the datalogger uses on other machines; their passwords apart, as secrets. */
export interface ServiceSettings {
  readonly sharing: SettingRecords<SharingSettings>;
  readonly mail: SettingRecords<MailSettings>;
  readonly notifications: SettingRecords<NotificationBody>;
  readonly webhook: SettingRecords<WebhookSettings>;
  readonly syslog: SettingRecords<SyslogBody>;
}

const firstSharing: SharingSettings = {
  abilitata: false,
  protocollo: 'ftps',
  host: '',
  porta: 21,
  utente: '',
  impronta: '',
  cartella: '',
  attesa: 30,
  frequenza: 15,
  ora: '01:00',
  formato: 'csv',
  gzip: true,
  scrittura: 'iso',
  contenuto: ['impianto', 'inverter', 'contatori', 'sensori'],
};

const firstMail: MailSettings = {
  abilitata: false,
  server: '',
  porta: 587,
  sicurezza: 'starttls',
  utente: '',
  mittente: '',
  nome_mittente: '',
};

export const firstNotifications: NotificationBody = {
  abilitate: false,
  destinatari: [],
  priorita_minima: 2,
  immediata: true,
  riepilogo: false,
  ora_riepilogo: '07:00',
  dalle: '00:00',
  alle: '00:00',
  massimo_ora: 20,
  ripeti: 0,
};

const firstRule = {
  abilitato: false,
  lingua: 'it',
  priorita_minima: 2,
  gruppo: 'tutti',
  dopo: 0,
  dalle: '00:00',
  alle: '00:00',
  massimo_ora: 20,
} as const;

export const firstWebhook: WebhookSettings = {
  ...firstRule,
  url: '',
  impronta: '',
  formato: 'json',
  chat: '',
};
export const firstSyslog: SyslogBody = {
  ...firstRule,
  server: '',
  porta: 514,
  trasporto: 'udp',
  impronta: '',
};

export function createServiceSettings(db: Database): ServiceSettings {
  return {
    sharing: createSettingRecords(db, 'sharing', v.omit(SharingSchema, ['password']), firstSharing),
    mail: createSettingRecords(db, 'mail', v.omit(MailSchema, ['password']), firstMail),
    notifications: createSettingRecords(db, 'notifications', NotificationBody, firstNotifications),
    webhook: createSettingRecords(db, 'webhook', v.omit(WebhookSchema, ['password']), firstWebhook),
    syslog: createSettingRecords(db, 'syslog', SyslogBody, firstSyslog),
  };
}
