import { formatTime } from '../../i18n/format';

/** First hour on the ruler under the top bar, in the plant's local time. */
export const firstHour = 4;
export const lastHour = 22;

/** Hours since local midnight in `zone`, with decimals. */
export function localHours(epochS: number, zone: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = formatTime(epochS, zone, 'clock').split(':').map(Number);
  return hours + minutes / 60 + seconds / 3600;
}

/** Position of an hour on the ruler, in percent, limited to 0 to 100. */
export function rulerPercent(hours: number): number {
  const percent = ((hours - firstHour) / (lastHour - firstHour)) * 100;
  return Math.round(Math.min(100, Math.max(0, percent)) * 100) / 100;
}

/** Whether two zones have the same local time at this instant. */
export function isSameClock(zone: string, other: string, epochS: number): boolean {
  return Math.abs(localHours(epochS, zone) - localHours(epochS, other)) < 0.01;
}

/** The time zone of this browser. */
export function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
