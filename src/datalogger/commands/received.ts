import { controllerFunctions, quality } from '../../contract/codes';
import type { CommandAction } from '../../contract/commands';
import type { Snapshot } from '../snapshot';
import type { Audit } from '../store/audit';
import type { Clock } from '../time/clock';

/** What the audit log calls a command of the distribution operator, which no user gives. */
export const receivedAction = 'command.received';

const limit: CommandAction = 'limite_p';

/** Writes to the audit log every limit that the distribution operator sets through the controllers' own connection. */
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
      // Last: where the disk refuses the row, the next cycle writes it.
      limits.set(id, next);
    });
  };
}
