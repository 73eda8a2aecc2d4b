import type { AuditRow } from '../../../contract/audit';
import { oneLine } from '../../core/log';

/** A value as the log shows it, with invisible characters made visible. */
export function shownValue(value: unknown): AuditRow['modifiche'][number]['nuovo'] {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (value === null || value === undefined) return null;
  return oneLine(typeof value === 'string' ? value : JSON.stringify(value));
}
