import { largestHistory } from '../../../contract/history';
import type { Copy } from '../../storage/backup/history-copy';
import type { HistoryTransfer } from '../../storage/backup/history-transfer';
import type { Recorder } from '../../storage/config/audit';
import { type Handlers, notFound, ProblemError } from '../http/handler';

type HistoryKey = Extract<keyof Handlers, `${string} sistema/storia${string}`>;

export interface HistoryDeps {
  readonly history: HistoryTransfer;
  readonly record: Recorder;
}

/** The copy of the history that leaves with a backup. */
export function historyHandlers({ history, record }: HistoryDeps): Pick<Handlers, HistoryKey> {
  return {
    'GET sistema/storia': () => ({ stima: history.estimate, copia: history.copy?.state ?? null }),
    'POST sistema/storia': ({ caller }) => {
      requireRoom(history, history.bytes);
      record(caller, 'system.history', 'sistema/storia');
      return history.begin().state;
    },
    'GET sistema/storia/:id/parti/:numero': async ({ params }) => {
      const number = /^\d{1,6}$/.test(params.numero) ? Number(params.numero) : -1;
      const bytes = await copyNamed(history, params.id).piece(number);
      if (!bytes) throw notFound();
      return { dati: bytes.toString('base64') };
    },
    'DELETE sistema/storia/:id': ({ params, caller }) => {
      copyNamed(history, params.id);
      history.discard();
      record(caller, 'system.history-discard', 'sistema/storia');
    },
  };
}

/** The copy that is there, by its name, or 404. */
export function copyNamed({ copy }: HistoryTransfer, id: string): Copy {
  if (!copy || copy.state.id !== id) throw notFound();
  return copy;
}

/** 413 or 507 for a history that would not go through or not fit. */
export function requireRoom(history: HistoryTransfer, bytes: number): void {
  if (bytes > largestHistory)
    throw new ProblemError(413, 'too_large', `A history of more than ${largestHistory} bytes.`);
  if (!history.hasRoom(bytes))
    throw new ProblemError(507, 'storage_full', 'The disk has no room for a copy of the history.');
}
