/** First hour on the ruler under the top bar, in the plant's local time. */
export const firstHour = 4;
export const lastHour = 22;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Hours since local midnight in `zone`, with decimals. */
export function localHours(epochS: number, zone: string): number {
  let format = formats.get(zone);
  if (!format) {
    const options = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const;
    format = new Intl.DateTimeFormat('en', { ...options, timeZone: zone });
    formats.set(zone, format);
  }
  const parts = new Map(format.formatToParts(epochS * 1000).map(({ type, value }) => [type, Number(value)]));
  return (parts.get('hour') ?? 0) + (parts.get('minute') ?? 0) / 60 + (parts.get('second') ?? 0) / 3600;
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
