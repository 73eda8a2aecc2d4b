import type { InfluxBody, MqttBody, PrometheusBody } from '../../contract/feeds';
import type { Trial } from '../../contract/sharing';
import type { Feeds } from '../feeds/feeds';
import type { Guard } from '../outgoing/guard';
import { type Caller, type Handlers, ProblemError, Versioned } from '../serve/handler';
import type { Snapshot } from '../snapshot';
import type { ConfigDatabase } from '../store/config-database';
import type { SettingRecord, SettingRecords } from '../store/setting-records';
import { refuseHosts } from './hosts';
import type { Recorder } from './recorder';
import { isSameReceiver, passwordFor } from './secrets';
import { writeService } from './service-write';
import type { Trials } from './trials';

export interface FeedDeps {
  readonly config: ConfigDatabase;
  readonly feeds: Feeds;
  readonly guard: Pick<Guard, 'refuses'>;
  /** Limits trials of connections to other machines. */
  readonly trials: Trials;
  readonly record: Recorder;
  readonly snapshot: () => Snapshot;
}

type FeedKey = Extract<
  keyof Handlers,
  `${string} condivisione-dati/${keyof ConfigDatabase['feeds'] | 'flussi'}${string}` | 'GET metriche'
>;

export function feedHandlers(deps: FeedDeps): Pick<Handlers, FeedKey> {
  const { config, feeds, snapshot } = deps;
  const influx = feedOf(deps, 'influx', config.feeds.influx, acceptInflux, hostOfUrl);
  const mqtt = feedOf(deps, 'mqtt', config.feeds.mqtt, acceptMqtt, ({ host }) => ({ host }));
  const prometheus = feedOf(deps, 'prometheus', config.feeds.prometheus, acceptPrometheus, () => ({}));
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

type Hosts = Readonly<Record<string, string>>;
type Accept<Body, Value> = (
  body: Body,
  stored: SettingRecord<Value>,
) => Pick<SettingRecord<Value>, 'value' | 'secret'>;

/** Reading, changing and trying the settings of one feed. */
function feedOf<Body extends { readonly password?: string | undefined }, Value extends object>(
  { config, guard, trials, record }: FeedDeps,
  name: keyof ConfigDatabase['feeds'],
  settings: SettingRecords<Value>,
  accept: Accept<Body, Value>,
  hostsOf: (body: Body) => Hosts,
) {
  const object = `condivisione-dati/${name}`;
  const read = () => {
    const { value, secret, version } = settings.read();
    return new Versioned({ ...value, ha_password: secret !== null, versione: version }, version);
  };
  return {
    read,
    change: (call: { readonly body: Body; readonly caller: Caller; readonly ifMatch: string | null }) =>
      config.atomically(() => {
        refuseHosts(guard, hostsOf(call.body));
        writeService({ settings, accept, record, action: 'feed.change', object }, call);
        return read();
      }),
    trial:
      (tryOut: (value: Value, secret: string | null) => Promise<Trial>) =>
      ({ body, caller }: { readonly body: Body; readonly caller: Caller }) => {
        const { value, secret } = accept({ ...body, abilitata: true }, settings.read());
        const [host = ''] = Object.values(hostsOf(body));
        const note = (result: 'ok' | 'refused') =>
          record(caller, 'feed.trial', object, { changes: { host: [null, host] }, result });
        return trials.run(
          () => {
            note('ok');
            return tryOut(value, secret);
          },
          () => note('refused'),
        );
      },
  };
}

const hostOfUrl = ({ url }: InfluxBody): Hosts => ({
  url: url === '' ? '' : new URL(url).hostname.replace(/^\[|\]$/g, ''),
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

const acceptInflux: Accept<InfluxBody, Omit<InfluxBody, 'password'>> = ({ password, ...value }, stored) => {
  requireText(value, ['url', 'archivio', ...(value.protocollo === 'v2' ? ['organizzazione' as const] : [])]);
  return { value, secret: passwordFor(password, stored.secret, isSameReceiver(stored.value, value)) };
};

const acceptMqtt: Accept<MqttBody, Omit<MqttBody, 'password'>> = ({ password, ...value }, stored) => {
  requireText(value, ['host']);
  return { value, secret: passwordFor(password, stored.secret, isSameReceiver(stored.value, value)) };
};

/** A page without a token would be everybody's. */
const acceptPrometheus: Accept<PrometheusBody, Omit<PrometheusBody, 'password'>> = (
  { password, ...value },
  stored,
) => {
  const secret = passwordFor(password, stored.secret, true);
  if (value.abilitata && secret === null)
    throw new ProblemError(422, 'required', 'The page needs a token.', { campo: 'password' });
  return { value, secret };
};
