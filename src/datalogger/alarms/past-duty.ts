import { localDate, startOfLocalDay } from '../time/zone';
import type { Occurrence } from './model';

const minuteS = 60;
const hourS = 3600;
const dayS = 86_400;
/** Somebody sits in the control room between these hours; at other hours only what is critical wakes somebody. */
const duty = { from: 7, to: 19 };
const critical = 1;
/** Seconds until an alarm is acknowledged: at least, and how much longer at most. */
const onDuty = [2 * minuteS, 18 * minuteS] as const;
const awakened = [8 * minuteS, 30 * minuteS] as const;

/** When the operator of a simulated past acknowledges an alarm that was announced at `t`; epoch seconds. */
export function acknowledgedAt(
  { id, priority }: Pick<Occurrence, 'id' | 'priority'>,
  t: number,
  zone: string,
): number {
  const share = shareOf(id);
  const after = ([least, more]: readonly [number, number]) => Math.round(least + share * more);
  const { hour } = localDate(zone, t);
  if (hour >= duty.from && hour < duty.to) return t + after(onDuty);
  if (priority === critical) return t + after(awakened);
  const today = startOfLocalDay(zone, t) + duty.from * hourS;
  const morning = today > t ? today : startOfLocalDay(zone, t + dayS) + duty.from * hourS;
  return morning + after(onDuty);
}

/** A number from 0 to 1 that is always the same for an id (Knuth's multiplicative hash). */
const shareOf = (id: number) => ((id * 2_654_435_761) % 2 ** 32) / 2 ** 32;
