import { openDatabase } from '../database/database';
import { createNotes, type Notes, noteTable } from './notes';
import { createOrders, type Orders, orderTable } from './orders';
import { createProtectionEvents, eventTable, type ProtectionEvents } from './protection-events';
import { createResponseDays, type ResponseDays, responseTable } from './response-days';
import { createScheduleRuns, openWindowAction, runTable, type ScheduleRuns } from './schedule-runs';
import { createTransfers, type Transfers, transferTable } from './transfers';
import { createWorkPhotos, photoTable, type WorkPhotos } from './work-photos';

/** What the jobs have done, what the devices were ordered, and what the protections did; the photos of work orders. Apart from the configuration: a restored one runs nothing again. */
export interface JobsDatabase {
  readonly notes: Notes;
  readonly orders: Orders;
  readonly protectionEvents: ProtectionEvents;
  readonly runs: ScheduleRuns;
  readonly transfers: Transfers;
  readonly responseDays: ResponseDays;
  readonly workPhotos: WorkPhotos;
  close(): void;
}

/** `:memory:` for one that ends with the process. Throws as `openDatabase`. */
export function openJobsDatabase(path: string): JobsDatabase {
  const db = openDatabase(path, {
    durable: true,
    migrations: [
      runTable + transferTable + noteTable,
      openWindowAction,
      orderTable + eventTable,
      responseTable,
      photoTable,
    ],
  });
  return {
    notes: createNotes(db),
    orders: createOrders(db),
    protectionEvents: createProtectionEvents(db),
    runs: createScheduleRuns(db),
    transfers: createTransfers(db),
    responseDays: createResponseDays(db),
    workPhotos: createWorkPhotos(db),
    close: () => void db.close(),
  };
}
