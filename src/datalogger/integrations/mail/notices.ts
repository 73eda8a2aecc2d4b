import * as v from 'valibot';
import type { AlarmRecipient, NotificationBody } from '../../../contract/mail';
import { localTime } from '../../../contract/zone';
import type { Occurrence } from '../../alarms/model';

export const KeptNotice = v.strictObject({
  id: v.number(),
  code: v.string(),
  device: v.string(),
  priority: v.number(),
  begin: v.number(),
  /** Left out by older versions. */
  group: v.optional(v.string()),
});
export type KeptNotice = v.InferOutput<typeof KeptNotice>;

/** An alarm for a recipient, from a second of the plant's steady clock on. Older versions kept neither: then it is for everybody, now. */
const Waiting = v.strictObject({
  ...KeptNotice.entries,
  to: v.optional(v.string(), ''),
  dueS: v.optional(v.number(), 0),
});
export type Waiting = v.InferOutput<typeof Waiting>;

/** What the notifier keeps over a restart. */
export const Kept = v.object({
  waiting: v.array(Waiting),
  /** Alarms for the next digest, which begins at `digestedTo` (plant's wall clock). */
  digest: v.array(KeptNotice),
  digestedTo: v.number(),
  /** When the e-mails of the last hour were sent (ms, device's steady clock), and the last one of all (epoch s, device's wall clock). */
  sentMs: v.array(v.number()),
  lastSentAt: v.nullable(v.number()),
  /** When each active alarm was last sent (plant's steady clock), by id. */
  told: v.record(v.string(), v.number()),
});
export type Kept = v.InferOutput<typeof Kept>;

export const nothingKept = (t: number): Kept => ({
  waiting: [],
  digest: [],
  digestedTo: t,
  sentMs: [],
  lastSentAt: null,
  told: {},
});

export function noticeOf({ id, code, subject, priority, begin }: Occurrence): KeptNotice {
  return { id, code, device: subject.name, priority, begin, group: subject.group };
}

/** As long as no alarm can wait for its time: a stored time beyond it is of a clock that was ahead. */
const longestDelayS = 1440 * 60;

/** Whether the time for an alarm has come. */
export const isDue = (dueS: number, steadyS: number): boolean =>
  dueS <= steadyS || dueS > steadyS + longestDelayS;

/** Whether a recipient or a service is notified of an alarm. */
export const isFor = (
  { priority, group }: Pick<KeptNotice, 'priority' | 'group'>,
  { priorita_minima, gruppo }: Pick<AlarmRecipient, 'priorita_minima' | 'gruppo'>,
): boolean => priority <= priorita_minima && (gruppo === 'tutti' || group === undefined || gruppo === group);

/** Whether e-mails are sent at once at `t`; an end before the beginning is on the next day. */
export function isActiveHour(
  t: number,
  { dalle, alle }: Pick<NotificationBody, 'dalle' | 'alle'>,
  zone: string,
): boolean {
  const now = localTime(zone, t).slice(11, 16);
  if (dalle === alle) return true;
  return dalle < alle ? now >= dalle && now < alle : now >= dalle || now < alle;
}
