import * as v from 'valibot';
import type { NotificationBody } from '../../contract/mail';
import type { Occurrence } from '../alarms/model';
import { localDate } from '../zone';

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
  /** To be told at once, since `waitingSince` (epoch s of the plant's clock), and in the next digest. */
  waiting: v.array(KeptNotice),
  waitingSince: v.number(),
  digest: v.array(KeptNotice),
  digestedTo: v.number(),
  /** ms of the device's clock at which e-mails left in the last hour. */
  sentMs: v.array(v.number()),
  lastSentAt: v.nullable(v.number()),
  /** When each active alarm was told last, epoch s of the plant's clock, by id. */
  told: v.record(v.string(), v.number()),
});
export type Kept = v.InferOutput<typeof Kept>;

export const nothingKept = (t: number): Kept => ({
  waiting: [],
  waitingSince: t,
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
