import type { Sharing, SharingBody } from '../../contract/sharing';
import { type Handlers, ProblemError, requireVersion, Versioned } from '../serve/handler';
import type { DataSharing } from '../sharing/sharing';
import { changesBetween } from '../store/audit';
import type { ConfigDatabase } from '../store/config-database';
import type { JobsDatabase } from '../store/jobs-database';
import type { SharingSettings } from '../store/service-settings';
import type { Recorder } from './recorder';
import { passwordFor, sentPassword } from './secrets';

export interface SharingDeps {
  readonly config: ConfigDatabase;
  readonly jobs: Pick<JobsDatabase, 'transfers'>;
  readonly sharing: DataSharing;
  readonly record: Recorder;
}

type SharingKey = Extract<keyof Handlers, `${string} condivisione-dati${string}`>;

export function sharingHandlers(deps: SharingDeps): Pick<Handlers, SharingKey> {
  const { config, jobs, sharing, record } = deps;
  const { services, atomically } = config;
  const reply = () => {
    const { value, secret, version } = services.sharing.read();
    const stored: Sharing = { ...value, ha_password: secret !== null, versione: version };
    return new Versioned(stored, version);
  };
  return {
    'GET condivisione-dati': reply,
    'PUT condivisione-dati': ({ body, caller, ifMatch }) =>
      atomically(() => {
        const stored = services.sharing.read();
        requireVersion(ifMatch, stored.version);
        const { value, secret } = accepted(body, stored.value, stored.secret);
        services.sharing.write(value, secret);
        const password = sentPassword(body.password);
        const changes = changesBetween(stored.value, password === undefined ? value : { ...value, password });
        record(caller, 'sharing.change', 'condivisione-dati', { changes });
        return reply();
      }),
    'POST condivisione-dati/prova': ({ body, caller }) => {
      const stored = services.sharing.read();
      const { value, secret } = accepted({ ...body, abilitata: true }, stored.value, stored.secret);
      record(caller, 'sharing.trial', 'condivisione-dati', { changes: { host: [null, value.host] } });
      return sharing.tryOut(value, secret);
    },
    'GET condivisione-dati/registro': () => ({ trasferimenti: jobs.transfers.all(), ...sharing.state() }),
  };
}

/** What a body makes of the stored settings. 422 for what cannot work. */
export function accepted(
  { password, ...value }: SharingBody,
  old: SharingSettings,
  oldSecret: string | null,
): { readonly value: SharingSettings; readonly secret: string | null } {
  if (value.abilitata && value.host === '') {
    throw new ProblemError(422, 'required', 'A server is needed.', { campo: 'host' });
  }
  const isSame = value.host === old.host && value.porta === old.porta && value.utente === old.utente;
  return { value, secret: passwordFor(password, oldSecret, isSame) };
}
