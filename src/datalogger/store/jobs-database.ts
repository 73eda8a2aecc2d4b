import { openDatabase } from './database';
import { createNotes, type Notes, noteTable } from './notes';
import { createScheduleRuns, openWindowAction, runTable, type ScheduleRuns } from './schedule-runs';
import { createTransfers, type Transfers, transferTable } from './transfers';

/** What the jobs have done. Apart from the configuration: a restored one runs nothing again. */
export interface JobsDatabase {
  readonly notes: Notes;
  readonly runs: ScheduleRuns;
  readonly transfers: Transfers;
  close(): void;
}

/** `:memory:` for one that ends with the process. Throws as `openDatabase`. */
export function openJobsDatabase(path: string): JobsDatabase {
  const db = openDatabase(path, {
    durable: true,
    migrations: [runTable + transferTable + noteTable, openWindowAction],
  });
  return {
    notes: createNotes(db),
    runs: createScheduleRuns(db),
    transfers: createTransfers(db),
    close: () => void db.close(),
  };
}
