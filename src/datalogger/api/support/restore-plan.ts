import { randomBytes } from 'node:crypto';
import { type BackupFile, listedDifferences, restoreS } from '../../../contract/backup';
import type { Clock } from '../../core/time/clock';
import { configurationOf, type Sources } from '../../storage/backup/content';
import { accountDifferences } from '../../storage/backup/differences';
import type { Held } from '../../storage/backup/file';
import { fitsHistory, historyDifferences } from '../../storage/backup/history-facts';
import type { HistoryTransfer } from '../../storage/backup/history-transfer';
import { keptReadings, presentNotes } from '../../storage/backup/records';
import type { Call } from '../http/handler';
import type { LongWork } from '../long-work/long-work';

interface Deps extends Sources {
  readonly clock: Clock;
  readonly history: Pick<HistoryTransfer, 'facts'>;
  readonly longWork: Pick<LongWork, 'file'>;
}

/** Who asks, and whether they have left. */
export type Asking = Pick<Call<'POST sistema/ripristino'>, 'caller' | 'left'>;

/** Where a content comes from. */
type Origin = Pick<BackupFile, 'creato' | 'seriale' | 'storia'>;

export const newPlanId = () => randomBytes(12).toString('base64url');

/** What a restore would change, and until when it can be confirmed. */
export async function planOf(deps: Deps, file: Origin, { content, secrets }: Held, by: Asking) {
  const { storia } = file;
  const present = deps.history.facts();
  const first = [
    ...accountDifferences(deps.config.accounts, secrets?.account ?? [], by.caller),
    ...(storia ? historyDifferences(present, storia) : []),
  ];
  const before = {
    ...configurationOf(deps),
    diario: await presentNotes(deps.config, content),
    letture_fiscali: keptReadings(deps.config),
  };
  const both = { before, after: content, work: deps.config.workOrders.names() };
  const further = await deps.longWork.file('differences', both, by);
  return {
    scade: Math.floor(deps.clock.now() / 1000) + restoreS,
    creato: file.creato,
    seriale: file.seriale,
    segreti: secrets !== null,
    differenze: [...first, ...further.differenze].slice(0, listedDifferences),
    totale: first.length + further.totale,
    storia: storia
      ? {
          da: storia.da,
          a: storia.a,
          giorni: storia.giorni,
          byte: storia.byte,
          adatta: fitsHistory(present, storia),
        }
      : null,
  };
}
