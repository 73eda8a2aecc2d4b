import { setImmediate as pause } from 'node:timers/promises';
import type { BodyOf } from '../../../contract';
import type { ConfigKind, ConfigOf } from '../../../contract/config/kinds';
import type { Comparison, DecimalMark } from '../../../contract/config/tables';
import { mostDevices } from '../../../contract/most-records';
import type { Referring } from '../../plant/processing/uses';
import type { ConfigDatabase } from '../../storage/config/config-database';
import { type Call, ProblemError, requireVersion } from '../http/handler';
import type { DeviceRecords } from '../support/device-records';
import type { UnreadFindings } from '../support/unread';
import { tableOf } from '../tables/fields';
import { type Plan, planOf } from '../tables/plan';
import { readTable, sameForAll } from '../tables/wanted';

interface TableDeps<K extends ConfigKind> {
  readonly config: Pick<ConfigDatabase, 'devices'>;
  readonly records: DeviceRecords<K>;
  /** Gives the running plant its new configuration. */
  readonly apply: () => void;
  readonly referring: () => Referring;
  readonly unread: UnreadFindings;
}

/** The changes to any kind: they differ only in the names of the fields. */
type Changes<K extends ConfigKind> =
  | Extract<BodyOf<'POST config/inverters/confronto'>, { readonly da: 'testo' }>
  | { readonly da: 'campi'; readonly id: readonly number[]; readonly campi: Partial<ConfigOf<K>> };
type TableCall<K extends ConfigKind> = Pick<Call<'POST config/inverters/importa'>, 'caller' | 'ifMatch'> & {
  readonly body: Changes<K>;
};

/** Many records of a kind at once: out as a table, and in once the differences were shown. */
export function tableHandlersOf<K extends ConfigKind>(deps: TableDeps<K>, kind: K) {
  const { devices } = deps.config;
  return {
    [`GET config/${kind}/csv`]: ({ query }: { readonly query: { readonly decimale: DecimalMark } }) =>
      tableOf(kind, devices.all(), query.decimale),
    [`POST config/${kind}/confronto`]: async ({ body }: TableCall<K>) =>
      (await planned(deps, kind, body)).comparison,
    [`POST config/${kind}/importa`]: ({ body, caller, ifMatch }: TableCall<K>) =>
      take(deps, kind, { body, caller, ifMatch }),
  };
}

async function planned<K extends ConfigKind>(
  { config: { devices }, referring, unread }: TableDeps<K>,
  kind: K,
  changes: Changes<K>,
): Promise<Plan<K>> {
  const all = devices.all();
  const wanted =
    changes.da === 'testo'
      ? await readTable(kind, all, changes.testo, changes.decimale)
      : sameForAll(kind, all, changes.id, changes.campi);
  const plan = await planOf(kind, all, wanted, { referring: referring(), unread });
  const added = plan.writes.filter(({ before }) => before === null).length;
  if (all[kind].length + added > mostDevices)
    throw new ProblemError(422, 'too_long', `There are at most ${mostDevices} of a kind.`, {
      campo: 'testo',
    });
  return plan;
}

/** Writes all of it in one transaction, if it is still what was shown and nothing in it is wrong. */
async function take<K extends ConfigKind>(
  deps: TableDeps<K>,
  kind: K,
  { body, caller, ifMatch }: TableCall<K>,
): Promise<Comparison> {
  const before = deps.config.devices.all();
  const { comparison, writes } = await planned(deps, kind, body);
  requireVersion(ifMatch, comparison.versione);
  const wrong = comparison.righe.find(({ esito }) => esito === 'errato')?.problemi[0];
  if (wrong)
    throw new ProblemError(422, 'invalid', 'A row is wrong: nothing is taken.', { campo: wrong.campo });
  await deps.records.writeAll(before, writes, caller);
  // Samples and answers that are due come in between. What was written is read in a piece of its own.
  await pause();
  deps.config.devices.all();
  await pause();
  deps.apply();
  await pause();
  return comparison;
}
