import type { Sharing, SharingBody } from '../../contract/sharing';
import { type Handlers, ProblemError, requireVersion, Versioned } from '../serve/handler';
import { changesBetween } from '../store/audit';
import type { ConfigDatabase } from '../store/config-database';
import type { JobsDatabase } from '../store/jobs-database';
import type { SharingSettings } from '../store/service-settings';
import type { Recorder } from './recorder';
import { passwordFor, sentPassword } from './secrets';

export interface SharingDeps {
  readonly config: ConfigDatabase;
  readonly jobs: Pick<JobsDatabase, 'transfers'>;
  readonly record: Recorder;
}

type SharingKey = Extract<keyof Handlers, `${string} condivisione-dati${string}`>;

export function sharingHandlers({ config, jobs, record }: SharingDeps): Pick<Handlers, SharingKey> {
  const { services, atomically } = config;
  const reply = () => {
    const { value, secret, version } = services.sharing.read();
    const sharing: Sharing = { ...value, ha_password: secret !== null, versione: version };
    return new Versioned(sharing, version);
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
    'GET condivisione-dati/registro': () => ({
      trasferimenti: jobs.transfers.all(),
      in_attesa: { file: 0, byte: 0 },
      prossimo: null,
    }),
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
