import * as v from 'valibot';
import { Network } from '../../../contract/plant';
import type { Database } from '../database/database';

const Stored = v.strictObject({ previous: v.nullable(Network) });
type Stored = v.InferOutput<typeof Stored>;

/** What to go back to while a new network waits to be confirmed: it survives a restart, which is no confirmation. */
export interface NetworkTrialRow {
  /** Null while nothing waits. */
  read(): Stored | null;
  write(previous: Stored['previous']): void;
  clear(): void;
}

const name = 'network_trial';

export function createNetworkTrialRow(db: Database): NetworkTrialRow {
  const select = db.prepare<[string], { value: string }>('SELECT value FROM installation WHERE name = ?');
  const put = db.prepare('INSERT OR REPLACE INTO installation VALUES (?, ?)');
  const remove = db.prepare('DELETE FROM installation WHERE name = ?');
  return {
    read() {
      const row = select.get(name);
      return row ? v.parse(Stored, JSON.parse(row.value)) : null;
    },
    write: previous => void put.run(name, JSON.stringify({ previous })),
    clear: () => void remove.run(name),
  };
}
