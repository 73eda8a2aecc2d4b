/** The ruler of the day under the top bar runs between these hours of the plant's local time. */
export const firstHour = 4;
export const lastHour = 22;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Hours since local midnight by the wall clock of `zone`, with decimals. */
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

/** Where an hour stands on the ruler, in percent, held within it. */
export function rulerPercent(hours: number): number {
  const percent = ((hours - firstHour) / (lastHour - firstHour)) * 100;
  return Math.round(Math.min(100, Math.max(0, percent)) * 100) / 100;
}

/** Whether two zones show the same wall clock now. */
export function isSameClock(zone: string, other: string, epochS: number): boolean {
  return Math.abs(localHours(epochS, zone) - localHours(epochS, other)) < 0.01;
}

/** The zone of this browser's own clock. */
export function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
