import * as v from 'valibot';
import { AlarmRuleUpdate } from '../../../contract/alarm-rules';
import type { Database } from '../database/database';

/** What was changed of a rule of the catalogue. */
export interface RuleRecord {
  readonly code: string;
  readonly changed: AlarmRuleUpdate;
  readonly version: number;
}

export interface AlarmRules {
  /** Those that were ever changed. */
  all(): RuleRecord[];
  put(record: RuleRecord): void;
}

export function createAlarmRules(db: Database): AlarmRules {
  const all = db.prepare<[], { code: string; changed: string; version: number }>(
    'SELECT code, changed, version FROM rule',
  );
  const put = db.prepare('INSERT OR REPLACE INTO rule (code, changed, version) VALUES (?, ?, ?)');
  return {
    all: () =>
      all
        .all()
        .map(({ changed, ...row }) => ({ ...row, changed: v.parse(AlarmRuleUpdate, JSON.parse(changed)) })),
    put: ({ code, changed, version }) => void put.run(code, JSON.stringify(changed), version),
  };
}
