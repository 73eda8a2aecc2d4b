import { MailBody, NotificationBody } from '../../../contract/mail';
import { DynDns, Knx, Network } from '../../../contract/plant';
import type { DeliveringService } from '../../../contract/push';
import { SystemBody } from '../../../contract/system';
import { Ups } from '../../../contract/ups';
import { type AnyScreen, type PartProps, panelScreen, shownIf } from '../../configuration/descriptor';
import { isObject } from '../../data/read';
import type { ConfigRecord } from '../../data/records';
import type { Values } from '../../form/paths';
import { Lazy } from '../../ui/Lazy';

const loadMailParts = () => import('./MailTrial').then(module => module.MailParts);
const loadNotificationParts = () => import('./MailTrial').then(module => module.NotificationParts);
const loadUndelivered = () => import('./Undelivered').then(module => module.Undelivered);
const loadUpsState = () => import('./UpsState').then(module => module.UpsState);
/** The words of what comes below the fields of a panel. */
const belowWords = ['config-opened'] as const;

/** Below a service: what it has not taken. */
const undelivered =
  (of: DeliveringService) =>
  ({ form }: PartProps) =>
    isOn(form.draft) ? <Lazy load={loadUndelivered} parts={belowWords} props={{ form, of }} /> : null;

/** A part of the plant with its default values, and the version of the whole plant, which a write must contain. */
const partOf = (name: string, otherwise: Values) => (plant: ConfigRecord) => ({
  ...otherwise,
  ...(isObject(plant[name]) ? plant[name] : {}),
  versione: plant.versione,
});
const plant = { read: 'GET impianto/:id', params: { id: '1' } } as const;

const isFixed = ({ modalita }: Values) => modalita === 'statico';
export const isOn = ({ abilitato }: Values) => abilitato === true;
const isSent = ({ abilitata }: Values) => abilitata === true;
const isNotified = ({ abilitate }: Values) => abilitate === true;

export const networkPanel = panelScreen({
  title: 'systemGroup.network',
  words: 'systemField',
  source: { ...plant, change: 'PATCH impianto/:id/network', partOf: partOf('rete', { modalita: 'dhcp' }) },
  schema: Network,
  fields: ['modalita', 'ip', 'maschera', 'gateway', 'dns', 'hostname', 'vlan'],
  rules: { shown: shownIf(isFixed, 'ip', 'maschera', 'gateway', 'dns') },
});

const hasUps = ({ ups }: Values) => ups === true;
const isOnServer = ({ ups, interfaccia }: Values) => ups === true && interfaccia === 'nut';

export const upsPanel = panelScreen({
  title: 'systemGroup.ups',
  words: 'systemField',
  source: {
    ...plant,
    change: 'PATCH impianto/:id/ups',
    partOf: record => ({ ...partOf('gruppo_continuita', {})(record), ups: record.ups }),
  },
  schema: Ups,
  fields: [
    'ups',
    'interfaccia',
    'host',
    'porta',
    'nome_ups',
    'utente',
    'password',
    'ritardo_allarme',
    'spegnimento',
    'spegnimento_minuti',
    'spegnimento_autonomia',
    'spegnimento_carica',
    'riaccensione',
  ],
  rules: {
    shown: {
      ...shownIf(hasUps, 'interfaccia', 'ritardo_allarme', 'spegnimento', 'spegnimento_minuti'),
      ...shownIf(isOnServer, 'host', 'porta', 'nome_ups', 'utente', 'password'),
      ...shownIf(isOnServer, 'spegnimento_autonomia', 'spegnimento_carica', 'riaccensione'),
    },
  },
  Parts: props => <Lazy load={loadUpsState} parts={belowWords} props={props} />,
});

const dynDnsPanel = panelScreen({
  title: 'systemGroup.dynDns',
  words: 'systemField',
  source: {
    ...plant,
    change: 'PATCH impianto/:id/dyn-dns',
    partOf: partOf('dyn_dns', { abilitato: false, provider: 'dyndns2', intervallo: 60 }),
  },
  schema: DynDns,
  fields: ['abilitato', 'provider', 'url', 'hostname', 'utente', 'password', 'intervallo'],
  rules: {
    shown: {
      ...shownIf(isOn, 'provider', 'hostname', 'utente', 'password', 'intervallo'),
      url: values => isOn(values) && values.provider === 'custom',
    },
  },
  Parts: undelivered('dyn_dns'),
});

const knxPanel = panelScreen({
  title: 'systemGroup.knx',
  words: 'systemField',
  source: {
    ...plant,
    change: 'PATCH impianto/:id/KNX',
    partOf: partOf('knx', { abilitato: false, modalita: 'tunnel', indirizzo: '' }),
  },
  schema: Knx,
  fields: ['abilitato', 'indirizzo', 'modalita', 'gateway', 'porta', 'potenza', 'energia', 'allarme'],
  rules: {
    shown: shownIf(isOn, 'indirizzo', 'modalita', 'gateway', 'porta', 'potenza', 'energia', 'allarme'),
  },
  Parts: undelivered('knx'),
});

const timePanel = panelScreen({
  title: 'systemGroup.system',
  words: 'systemField',
  source: { read: 'GET sistema', change: 'PUT sistema' },
  schema: SystemBody,
  fields: ['ntp', 'giorni_minuti', 'giorni_quarti', 'ore_sessione', 'dati_pubblici', 'sospensione_operatori'],
});

const mailPanel = panelScreen({
  title: 'systemGroup.mail',
  words: 'systemField',
  source: { read: 'GET sistema/posta', change: 'PUT sistema/posta' },
  schema: MailBody,
  fields: ['abilitata', 'server', 'porta', 'sicurezza', 'utente', 'password', 'mittente', 'nome_mittente'],
  rules: {
    shown: shownIf(isSent, 'server', 'porta', 'sicurezza', 'utente', 'password', 'mittente', 'nome_mittente'),
  },
  Parts: props => <Lazy load={loadMailParts} parts={belowWords} props={props} />,
});

const notificationPanel = panelScreen({
  title: 'systemGroup.notifications',
  words: 'systemField',
  source: { read: 'GET sistema/notifiche', change: 'PUT sistema/notifiche' },
  schema: NotificationBody,
  fields: [
    'abilitate',
    'destinatari',
    'priorita_minima',
    'immediata',
    'riepilogo',
    'ora_riepilogo',
    'dalle',
    'alle',
    'massimo_ora',
    'ripeti',
  ],
  rules: {
    shown: {
      ...shownIf(isNotified, 'destinatari', 'priorita_minima', 'immediata', 'riepilogo'),
      ...shownIf(isNotified, 'dalle', 'alle', 'massimo_ora', 'ripeti'),
      ora_riepilogo: values => isNotified(values) && values.riepilogo === true,
    },
  },
  Parts: props => <Lazy load={loadNotificationParts} parts={belowWords} props={props} />,
});

/** The panels of the system setup after the network; the last two are for administrators only. */
export const sharedPanels: readonly AnyScreen[] = [upsPanel, dynDnsPanel, knxPanel, timePanel];
export const administratorPanels: readonly AnyScreen[] = [mailPanel, notificationPanel];
