import { meterRoles } from '../../../contract/codes';
import { nameOfCode } from '../../data/samples';
import { sumOf } from '../../data/statistics';
import { currentOf, type Device, numberOf } from '../../devices/device-list';
import { t } from '../../i18n/translate';

export type Role = keyof typeof meterRoles | 'unknown';

/** What a meter measures. */
export function roleOf(meter: Device): Role {
  return nameOfCode(meterRoles, numberOf(meter, 'ruolo')) ?? 'unknown';
}

export function roleWord(role: Role): string {
  return t(`meters.role.${role}`);
}

/** The meters of a role. */
export function ofRole(meters: readonly Device[], role: Role): readonly Device[] {
  return meters.filter(meter => roleOf(meter) === role);
}

/** A point of the meters of a role together; null where there is none, or one of them is not heard. */
export function totalOf(meters: readonly Device[], role: Role, point: string): number | null {
  const own = ofRole(meters, role);
  const values = own.map(meter => currentOf(meter, point));
  return values.includes(null) ? null : sumOf(values);
}
