import { MailBody, NotificationBody } from '../../../contract/mail';
import { DynDns, Knx, Network, Ups } from '../../../contract/plant';
import { SystemBody } from '../../../contract/system';
import { type AnyScreen, configScreen } from '../../configuration/descriptor';
import { isObject } from '../../data/read';
import type { ConfigRecord } from '../../data/records';
import type { Values } from '../../form/paths';

/** A part of the plant with its default values, and the version of the whole plant, which a write must contain. */
const partOf = (name: string, otherwise: Values) => (plant: ConfigRecord) => ({
  ...otherwise,
  ...(isObject(plant[name]) ? plant[name] : {}),
  versione: plant.versione,
});
const plant = { read: 'GET impianto/:id', params: { id: '1' } } as const;
const words = 'systemField';

/** Fields that are shown only then. */
const shownIf = <Field extends string>(isShown: (draft: Values) => boolean, ...fields: readonly Field[]) =>
  Object.fromEntries(fields.map(field => [field, isShown])) as { readonly [F in Field]: typeof isShown };

const isFixed = ({ modalita }: Values) => modalita === 'statico';
const isOn = ({ abilitato }: Values) => abilitato === true;
const isSent = ({ abilitata }: Values) => abilitata === true;
const isNotified = ({ abilitate }: Values) => abilitate === true;

export const networkPanel = configScreen({
  title: 'systemGroup.network',
  source: { ...plant, change: 'PATCH impianto/:id/network', partOf: partOf('rete', { modalita: 'dhcp' }) },
  schema: Network,
  words,
  groups: [
    {
      title: 'systemGroup.network',
      fields: ['modalita', 'ip', 'maschera', 'gateway', 'dns', 'hostname', 'vlan'],
    },
  ],
  rules: { shown: shownIf(isFixed, 'ip', 'maschera', 'gateway', 'dns') },
});

export const upsPanel = configScreen({
  title: 'systemGroup.ups',
  source: {
    ...plant,
    change: 'PATCH impianto/:id/ups',
    partOf: record => ({ ...partOf('gruppo_continuita', {})(record), ups: record.ups }),
  },
  schema: Ups,
  words,
  groups: [{ title: 'systemGroup.ups', fields: ['ups', 'interfaccia', 'ritardo_allarme', 'spegnimento'] }],
  rules: { shown: shownIf(({ ups }) => ups === true, 'interfaccia', 'ritardo_allarme', 'spegnimento') },
});

const dynDnsPanel = configScreen({
  title: 'systemGroup.dynDns',
  source: {
    ...plant,
    change: 'PATCH impianto/:id/dyn-dns',
    partOf: partOf('dyn_dns', { abilitato: false, provider: 'dyndns2', intervallo: 60 }),
  },
  schema: DynDns,
  words,
  groups: [
    {
      title: 'systemGroup.dynDns',
      fields: ['abilitato', 'provider', 'url', 'hostname', 'utente', 'password', 'intervallo'],
    },
  ],
  rules: {
    shown: {
      ...shownIf(isOn, 'provider', 'hostname', 'utente', 'password', 'intervallo'),
      url: values => isOn(values) && values.provider === 'custom',
    },
  },
});

const knxPanel = configScreen({
  title: 'systemGroup.knx',
  source: {
    ...plant,
    change: 'PATCH impianto/:id/KNX',
    partOf: partOf('knx', { abilitato: false, modalita: 'tunnel', indirizzo: '' }),
  },
  schema: Knx,
  words,
  groups: [
    {
      title: 'systemGroup.knx',
      fields: ['abilitato', 'indirizzo', 'modalita', 'gateway', 'porta', 'potenza', 'energia', 'allarme'],
    },
  ],
  rules: {
    shown: shownIf(isOn, 'indirizzo', 'modalita', 'gateway', 'porta', 'potenza', 'energia', 'allarme'),
  },
});

const timePanel = configScreen({
  title: 'systemGroup.system',
  source: { read: 'GET sistema', change: 'PUT sistema' },
  schema: SystemBody,
  words,
  groups: [
    {
      title: 'systemGroup.system',
      fields: ['ntp', 'giorni_minuti', 'giorni_quarti', 'ore_sessione', 'dati_pubblici'],
    },
  ],
});

const mailPanel = configScreen({
  title: 'systemGroup.mail',
  source: { read: 'GET sistema/posta', change: 'PUT sistema/posta' },
  schema: MailBody,
  words,
  groups: [
    {
      title: 'systemGroup.mail',
      fields: [
        'abilitata',
        'server',
        'porta',
        'sicurezza',
        'utente',
        'password',
        'mittente',
        'nome_mittente',
      ],
    },
  ],
  rules: {
    shown: shownIf(
      isSent,
      ...(['server', 'porta', 'sicurezza', 'utente', 'password', 'mittente', 'nome_mittente'] as const),
    ),
  },
});

const notificationPanel = configScreen({
  title: 'systemGroup.notifications',
  source: { read: 'GET sistema/notifiche', change: 'PUT sistema/notifiche' },
  schema: NotificationBody,
  words,
  groups: [
    {
      title: 'systemGroup.notifications',
      fields: [
        ...([
          'abilitate',
          'destinatari',
          'priorita_minima',
          'immediata',
          'riepilogo',
          'ora_riepilogo',
        ] as const),
        ...(['dalle', 'alle', 'massimo_ora', 'ripeti'] as const),
      ],
    },
  ],
  rules: {
    shown: {
      ...shownIf(isNotified, 'destinatari', 'priorita_minima', 'immediata', 'riepilogo'),
      ...shownIf(isNotified, 'dalle', 'alle', 'massimo_ora', 'ripeti'),
      ora_riepilogo: values => isNotified(values) && values.riepilogo === true,
    },
  },
});

/** The panels of the system setup after the network; the last two are for administrators only. */
export const sharedPanels: readonly AnyScreen[] = [upsPanel, dynDnsPanel, knxPanel, timePanel];
export const administratorPanels: readonly AnyScreen[] = [mailPanel, notificationPanel];
