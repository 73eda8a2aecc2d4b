import { meterRoles } from '../../../contract/codes';
import { sumOf } from '../../data/statistics';
import { nameOfCode } from '../../data/table';
import { currentOf, type Device, numberOf } from '../../device-screens/device-list';
import { t } from '../../i18n/translate';

export type Role = keyof typeof meterRoles | 'unknown';

export function roleOf(meter: Device): Role {
  return nameOfCode(meterRoles, numberOf(meter, 'ruolo')) ?? 'unknown';
}

export function roleWord(role: Role): string {
  return t(`meters.role.${role}`);
}

export function ofRole(meters: readonly Device[], role: Role): readonly Device[] {
  return meters.filter(meter => roleOf(meter) === role);
}

/** The sum of a point over the meters of a role; null if there is no meter, or if one of them does not respond. */
export function totalOf(meters: readonly Device[], role: Role, point: string): number | null {
  const own = ofRole(meters, role);
  const values = own.map(meter => currentOf(meter, point));
  return values.includes(null) ? null : sumOf(values);
}
