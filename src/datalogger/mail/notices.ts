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

/** What it has to remember over a restart. */
export const Kept = v.strictObject({
  /** To be told at once, since `waitingSince` (by the plant's steady clock), and in the digest after `digestedTo` (by its stamps). */
  waiting: v.array(KeptNotice),
  waitingSince: v.number(),
  digest: v.array(KeptNotice),
  digestedTo: v.number(),
  /** ms of the device's steady clock at which e-mails left in the last hour; s of its stamps at which the last one did. */
  sentMs: v.array(v.number()),
  lastSentAt: v.nullable(v.number()),
  /** When each active alarm was told last, by the plant's steady clock, by id. */
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

/** Whether e-mails are sent at once at `t`; hours that end before they begin go over midnight. */
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
