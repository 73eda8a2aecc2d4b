import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import {
  type Backup,
  BackupContent,
  type BackupFile,
  listedDifferences,
  restoreS,
} from '../../contract/backup';
import { contentOf, restoreContent, Secrets, type Sources, secretsOf } from '../backup/content';
import { accountDifferences, differences } from '../backup/differences';
import { fingerprint, seal, unseal } from '../backup/sealing';
import type { Clock } from '../clock';
import { productName } from '../product';
import { type Handlers, ProblemError } from '../serve/handler';
import type { System } from '../system';
import { notFound } from './ids';
import type { Recorder } from './recorder';

export interface BackupDeps extends Sources {
  /** The device's clock. */
  readonly clock: Clock;
  readonly record: Recorder;
  readonly system: Pick<System, 'applyTime'>;
  /** Lets the plant be what is configured now. */
  readonly follow: () => void;
}

interface Held {
  readonly content: BackupContent;
  readonly secrets: Secrets | null;
}

/** A file that was checked and waits. */
interface Waiting extends Held {
  readonly id: string;
  readonly sessionId: string | null;
  readonly endsAtMs: number;
  /** Of the device the file is from. */
  readonly serial: string;
}

type BackupKey = Extract<keyof Handlers, `POST sistema/backup` | `POST sistema/ripristino${string}`>;

export function backupHandlers(deps: BackupDeps): Pick<Handlers, BackupKey> {
  const { config, clock, record } = deps;
  let waiting: Waiting | null = null;
  return {
    'POST sistema/backup': ({ body, caller }) => {
      record(caller, 'system.backup', 'sistema/backup');
      return createBackup(deps, body.passphrase);
    },
    'POST sistema/ripristino': async ({ body: { file, passphrase }, caller }) => {
      const { content, secrets } = await checked(file, passphrase);
      const ofAccounts = accountDifferences(config.accounts, secrets?.account ?? [], caller);
      const all = [...ofAccounts, ...differences(contentOf(deps), content)];
      const id = randomBytes(12).toString('base64url');
      const endsAtMs = clock.monotonic() + restoreS * 1000;
      waiting = { id, sessionId: caller.sessionId, endsAtMs, serial: file.seriale, content, secrets };
      return {
        id,
        scade: Math.floor(clock.now() / 1000) + restoreS,
        creato: file.creato,
        seriale: file.seriale,
        segreti: secrets !== null,
        differenze: all.slice(0, listedDifferences),
        totale: all.length,
      };
    },
    'POST sistema/ripristino/:id/conferma': async ({ params, caller }) => {
      const wanted = waiting;
      if (!wanted || wanted.id !== params.id || wanted.sessionId !== caller.sessionId) throw notFound();
      waiting = null;
      if (clock.monotonic() > wanted.endsAtMs)
        throw new ProblemError(410, 'command_expired', 'The file has to be checked again.');
      restoreContent(deps, wanted.content, wanted.secrets, caller);
      record(caller, 'system.restore', 'sistema/ripristino', {
        changes: { seriale: [config.installation.serial, wanted.serial] },
      });
      deps.follow();
      await deps.system.applyTime({ servers: wanted.content.sistema.ntp });
    },
  };
}

/** The file of what is configured now. */
export async function createBackup(
  deps: Sources & Pick<BackupDeps, 'clock'>,
  passphrase?: string,
): Promise<Backup> {
  const contenuto = contentOf(deps);
  const segreti = passphrase === undefined ? null : await seal(JSON.stringify(secretsOf(deps)), passphrase);
  return {
    formato: 'meridiana-backup',
    versione: 1,
    creato: Math.floor(deps.clock.now() / 1000),
    seriale: deps.config.installation.serial,
    prodotto: productName,
    impronta: fingerprint(contenuto, segreti),
    contenuto,
    segreti,
  };
}

/** What a file holds; secrets null where none are asked for. 422 for a file that is not as it was written, or not valid. */
async function checked(file: BackupFile, passphrase: string | undefined): Promise<Held> {
  if (fingerprint(file.contenuto, file.segreti) !== file.impronta)
    throw new ProblemError(422, 'invalid', 'The file is not as it was written.', { campo: 'file.impronta' });
  const content = contentOfFile(file);
  if (file.segreti === null || passphrase === undefined) return { content, secrets: null };
  const text = await unseal(file.segreti, passphrase);
  if (text === null)
    throw new ProblemError(422, 'wrong_password', 'Not the passphrase of this file.', {
      campo: 'passphrase',
    });
  const secrets = v.safeParse(Secrets, JSON.parse(text));
  if (secrets.success) return { content, secrets: secrets.output };
  throw new ProblemError(422, 'invalid', 'The secrets are not as they were written.', {
    campo: 'file.segreti',
  });
}

function contentOfFile({ contenuto }: BackupFile): BackupContent {
  const result = v.safeParse(BackupContent, contenuto);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const campo = `file.contenuto.${v.getDotPath(issue) ?? ''}`;
  throw new ProblemError(422, 'invalid', issue.message, { campo });
}
