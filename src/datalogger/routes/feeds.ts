import type { InfluxBody } from '../../contract/feeds';
import type { Feeds } from '../feeds/feeds';
import type { Guard } from '../outgoing/guard';
import { type Handlers, ProblemError, Versioned } from '../serve/handler';
import type { ConfigDatabase } from '../store/config-database';
import type { InfluxSettings } from '../store/feed-settings';
import type { SettingRecord } from '../store/setting-records';
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
}

type FeedKey = Extract<keyof Handlers, `${string} condivisione-dati/${'flussi' | 'influx'}${string}`>;

export function feedHandlers(deps: FeedDeps): Pick<Handlers, FeedKey> {
  const { config, feeds, guard, trials, record } = deps;
  const object = 'condivisione-dati/influx';
  const reply = () => {
    const { value, secret, version } = config.feeds.influx.read();
    return new Versioned({ ...value, ha_password: secret !== null, versione: version }, version);
  };
  return {
    'GET condivisione-dati/flussi': () => feeds.state(),
    'GET condivisione-dati/influx': reply,
    'PUT condivisione-dati/influx': call =>
      config.atomically(() => {
        refuseHosts(guard, { url: hostOf(call.body.url) });
        const write = { settings: config.feeds.influx, accept: accepted, record };
        writeService({ ...write, action: 'feed.change', object }, call);
        return reply();
      }),
    'POST condivisione-dati/influx/prova': ({ body, caller }) => {
      const { value, secret } = accepted({ ...body, abilitata: true }, config.feeds.influx.read());
      const changes = { host: [null, hostOf(value.url)] } as const;
      const note = (result: 'ok' | 'refused') => record(caller, 'feed.trial', object, { changes, result });
      return trials.run(
        () => {
          note('ok');
          return feeds.influx.tryOut(value, secret);
        },
        () => note('refused'),
      );
    },
  };
}

const hostOf = (url: string) => (url === '' ? '' : new URL(url).hostname.replace(/^\[|\]$/g, ''));

/** The settings that a body asks for. 422 for settings that cannot work. */
function accepted({ password, ...value }: InfluxBody, { value: old, secret }: SettingRecord<InfluxSettings>) {
  const needed = [
    'url',
    'archivio',
    ...(value.protocollo === 'v2' ? ['organizzazione' as const] : []),
  ] as const;
  const missing = needed.find(field => value[field] === '');
  if (value.abilitata && missing !== undefined)
    throw new ProblemError(422, 'required', 'The database is not named whole.', { campo: missing });
  return { value, secret: passwordFor(password, secret, isSameReceiver(old, value)) };
}
