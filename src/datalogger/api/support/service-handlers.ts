import type { Trial } from '../../../contract/sharing';
import type { Guard } from '../../integrations/outgoing/guard';
import type { Recorder } from '../../storage/config/audit';
import type { ConfigDatabase } from '../../storage/config/config-database';
import type { SettingRecord, SettingRecords } from '../../storage/config/setting-records';
import { type Caller, Versioned } from '../http/handler';
import { refuseHosts } from './hosts';
import { type ServiceCall, writeService } from './service-write';
import type { Trials } from './trials';

export interface ServiceDeps {
  readonly config: Pick<ConfigDatabase, 'atomically'>;
  readonly guard: Pick<Guard, 'refuses'>;
  /** Limits trials of connections to other machines. */
  readonly trials: Trials;
  readonly record: Recorder;
}

export type Hosts = Readonly<Record<string, string>>;

/** The settings that a body asks for; throws for settings that cannot work. */
export type AcceptService<Body, Value> = (
  body: Body,
  stored: SettingRecord<Value>,
) => Pick<SettingRecord<Value>, 'value' | 'secret'>;

interface Service<Body, Value, Said> {
  /** What its actions begin with in the audit log, and its path there. */
  readonly action: 'feed' | 'push';
  readonly object: string;
  readonly settings: SettingRecords<Value>;
  readonly accept: AcceptService<Body, Value>;
  /** The hosts that a body names, by its field. */
  readonly hostsOf: (body: Body) => Hosts;
  /** The field that switches it on: a trial needs everything that a service in use needs. */
  readonly onField: 'abilitata' | 'abilitato';
  /** What is said besides settings and version. */
  readonly said: (stored: SettingRecord<Value>) => Said;
}

export const hasPassword = ({ secret }: { readonly secret: string | null }) => ({
  ha_password: secret !== null,
});

/** Reading, changing and trying the settings of one service on another machine. */
export function serviceHandlers<Body extends object, Value extends object, Said extends object>(
  { config, guard, trials, record }: ServiceDeps,
  { action, object, settings, accept, hostsOf, onField, said }: Service<Body, Value, Said>,
) {
  const read = () => {
    const stored = settings.read();
    return new Versioned({ ...stored.value, ...said(stored), versione: stored.version }, stored.version);
  };
  return {
    read,
    change: (call: ServiceCall<Body>) =>
      config.atomically(() => {
        refuseHosts(guard, hostsOf(call.body));
        writeService({ settings, accept, record, action: `${action}.change`, object }, call);
        return read();
      }),
    trial:
      (tryOut: (value: Value, secret: string | null) => Promise<Trial>) =>
      ({ body, caller }: { readonly body: Body; readonly caller: Caller }) => {
        const { value, secret } = accept({ ...body, [onField]: true }, settings.read());
        const [host = ''] = Object.values(hostsOf(body));
        const note = (result: 'ok' | 'refused') =>
          record(caller, `${action}.trial`, object, { changes: { host: [null, host] }, result });
        return trials.run(
          caller,
          () => {
            note('ok');
            return tryOut(value, secret);
          },
          () => note('refused'),
        );
      },
  };
}
