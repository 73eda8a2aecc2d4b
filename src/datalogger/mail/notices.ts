import * as v from 'valibot';
import type { NotificationBody } from '../../contract/mail';
import type { Occurrence } from '../alarms/model';
import { localDate } from '../time/zone';

export const KeptNotice = v.strictObject({
  id: v.number(),
  code: v.string(),
  device: v.string(),
  priority: v.number(),
  begin: v.number(),
});
export type KeptNotice = v.InferOutput<typeof KeptNotice>;

/** What the notifier keeps over a restart. */
export const Kept = v.strictObject({
  /** Alarms to be sent at once, waiting since `waitingSince` (plant's steady clock); alarms for the next digest, which begins at `digestedTo` (plant's wall clock). */
  waiting: v.array(KeptNotice),
  waitingSince: v.number(),
  digest: v.array(KeptNotice),
  digestedTo: v.number(),
  /** When the e-mails of the last hour were sent (ms, device's steady clock), and the last one of all (epoch s, device's wall clock). */
  sentMs: v.array(v.number()),
  lastSentAt: v.nullable(v.number()),
  /** When each active alarm was last sent (plant's steady clock), by id. */
  told: v.record(v.string(), v.number()),
});
export type Kept = v.InferOutput<typeof Kept>;

export const nothingKept = (t: number, steadyS: number): Kept => ({
  waiting: [],
  waitingSince: steadyS,
  digest: [],
  digestedTo: t,
  sentMs: [],
  lastSentAt: null,
  told: {},
});

export function noticeOf({ id, code, subject, priority, begin }: Occurrence): KeptNotice {
  return { id, code, device: subject.name, priority, begin };
}

/** Whether e-mails are sent at once at `t`; an end before the beginning is on the next day. */
export function isActiveHour(
  t: number,
  { dalle, alle }: Pick<NotificationBody, 'dalle' | 'alle'>,
  zone: string,
): boolean {
  const { hour, minute } = localDate(zone, t);
  const now = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
  if (dalle === alle) return true;
  return dalle < alle ? now >= dalle && now < alle : now >= dalle || now < alle;
}
