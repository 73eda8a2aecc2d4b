import type { AuditAction } from '../../contract/audit';
import type { Caller } from '../serve/handler';
import type { Audit, AuditEntry, Changes } from '../store/audit';
import type { Clock } from '../time/clock';

/** Adds one row to the audit log. `user` is given for logins: the name that was typed. */
export type Recorder = (
  caller: Caller,
  action: AuditAction,
  object: string,
  more?: { readonly changes?: Changes; readonly result?: AuditEntry['result']; readonly user?: string },
) => void;

export function createRecorder(audit: Audit, clock: Clock): Recorder {
  return (caller, action, object, { changes = {}, result = 'ok', user = caller.user ?? '' } = {}) =>
    audit.write({ atMs: clock.now(), user, address: caller.address, action, object, changes, result });
}
