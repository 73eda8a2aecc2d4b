import { setImmediate as pause } from 'node:timers/promises';
import type { KeptNote } from '../../../contract/backup';
import type { System } from '../../core/system/system';
import type { Clock } from '../../core/time/clock';
import type { Guard } from '../../integrations/outgoing/guard';
import { restoreContent, type Sources } from '../../storage/backup/content';
import { accountDifferences } from '../../storage/backup/differences';
import { createBackup, type Held } from '../../storage/backup/file';
import type { HistoryTransfer } from '../../storage/backup/history-transfer';
import type { Upload } from '../../storage/backup/history-upload';
import { presentNotes } from '../../storage/backup/records';
import { accountKey } from '../../storage/config/accounts';
import type { Recorder } from '../../storage/config/audit';
import type { Changes } from '../../storage/config/audit-entry';
import { type Caller, type Handlers, notFound, ProblemError } from '../http/handler';
import type { LongWork } from '../long-work/long-work';
import { newPlanId, planOf } from '../support/restore-plan';
import type { Waiting, WaitingFile } from '../support/waiting-file';
import { copyNamed, requireRoom } from './history';

export interface BackupDeps extends Sources {
  /** The device's clock. */
  readonly clock: Clock;
  readonly record: Recorder;
  readonly history: HistoryTransfer;
  readonly waiting: WaitingFile;
  readonly longWork: Pick<LongWork, 'file'>;
  readonly system: Pick<System, 'applyTime'>;
  readonly guard: Pick<Guard, 'refuses'>;
  /** Gives the plant its new configuration. */
  readonly follow: () => void;
}

type BackupKey = Extract<keyof Handlers, `POST sistema/backup` | `POST sistema/ripristino${string}`>;

export function backupHandlers(deps: BackupDeps): Pick<Handlers, BackupKey> {
  return { ...savingHandlers(deps), ...restoringHandlers(deps) };
}

function savingHandlers(deps: BackupDeps): Pick<Handlers, 'POST sistema/backup'> {
  return {
    'POST sistema/backup': ({ body: { passphrase, storia }, caller }) => {
      const note = storia === undefined ? undefined : copyNamed(deps.history, storia).note;
      if (note === null) throw notFound();
      deps.record(caller, 'system.backup', 'sistema/backup');
      const { firstSteps } = deps.config;
      firstSteps.write({ ...firstSteps.read().value, isBackedUp: true }, null);
      return createBackup(deps, passphrase, note);
    },
  };
}

function restoringHandlers(
  deps: BackupDeps,
): Pick<Handlers, Extract<BackupKey, `POST sistema/ripristino${string}`>> {
  const { history, waiting: file } = deps;
  return {
    'POST sistema/ripristino': async ({ body, ...by }) => {
      const held = await deps.longWork.file('backup', body, by);
      const { storia, seriale } = body.file;
      if (storia) requireRoom(history, storia.aperta);
      const id = newPlanId();
      const upload = storia ? history.receive(id, storia) : null;
      file.hold({ ...held, id, sessionId: by.caller.sessionId, serial: seriale, upload });
      return { id, ...(await planOf(deps, body.file, held, by)) };
    },
    'POST sistema/ripristino/:id/storia': async ({ params, body: { posizione, dati }, caller }) => {
      const wanted = file.find(params.id, caller);
      if (!wanted.upload) throw notFound();
      const ricevuti = await received(wanted.upload, posizione, Buffer.from(dati, 'base64')).catch(error => {
        if (!(error instanceof ProblemError) || error.status === 422) file.forget();
        throw error;
      });
      // The time to confirm starts again, however long the upload took.
      file.hold(file.find(params.id, caller));
      return { ricevuti };
    },
    'POST sistema/ripristino/:id/conferma': async ({ params, caller }) => {
      const wanted = file.find(params.id, caller);
      const { upload } = wanted;
      if (upload && upload.received > 0 && !upload.isVerified)
        throw new ProblemError(409, 'conflict', 'The history has not come whole yet.');
      const present = await presentNotes(deps.config, wanted.content);
      // Nobody else may have confirmed it meanwhile.
      if (file.find(params.id, caller) !== wanted) throw notFound();
      file.take();
      restoreAll(deps, wanted, caller, present);
      // Samples and answers that are due come in between.
      await pause();
      deps.follow();
      await pause();
      // A file may be older than the rule by which hosts are checked when they are saved.
      const servers = wanted.content.sistema.ntp.filter(server => !deps.guard.refuses(server));
      await deps.system.applyTime({ servers });
      return { riavvio: upload?.isVerified ?? false };
    },
  };
}

/** The number of bytes received so far; 409 or 422 where these are not the next ones. */
async function received(upload: Upload, position: number, bytes: Buffer): Promise<number> {
  const outcome = await upload.receive(position, bytes);
  if (outcome === 'out-of-order')
    throw new ProblemError(409, 'conflict', `The next piece is the one at ${upload.received}.`);
  if (outcome === 'not-as-written')
    throw new ProblemError(422, 'invalid', 'The history is not as it was written.', { campo: 'dati' });
  return upload.received;
}

/** Restores configuration and history, both or neither. */
function restoreAll(deps: BackupDeps, wanted: Waiting, caller: Caller, present: readonly KeptNote[]): void {
  const { content, secrets, upload, serial, origin } = wanted;
  const { history, config } = deps;
  const isWithHistory = upload?.isVerified ?? false;
  if (upload && isWithHistory) history.place(upload);
  else upload?.discard();
  try {
    config.atomically(() => {
      const changed = accountChanges(config, secrets, caller);
      restoreContent(deps, content, secrets, caller, present);
      recordAccounts(deps, changed, caller);
      const changes = {
        seriale: [config.installation.serial, serial],
        storia: [false, isWithHistory],
        ...origin,
      } as const;
      deps.record(caller, 'system.restore', 'sistema/ripristino', { changes });
    });
  } catch (error) {
    if (isWithHistory) history.takeBack();
    throw error;
  }
}

interface AccountChange {
  readonly user: string;
  readonly action: 'account.create' | 'account.change';
  readonly changes: Changes;
}

/** What the accounts of a file would add and change. */
const accountChanges = ({ accounts }: BackupDeps['config'], secrets: Held['secrets'], caller: Caller) =>
  (secrets?.account ?? []).flatMap((stored): AccountChange[] => {
    const fields = accountDifferences(accounts, [stored], caller);
    const isKnown = accounts.findByKey(accountKey(stored.user)) !== null;
    const changes = fields.map(({ campo, vecchio, nuovo }) => [campo, [vecchio, nuovo]] as const);
    const action = isKnown ? 'account.change' : 'account.create';
    return fields.length === 0 ? [] : [{ user: stored.user, action, changes: Object.fromEntries(changes) }];
  });

/** A restored account leaves the same row as one that is entered by hand. */
function recordAccounts(
  { record, config }: BackupDeps,
  changed: readonly AccountChange[],
  caller: Caller,
): void {
  for (const { user, action, changes } of changed)
    record(caller, action, `account/${config.accounts.findByKey(accountKey(user))?.id ?? 0}`, { changes });
}
