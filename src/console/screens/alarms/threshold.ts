import { alarmQuantity } from '../../ui/alarm-words';

interface Compared {
  readonly value: number | null;
  readonly threshold: number | null;
  readonly unit: string;
}

/** On which side of the threshold the value raises the alarm; empty where that is not known. */
export function sideOf({ value, threshold }: Omit<Compared, 'unit'>): '<' | '>' | '' {
  if (value === null || threshold === null || value === threshold) return '';
  return value < threshold ? '<' : '>';
}

/** "< 50 kΩ": the condition for the alarm; only the threshold where the side is not known. */
export function thresholdWords({ unit, ...compared }: Compared): string {
  const text = alarmQuantity(compared.threshold, unit);
  return text && `${sideOf(compared)} ${text}`.trim();
}
