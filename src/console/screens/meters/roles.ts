import type { meterRoles } from '../../../contract/codes';
import { sumOf } from '../../data/statistics';
import { type Device, numberOf } from '../../devices/device-list';
import { t } from '../../i18n/translate';

// Checked against the contract's by type alone: its tables are no part of this chunk.
type Code = (typeof meterRoles)[keyof typeof meterRoles];
const roles = {
  1: 'exchange',
  2: 'production',
  3: 'auxiliary',
  4: 'consumption',
} as const satisfies Record<Code, keyof typeof meterRoles>;

export type Role = (typeof roles)[Code] | 'unknown';

function isCode(code: number): code is Code {
  return Object.hasOwn(roles, code);
}

/** What a meter measures. */
export function roleOf(meter: Device): Role {
  const code = numberOf(meter, 'ruolo');
  return code !== null && isCode(code) ? roles[code] : 'unknown';
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
  const values = own.map(meter => (meter.isSilent ? null : numberOf(meter, point)));
  return values.includes(null) ? null : sumOf(values);
}
