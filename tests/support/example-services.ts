import type { InfluxBody, MqttBody, PrometheusBody } from '../../src/contract/feeds';
import { everyAlarm, type MailBody, type NotificationBody } from '../../src/contract/mail';
import type { SyslogBody, WebhookBody } from '../../src/contract/push';
import type { ScheduleBody } from '../../src/contract/schedules';
import type { SharingBody } from '../../src/contract/sharing';
import {
  firstNotifications,
  firstSyslog,
  firstWebhook,
} from '../../src/datalogger/storage/config/service-settings';

/** A schedule that limits the power to 60 % around noon, every day. */
export const exampleSchedule: ScheduleBody = {
  nome: 'Mezzogiorno',
  abilitata: true,
  priorita: 5,
  valida_dal: null,
  valida_al: null,
  quando: { ricorrenza: 'giornaliera', ora: '12:00' },
  azione: { tipo: 'limite_potenza', percentuale: 60, durata: 120, a_fine: 'ripristina' },
};

export const exampleSharing: SharingBody = {
  abilitata: true,
  protocollo: 'ftps',
  host: 'ftp.example.net',
  porta: 21,
  utente: 'masseria',
  password: 's3greta',
  impronta: '',
  cartella: 'dati',
  attesa: 30,
  frequenza: 15,
  ora: '01:00',
  formato: 'csv',
  gzip: true,
  scrittura: 'iso',
  contenuto: ['impianto', 'inverter'],
};

export const exampleMail: MailBody = {
  abilitata: true,
  server: 'smtp.example.net',
  porta: 587,
  sicurezza: 'starttls',
  utente: 'masseria',
  password: 's3greta',
  mittente: 'masseria@example.net',
  nome_mittente: 'FV Masseria',
};

export const exampleNotifications: NotificationBody = {
  ...firstNotifications,
  abilitate: true,
  destinatari: [{ ...everyAlarm, email: 'servizio@example.net', lingua: 'it' }],
};

export const exampleInflux: InfluxBody = {
  abilitata: true,
  protocollo: 'v1',
  url: 'https://db.example.net:8086',
  archivio: 'impianti',
  organizzazione: '',
  utente: 'masseria',
  password: 's3greta',
  impronta: '',
  attesa: 30,
  frequenza: 1,
  storia: 0,
  contenuto: ['impianto', 'inverter'],
};

export const exampleMqtt: MqttBody = {
  abilitata: true,
  sicurezza: 'tls',
  host: 'broker.example.net',
  porta: 8883,
  utente: 'masseria',
  password: 's3greta',
  impronta: '',
  attesa: 30,
  prefisso: 'meridiana',
  intervallo: 10,
  scoperta: true,
  contenuto: ['impianto', 'inverter'],
};

export const examplePrometheus: PrometheusBody = {
  abilitata: true,
  password: 'un-gettone-lungo-abbastanza',
  contenuto: ['impianto', 'inverter'],
};

export const exampleWebhook: WebhookBody = {
  ...firstWebhook,
  abilitato: true,
  url: 'https://hooks.example.net/allarmi',
  password: 's3greta',
};

export const exampleSyslog: SyslogBody = { ...firstSyslog, abilitato: true, server: 'log.example.net' };
