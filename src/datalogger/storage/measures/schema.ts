import { clockStepTable } from './clock-steps';
import { doubtTable } from './doubts';
import { fineGroups, type KeptGroup, type Tier, tiers } from './kept';
import { layoutTable } from './layout';
import { slotTable, standTable, tableName } from './slot-table';
import { spanTables } from './spans';
import { voltageTable } from './voltages';

/**
 * One table a group and tier, one row a slot: all devices of the group packed together, keyed by the start of the slot.
 * Rowid tables, because the rows of a large plant are longer than a WITHOUT ROWID page holds without overflow.
 * Measured (`npm run bench`): `medium` 650 bytes a quarter-hour for all groups, ten years with the minutes that are kept 350 MiB, and
 * no more than 362 afterwards; a year of day bars of all inverters of `xl` is read in 10 ms. A number takes 1.6 bytes.
 */
const slotTables = (groups: readonly KeptGroup[], ofTiers: readonly Tier[] = tiers) =>
  groups.flatMap(group => ofTiers.map(tier => slotTable(tableName(tier, group)))).join('\n');

/** Exported for the check of a foreign archive, which is compared with what this version would have made. */
export const migrations = [
  `${layoutTable};
   CREATE TABLE note (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
   ${slotTables(['impianto', 'inverter', 'contatori', 'sensori', 'stringhe'])}`,
  slotTables(['tracker']),
  `CREATE TABLE ${standTable};`,
  clockStepTable,
  'CREATE TABLE days_zone (id INTEGER PRIMARY KEY CHECK (id = 1), zone TEXT NOT NULL);',
  slotTables(['cci', 'spi', 'di']) + slotTables(fineGroups, ['fine']),
  spanTables,
  doubtTable,
  voltageTable,
];
