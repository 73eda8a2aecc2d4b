import { readableGroups } from '../../../contract/readable-groups';
import type { AlarmKeeping } from '../../alarms/alarm-keeping';
import type { Handlers } from '../http/handler';

export type UnreportedKey = 'GET dati_impianto/mancanti';

export function unreportedHandlers({
  alarms,
}: {
  readonly alarms: Pick<AlarmKeeping, 'unreported'>;
}): Pick<Handlers, UnreportedKey> {
  return { 'GET dati_impianto/mancanti': ({ caller }) => alarms.unreported(readableGroups[caller.role]) };
}
