import { controllerFunctions, quality } from '../../contract/codes';
import type { CommandAction } from '../../contract/commands';
import type { Snapshot } from '../snapshot';
import type { Audit } from '../store/audit';
import type { Clock } from '../time/clock';

/** What the audit log calls a command of the distribution operator, which no user gives. */
export const receivedAction = 'command.received';

const limit: CommandAction = 'limite_p';

/** Puts every change of the limits that the distribution operator sets by the controllers' own line on record. */
export function operatorWatch(audit: Audit, clock: Clock): (snapshot: Snapshot) => void {
  const limits = new Map<number, number>();
  return ({ groups: { cci } }) => {
    cci.id.forEach((id, row) => {
      if (cci.q[row] !== quality.good) return;
      const isLimited = cci.values.funzione?.[row] === controllerFunctions.limitByOperator;
      const next = isLimited ? (cci.values.psp?.[row] ?? 100) : 100;
      const old = limits.get(id) ?? next;
      if (old !== next) {
        const place = { user: '', address: '', action: receivedAction, object: `cci.${id}` };
        audit.write({ ...place, atMs: clock.now(), changes: { [limit]: [old, next] }, result: 'ok' });
      }
      // Last: what the disk does not take is tried again.
      limits.set(id, next);
    });
  };
}
