import type { Logo } from '../../../contract/logo';
import type { Recorder } from '../../storage/config/audit';
import type { ConfigDatabase } from '../../storage/config/config-database';
import { fingerprintOf } from '../../storage/config/profile-texts';
import { type Call, type Handlers, notFound, ProblemError } from '../http/handler';
import { isJpeg, mostPixels } from '../support/picture-type';

export interface LogoDeps {
  readonly config: Pick<ConfigDatabase, 'atomically' | 'logo' | 'plantConfig'>;
  readonly record: Recorder;
}

export type LogoKey = 'GET impianto/:id/logo' | 'PUT impianto/:id/logo';

export function logoHandlers(deps: LogoDeps): Pick<Handlers, LogoKey> {
  return {
    'GET impianto/:id/logo': ({ params }) => {
      requirePlant(deps, params.id);
      return deps.config.logo.read().value;
    },
    'PUT impianto/:id/logo': call => change(deps, call),
  };
}

function change(deps: LogoDeps, { params, body, caller }: Call<'PUT impianto/:id/logo'>): Logo {
  const { logo, atomically } = deps.config;
  const { immagine } = body;
  if (immagine !== '' && !isJpeg(Buffer.from(immagine, 'base64')))
    throw new ProblemError(422, 'invalid', `A JPEG of at most ${mostPixels} pixels.`, {
      campo: 'immagine',
    });
  return atomically(() => {
    requirePlant(deps, params.id);
    const changes = { foto: [markOf(logo.read().value), markOf(body)] } as const;
    logo.write(body, null);
    deps.record(caller, 'plant.change', 'impianto/1/logo', { changes });
    return body;
  });
}

const markOf = ({ immagine }: Logo) => (immagine === '' ? null : fingerprintOf(immagine));

function requirePlant({ config }: LogoDeps, id: string): void {
  if (id !== '1' || !config.plantConfig.read()) throw notFound();
}
