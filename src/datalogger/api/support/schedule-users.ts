import type { ScheduleKind } from '../../../contract/schedules';
import type { ConfigDatabase } from '../../storage/config/config-database';

/** Names of the schedules that are switched on and do this. */
export function schedulesWith(
  { schedules }: Pick<ConfigDatabase, 'schedules'>,
  kind: ScheduleKind,
): string[] {
  return schedules
    .all()
    .flatMap(({ body: { nome, abilitata, azione } }) => (abilitata && azione.tipo === kind ? nome : []));
}
