import * as v from 'valibot';
import { firstSteps } from '../../../contract/first-step-names';
import type { Database } from '../database/database';
import { createSettingRecords } from './setting-records';

/** What is kept of the steps after the first start; the rest is judged by the configuration. */
const KeptSteps = v.object({
  isEnded: v.boolean(),
  /** Whether a backup was ever saved. */
  isBackedUp: v.boolean(),
  /** Epoch seconds until which a step is put off. */
  putOff: v.record(v.picklist(firstSteps), v.optional(v.number())),
});

export const createFirstSteps = (db: Database) =>
  createSettingRecords(db, 'first-steps', KeptSteps, { isEnded: false, isBackedUp: false, putOff: {} });
