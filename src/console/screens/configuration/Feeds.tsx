import type { ReactNode } from 'react';
import { InfluxBody, MqttBody, PrometheusBody } from '../../../contract/feeds';
import { type PartProps, panelScreen } from '../../configuration/descriptor';
import { LeaveGuard } from '../../configuration/LeaveGuard';
import { Panel, panelDraft } from '../../configuration/Panel';
import { deviceFacts, fallbackZone } from '../../data/facts';
import { isObject, textOrNull, timeOrNull } from '../../data/read';
import { recordsOf } from '../../data/records';
import { useSession } from '../../data/session';
import { useResource } from '../../data/use-resource';
import { draftKey } from '../../form/drafts';
import { t } from '../../i18n/translate';
import { clearText, isHttps } from './service-rules';
import { momentWords, outcomeOf, Trial } from './Trial';
import { Refusals } from './Undelivered';

const influx = panelScreen({
  title: 'sharing.influx',
  source: { read: 'GET condivisione-dati/influx', change: 'PUT condivisione-dati/influx' },
  schema: InfluxBody,
  words: 'sharingField',
  fields: [
    'abilitata',
    'protocollo',
    'url',
    'archivio',
    'organizzazione',
    'utente',
    'password',
    'impronta',
    'attesa',
    'frequenza',
    'storia',
    'contenuto',
  ],
  rules: {
    findingsOf: ({ url }) => clearText('url', url.startsWith('http:')),
    shown: {
      organizzazione: ({ protocollo }) => protocollo === 'v2',
      utente: ({ protocollo }) => protocollo === 'v1',
      impronta: isHttps,
    },
  },
  Parts: ({ form }: PartProps) => (
    <>
      <Trial form={form} call="POST condivisione-dati/influx/prova" />
      <State of="influx" />
    </>
  ),
});

const mqtt = panelScreen({
  title: 'sharing.mqtt',
  source: { read: 'GET condivisione-dati/mqtt', change: 'PUT condivisione-dati/mqtt' },
  schema: MqttBody,
  words: 'sharingField',
  fields: [
    'abilitata',
    'sicurezza',
    'host',
    'porta',
    'utente',
    'password',
    'impronta',
    'attesa',
    'prefisso',
    'intervallo',
    'scoperta',
    'contenuto',
  ],
  rules: {
    findingsOf: ({ sicurezza }) => clearText('sicurezza', sicurezza === 'nessuna'),
    shown: { impronta: ({ sicurezza }) => sicurezza === 'tls' },
  },
  Parts: ({ form }: PartProps) => (
    <>
      <Trial form={form} call="POST condivisione-dati/mqtt/prova" />
      <State of="mqtt" />
    </>
  ),
});

const prometheus = panelScreen({
  title: 'sharing.prometheus',
  source: { read: 'GET condivisione-dati/prometheus', change: 'PUT condivisione-dati/prometheus' },
  schema: PrometheusBody,
  words: 'sharingField',
  fields: ['abilitata', 'password', 'contenuto'],
  Parts: () => (
    <>
      <p>{t('sharing.page')}</p>
      <State of="prometheus" />
    </>
  ),
});

export const feedPanels = [influx, mqtt, prometheus];
const states = recordsOf('GET condivisione-dati/flussi');

/** How far a feed has come, or why it does not. */
function State({ of }: { readonly of: 'influx' | 'mqtt' | 'prometheus' }) {
  const zone = useResource(deviceFacts).value?.zone ?? fallbackZone;
  const { value: [answer] = [] } = useResource(states);
  const state = answer?.[of];
  if (!isObject(state)) return null;
  const { fino, letto, connesso, motivo, rifiutati } = state;
  const t0 = timeOrNull(fino ?? letto);
  return (
    <div role="status">
      <p>
        {textOrNull(motivo) && `${outcomeOf({ esito: 'fallito', motivo })}. `}
        {connesso === true && t('sharing.connected')}
        {t0 !== null && t(fino ? 'sharing.sentTo' : 'sharing.readAt', { time: momentWords(t0, zone) })}
      </p>
      <Refusals of={rifiutati} zone={zone} />
    </div>
  );
}

/** The engines that the measures are given to: each is saved on its own. */
export function Feeds({ children }: { readonly children: ReactNode }) {
  const user = useSession()?.user ?? '';
  return (
    <div className="sheet cf">
      <header className="head">
        <h1>{t('menu.dataSharing')}</h1>
        <p>{t('sharing.feedsIntro')}</p>
      </header>
      {children}
      {feedPanels.map(panel => (
        <Panel key={panel.title} screen={panel} isReadOnly={false} />
      ))}
      <LeaveGuard keys={feedPanels.map(panel => draftKey(user, panelDraft(panel)))} />
    </div>
  );
}
