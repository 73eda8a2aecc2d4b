import { formatNumber, missing } from '../i18n/format';
import { t, textOf } from '../i18n/translate';
import type { AlarmFacts, AlarmPriority } from './AlarmSign';

type Priority = AlarmPriority | 5;

export function priorityWord(priority: Priority): string {
  return t(`alarmSign.priority.p${priority}`);
}

interface Named {
  readonly name: string;
  readonly code: string;
}

/** The title of an alarm; the code itself where another datalogger has alarms that the console does not know. */
export function alarmTitle(code: string): string {
  return textOf('alarm', code, 'title') ?? code;
}

/** "INV 07: Isolamento basso" */
export function alarmName({ name, code }: Named): string {
  return name === '' ? alarmTitle(code) : `${name}: ${alarmTitle(code)}`;
}

/** A measured value of any quantity, with about three significant digits; whole numbers are not rounded. */
function alarmNumber(value: number | null): string {
  return formatNumber(value, value === null ? 0 : decimalsOf(value));
}

/** The decimals for a value of any quantity: at most two, without trailing zeros. */
export function decimalsOf(value: number): number {
  const size = Math.abs(value);
  const most = size >= 100 ? 0 : size >= 10 ? 1 : 2;
  const [, fraction = ''] = Number(value.toFixed(most)).toString().split('.');
  return fraction.length;
}

/** "38 kΩ"; empty without a value. */
export function alarmQuantity(value: number | null, unit: string): string {
  const text = alarmNumber(value);
  if (text === missing) return '';
  return unit === '' ? text : `${text}\u00a0${unit}`;
}

/** The text for a sign that stands for a device or a group. */
export function markWords({ priority, look, isUnacknowledged }: AlarmFacts): string {
  const kind = look === 'returned' ? 'returned' : isUnacknowledged ? 'waiting' : 'active';
  return t(`alarmSign.mark.${kind}`, { priority: priorityWord(priority) });
}
