import type { Priority } from '../../data/alarm-priority';

/** The priorities of the alarms that began in one hour, the most serious first. */
export interface Hour {
  readonly beginS: number;
  readonly priorities: readonly Priority[];
}

const hourS = 3600;
const hoursShown = 24;

interface Begin {
  readonly atS: number;
  readonly priority: Priority;
}

/** The last 24 hours up to `nowS`, oldest first; each begins on a full hour. */
export function hoursUntil(begins: readonly Begin[], nowS: number): readonly Hour[] {
  const lastS = Math.floor(nowS / hourS) * hourS;
  return Array.from({ length: hoursShown }, (_, index) => {
    const beginS = lastS - (hoursShown - 1 - index) * hourS;
    const priorities = begins
      .filter(({ atS }) => atS >= beginS && atS < beginS + hourS)
      .map(({ priority }) => priority)
      .sort((a, b) => a - b);
    return { beginS, priorities };
  });
}

/** The hour with the most alarms; if several have the same number, the latest. */
export function busiest(hours: readonly Hour[]): Hour | undefined {
  return hours.reduce<Hour | undefined>(
    (most, hour) => (hour.priorities.length >= (most?.priorities.length ?? 0) ? hour : most),
    undefined,
  );
}
