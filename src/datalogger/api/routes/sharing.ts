import type { Sharing, SharingBody } from '../../../contract/sharing';
import type { DataSharing } from '../../integrations/sharing/sharing';
import type { SharingSettings } from '../../storage/config/service-settings';
import type { SettingRecord } from '../../storage/config/setting-records';
import type { JobsDatabase } from '../../storage/jobs/jobs-database';
import { type Handlers, ProblemError, Versioned } from '../http/handler';
import { refuseHosts } from '../support/hosts';
import { schedulesWith } from '../support/schedule-users';
import { isSameReceiver, passwordFor } from '../support/secrets';
import { writeService } from '../support/service-write';
import { type FeedDeps, feedHandlers } from './feeds';

export interface SharingDeps extends FeedDeps {
  readonly jobs: Pick<JobsDatabase, 'transfers'>;
  readonly sharing: DataSharing;
}

type SharingKey = Extract<keyof Handlers, `${string} condivisione-dati${string}` | 'GET metriche'>;

export function sharingHandlers(deps: SharingDeps): Pick<Handlers, SharingKey> {
  const { config, jobs, sharing, guard, trials, record } = deps;
  const { services, atomically } = config;
  const reply = () => {
    const { value, secret, version } = services.sharing.read();
    const usata_da = schedulesWith(config, 'invio_ftp');
    const stored: Sharing = { ...value, ha_password: secret !== null, usata_da, versione: version };
    return new Versioned(stored, version);
  };
  return {
    'GET condivisione-dati': reply,
    'PUT condivisione-dati': call =>
      atomically(() => {
        refuseHosts(guard, { host: call.body.host });
        const write = { settings: services.sharing, accept: accepted, record };
        writeService({ ...write, action: 'sharing.change', object: 'condivisione-dati' }, call);
        return reply();
      }),
    'POST condivisione-dati/prova': ({ body, caller }) => {
      const { value, secret } = accepted({ ...body, abilitata: true }, services.sharing.read());
      const note = (result: 'ok' | 'refused') =>
        record(caller, 'sharing.trial', 'condivisione-dati', {
          changes: { host: [null, value.host] },
          result,
        });
      return trials.run(
        caller,
        () => {
          note('ok');
          return sharing.tryOut(value, secret);
        },
        () => note('refused'),
      );
    },
    'GET condivisione-dati/registro': () => ({ trasferimenti: jobs.transfers.all(), ...sharing.state() }),
    ...feedHandlers(deps),
  };
}

/** The settings that a body asks for. 422 for settings that cannot work. */
function accepted(
  { password, ...value }: SharingBody,
  { value: old, secret }: SettingRecord<SharingSettings>,
) {
  if (value.abilitata && value.host === '') {
    throw new ProblemError(422, 'required', 'A server is needed.', { campo: 'host' });
  }
  return { value, secret: passwordFor(password, secret, isSameReceiver(old, value)) };
}
