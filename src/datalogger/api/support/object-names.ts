import { configKinds } from '../../../contract/config/kinds';
import type { ConfigDatabase } from '../../storage/config/config-database';

/** The names of the records that the audit log names by their path: `config/inverters/3` is "INV 03". */
export interface ObjectNames {
  /** As it is now; null for what has no name, or is gone. */
  nameOf(object: string): string | null;
  /** The paths of all records that have `part` in their name, in any case. */
  objectsNamed(part: string): readonly string[];
}

export function objectNames(
  config: Pick<ConfigDatabase, 'accounts' | 'devices' | 'schedules' | 'wallDisplays' | 'workOrders'>,
): ObjectNames {
  const devices = config.devices.all();
  const names = new Map<string, string>([
    ...configKinds.flatMap(kind =>
      devices[kind].map(({ id, nome }) => [`config/${kind}/${id}`, nome] as const),
    ),
    ...config.accounts.all().map(({ id, nome }) => [`account/${id}`, nome] as const),
    ...config.wallDisplays.all().map(({ id, nome }) => [`schermi/${id}`, nome] as const),
    ...config.workOrders.names().map(({ id, titolo }) => [`lavori/${id}`, titolo] as const),
    ...config.schedules.all().map(({ id, body }) => [`pianificazioni/${id}`, body.nome] as const),
  ]);
  return {
    nameOf: object => names.get(object) ?? null,
    objectsNamed(part) {
      const wanted = part.toLowerCase();
      return [...names].flatMap(([object, name]) => (name.toLowerCase().includes(wanted) ? object : []));
    },
  };
}
