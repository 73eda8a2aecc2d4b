import type { CommandAction } from '../../../contract/commands';
import type { Database } from '../database/database';

/** A command that a device was given, by a user or by the distribution operator. */
export interface Order {
  /** Epoch s of the plant's clock. */
  readonly t: number;
  /** Empty for the distribution operator. */
  readonly user: string;
  /** `cci.1`, `tracker` or `tracker.2`. */
  readonly object: string;
  readonly action: CommandAction;
  readonly old: number | null;
  readonly next: number | null;
  readonly result: 'ok' | 'refused';
}

/** With the value that the devices hold, and how many s it took until the meter proved it; null where they do not, and where it does not. */
export type KeptOrder = Order & {
  readonly id: number;
  readonly applied: number | null;
  readonly followedS: number | null;
};

/** The register of all orders, as long as `mostRows`. */
export interface Orders {
  /** Returns its id. */
  add(order: Order): number;
  follow(id: number, applied: number | null, followedS: number | null): void;
  /** Orders to the devices of a group (`cci`, `cci.1`), newest first. */
  ofGroup(group: string, limit: number): KeptOrder[];
  /** The newest order of the distribution operator of this kind. */
  lastReceived(object: string, action: CommandAction): KeptOrder | null;
  /** The newest limit that was ordered to a controller by a user. */
  lastLimitOfUser(): KeptOrder | null;
}

/** The user of an order that came over Modbus begins with this, and the address follows. */
export const outsidePrefix = 'Modbus ';

/** CEI 0-16:2025-12, Annex O asks for the last 2,048 events of a controller. */
const mostRows = 10_000;

export const orderTable = `
  CREATE TABLE given_order (
    id INTEGER PRIMARY KEY AUTOINCREMENT, t INTEGER NOT NULL, user TEXT NOT NULL, object TEXT NOT NULL,
    action TEXT NOT NULL, old REAL, next REAL, result TEXT NOT NULL, applied REAL, followed_s INTEGER
  ) STRICT;
`;

const columns = 'id, t, user, object, action, old, next, result, applied, followed_s AS followedS';

export function createOrders(db: Database): Orders {
  const add = db.prepare<[Order]>(`
    INSERT INTO given_order (t, user, object, action, old, next, result)
    VALUES (@t, @user, @object, @action, @old, @next, @result)`);
  const trim = db.prepare('DELETE FROM given_order WHERE id <= ?');
  const follow = db.prepare('UPDATE given_order SET applied = ?, followed_s = ? WHERE id = ?');
  const ofGroup = db.prepare<[string, number], KeptOrder>(`
    SELECT ${columns} FROM given_order WHERE object || '.' LIKE ? || '.%' ORDER BY id DESC LIMIT ?`);
  const last = db.prepare<[string, string], KeptOrder>(`
    SELECT ${columns} FROM given_order WHERE user = '' AND object = ? AND action = ? ORDER BY id DESC LIMIT 1`);
  // Third parties have their address for a name.
  const lastOfUser = db.prepare<[string], KeptOrder>(`
    SELECT ${columns} FROM given_order WHERE user <> '' AND user NOT LIKE ? || '%' AND object LIKE 'cci.%'
    AND action = 'limite_p' AND result = 'ok' ORDER BY id DESC LIMIT 1`);
  return {
    add(order) {
      const id = Number(add.run(order).lastInsertRowid);
      trim.run(id - mostRows);
      return id;
    },
    follow: (id, applied, followedS) => void follow.run(applied, followedS, id),
    ofGroup: (group, limit) => ofGroup.all(group, limit),
    lastReceived: (object, action) => last.get(object, action) ?? null,
    lastLimitOfUser: () => lastOfUser.get(outsidePrefix) ?? null,
  };
}
