import type { Role } from './endpoint';
import { type Group, groups } from './points';

/** The groups a role may read. Without a token: the plant aggregates only, and only while the raw view is public. */
export const readableGroups: Record<Role, readonly Group[]> = {
  anonymous: ['impianto'],
  normal: groups,
  cci: ['impianto', 'inverter', 'mppt', 'spi', 'cci'],
  admin: groups,
};
