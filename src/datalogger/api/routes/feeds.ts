import type { InfluxBody, MqttBody, PrometheusBody } from '../../../contract/feeds';
import type { Feeds } from '../../integrations/feeds/feeds';
import { hostOf } from '../../integrations/outgoing/http';
import type { Snapshot } from '../../plant/snapshot';
import type { ConfigDatabase } from '../../storage/config/config-database';
import { type Handlers, ProblemError } from '../http/handler';
import { isSameReceiver, passwordFor } from '../support/secrets';
import {
  type AcceptService,
  type Hosts,
  hasPassword,
  type ServiceDeps,
  serviceHandlers,
} from '../support/service-handlers';

export interface FeedDeps extends ServiceDeps {
  readonly config: ConfigDatabase;
  readonly feeds: Feeds;
  readonly snapshot: () => Snapshot;
}

type FeedKey = Extract<
  keyof Handlers,
  `${string} condivisione-dati/${keyof ConfigDatabase['feeds'] | 'flussi'}${string}` | 'GET metriche'
>;

export function feedHandlers(deps: FeedDeps): Pick<Handlers, FeedKey> {
  const { config, feeds, snapshot } = deps;
  const influx = serviceHandlers(deps, {
    ...common('influx'),
    settings: config.feeds.influx,
    accept: acceptInflux,
    hostsOf: hostOfUrl,
  });
  const mqtt = serviceHandlers(deps, {
    ...common('mqtt'),
    settings: config.feeds.mqtt,
    accept: acceptMqtt,
    hostsOf: ({ host }) => ({ host }),
  });
  const prometheus = serviceHandlers(deps, {
    ...common('prometheus'),
    settings: config.feeds.prometheus,
    accept: acceptPrometheus,
    hostsOf: () => ({}),
  });
  return {
    'GET condivisione-dati/flussi': () => feeds.state(),
    'GET condivisione-dati/influx': influx.read,
    'PUT condivisione-dati/influx': influx.change,
    'POST condivisione-dati/influx/prova': influx.trial((value, secret) =>
      feeds.influx.tryOut(value, secret),
    ),
    'GET condivisione-dati/mqtt': mqtt.read,
    'PUT condivisione-dati/mqtt': mqtt.change,
    'POST condivisione-dati/mqtt/prova': mqtt.trial((value, secret) => feeds.mqtt.tryOut(value, secret)),
    'GET condivisione-dati/prometheus': prometheus.read,
    'PUT condivisione-dati/prometheus': prometheus.change,
    'GET metriche': ({ caller }) => {
      if (!feeds.prometheus.isOn) throw new ProblemError(404, 'not_found', 'The page is switched off.');
      if (!feeds.prometheus.isToken(caller.otherToken))
        throw new ProblemError(401, 'session_invalid', 'The token of the page is needed.');
      return feeds.prometheus.text(snapshot());
    },
  };
}

const hostOfUrl = ({ url }: InfluxBody): Hosts => ({
  url: url === '' ? '' : hostOf(new URL(url)),
});

const common = (name: keyof ConfigDatabase['feeds']) => ({
  action: 'feed' as const,
  object: `condivisione-dati/${name}`,
  onField: 'abilitata' as const,
  said: hasPassword,
});

/** 422 for settings that cannot work. */
function requireText<Body extends { readonly abilitata: boolean }>(
  body: Body,
  fields: readonly (keyof Body & string)[],
): void {
  const missing = fields.find(field => body[field] === '');
  if (body.abilitata && missing !== undefined)
    throw new ProblemError(422, 'required', 'The receiver is not named whole.', { campo: missing });
}

const acceptInflux: AcceptService<InfluxBody, Omit<InfluxBody, 'password'>> = (
  { password, ...value },
  stored,
) => {
  requireText(value, ['url', 'archivio', ...(value.protocollo === 'v2' ? ['organizzazione' as const] : [])]);
  return { value, secret: passwordFor(password, stored.secret, isSameReceiver(stored.value, value)) };
};

const acceptMqtt: AcceptService<MqttBody, Omit<MqttBody, 'password'>> = ({ password, ...value }, stored) => {
  requireText(value, ['host']);
  return { value, secret: passwordFor(password, stored.secret, isSameReceiver(stored.value, value)) };
};

/** A page without a token would be everybody's. */
const acceptPrometheus: AcceptService<PrometheusBody, Omit<PrometheusBody, 'password'>> = (
  { password, ...value },
  stored,
) => {
  const secret = passwordFor(password, stored.secret, true);
  if (value.abilitata && secret === null)
    throw new ProblemError(422, 'required', 'The page needs a token.', { campo: 'password' });
  return { value, secret };
};
