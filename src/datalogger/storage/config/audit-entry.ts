import type { AuditAction } from '../../../contract/audit';

/** Field -> [old, new]; a secret shows only that it changed. */
export type Changes = Readonly<Record<string, readonly [unknown, unknown]>>;

export interface AuditEntry {
  /** ms of the device's clock, UTC. */
  readonly atMs: number;
  readonly user: string;
  readonly address: string;
  readonly action: AuditAction;
  readonly object: string;
  readonly changes: Changes;
  readonly result: 'ok' | 'refused';
}
