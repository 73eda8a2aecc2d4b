import type { Migrations } from '../database/database';
import { ranks } from './rows';
import { trueSpans } from './span-schema';

/** Seconds. */
export const longS = 31 * 86_400;
/** Not over yet, or longer than `longS`; the words are those of an index. */
export const isLasting = `(until_t IS NULL OR until_t - from_t > ${longS})`;

export const migrations: Migrations = [
  `
  -- Ids are never used twice, and a later occurrence has a greater one.
  CREATE TABLE occurrence (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    code TEXT NOT NULL,
    grp TEXT NOT NULL,
    device INTEGER,
    name TEXT NOT NULL,
    search TEXT NOT NULL,
    priority INTEGER NOT NULL,
    state TEXT NOT NULL,
    rank INTEGER NOT NULL,
    is_present INTEGER NOT NULL,
    is_announced INTEGER NOT NULL,
    begin_t INTEGER NOT NULL,
    end_t INTEGER,
    value REAL,
    threshold REAL,
    times INTEGER NOT NULL,
    ack_by TEXT, ack_at INTEGER, ack_note TEXT,
    shelf_by TEXT, shelf_at INTEGER, shelf_until INTEGER, shelf_reason TEXT,
    is_suppressed INTEGER NOT NULL,
    is_out_of_service INTEGER NOT NULL,
    cause INTEGER,
    is_chattering INTEGER NOT NULL,
    version INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX not_over ON occurrence (rank, priority, begin_t, id) WHERE rank < ${ranks.closed};
  CREATE INDEX history ON occurrence (begin_t, id, priority, grp, device, rank);
  CREATE INDEX same_alarm ON occurrence (code, grp, device, id);

  -- How many are over: counting a million of them at every poll would take longer than a cycle.
  CREATE TABLE tally (
    priority INTEGER NOT NULL, grp TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (priority, grp)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER over_at_once AFTER INSERT ON occurrence WHEN NEW.rank = ${ranks.closed} BEGIN
    INSERT INTO tally VALUES (NEW.priority, NEW.grp, 1) ON CONFLICT DO UPDATE SET n = n + 1;
  END;
  CREATE TRIGGER over_now AFTER UPDATE OF rank ON occurrence
  WHEN NEW.rank = ${ranks.closed} AND OLD.rank < ${ranks.closed} BEGIN
    INSERT INTO tally VALUES (NEW.priority, NEW.grp, 1) ON CONFLICT DO UPDATE SET n = n + 1;
  END;
  CREATE TRIGGER over_and_forgotten AFTER DELETE ON occurrence WHEN OLD.rank = ${ranks.closed} BEGIN
    UPDATE tally SET n = n - 1 WHERE priority = OLD.priority AND grp = OLD.grp;
  END;

  CREATE TABLE step (
    id INTEGER PRIMARY KEY,
    occurrence INTEGER NOT NULL REFERENCES occurrence ON DELETE CASCADE,
    t INTEGER NOT NULL,
    from_state TEXT NOT NULL,
    to_state TEXT NOT NULL,
    by TEXT,
    note TEXT NOT NULL,
    value REAL
  ) STRICT;
  CREATE INDEX step_of_occurrence ON step (occurrence, id);

  CREATE TABLE rule (code TEXT PRIMARY KEY, changed TEXT NOT NULL, version INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  `,
  // The few that last long are found without a search of the whole history.
  `CREATE INDEX lasting ON occurrence (begin_t) WHERE (end_t IS NULL OR end_t - begin_t > ${longS});`,
  trueSpans,
  // The maker's number, where an alarm is one of several of its code on a device.
  'ALTER TABLE occurrence ADD COLUMN report TEXT;',
];
