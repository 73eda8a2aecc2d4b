import * as v from 'valibot';
import type { SyslogBody } from '../../../contract/push';
import type { TransferReason } from '../../../contract/sharing';
import type { Occurrence } from '../../alarms/model';
import type { Place } from '../../automation/schedules/occurrences';
import type { Log } from '../../core/log';
import type { Moment, SteadyClock } from '../../core/time/steady-clock';
import type { Notes } from '../../storage/jobs/notes';
import type { Undelivered } from '../delivery/undelivered';
import { alarmLetter } from '../mail/letters';
import { isActiveHour, isDue, isFor, KeptNotice, noticeOf } from '../mail/notices';
import type { Message } from './messages';

/** Which alarms a channel sends, and when. */
export type Rule = Pick<
  SyslogBody,
  'abilitato' | 'lingua' | 'priorita_minima' | 'gruppo' | 'dopo' | 'dalle' | 'alle' | 'massimo_ora'
>;

export interface ChannelOptions {
  /** What is kept over a restart is kept under this name. */
  readonly name: 'webhook' | 'syslog';
  readonly rule: () => Rule;
  /** Null when the service has taken the message, else why not. */
  readonly send: (message: Message) => Promise<TransferReason | null>;
  readonly undelivered: Pick<Undelivered, 'failed' | 'delivered'>;
  readonly notes: Notes;
  /** The alarms that are active and unacknowledged now. */
  readonly active: () => readonly Occurrence[];
  /** Alarms of this priority and lower are held back now; null if all are sent. */
  readonly silencedFrom: () => number | null;
  /** Whether what an alarm is about is under maintenance: then it is not sent. */
  readonly isUnderMaintenance: (occurrence: Occurrence) => boolean;
  readonly plantName: () => string;
  readonly address: () => string | null;
  readonly place: () => Place;
  /** Limits and retries follow real time, whatever the plant's clock does. */
  readonly deviceClock: SteadyClock;
  readonly log: Log;
}

const Kept = v.strictObject({
  /** Alarms to be sent, each from a second of the plant's steady clock on. */
  waiting: v.array(v.strictObject({ notice: KeptNotice, dueS: v.number() })),
  /** When the messages of the last hour were sent, ms of the device's steady clock; the last of all in epoch s. */
  sentMs: v.array(v.number()),
  lastSentAt: v.nullable(v.number()),
});
type Kept = v.InferOutput<typeof Kept>;

const nothingKept: Kept = { waiting: [], sentMs: [], lastSentAt: null };

/** More alarms than this at a time are sent in one message: a flood, or alarms held back until morning. */
const mostSingle = 3;
/** What has waited for longer was held back, by the limit, the hours or a service that was down: it is sent in one message. */
const heldBackS = 60;
const mostWaiting = 500;
const mostNamed = 3;
const hourMs = 3_600_000;
/** Minutes from a failed attempt to the next one; after the end of the list, its last entry. */
const retriesMin = [1, 5, 15, 60] as const;

/** Whether the service has answered, and did not take this message. */
const isRefusal = (reason: TransferReason) => ['protocollo', 'rifiutato', 'troppo_grande'].includes(reason);

/** The alarms of a message, as the screen names one that is refused. */
const codesOf = (notices: readonly KeptNotice[]) =>
  [...new Set(notices.map(({ code }) => code))].slice(0, mostNamed).join(', ');

/** Tells alarms to one service, one after the other, and loses none over a restart or while the service does not answer. */
export class Channel {
  readonly #options: ChannelOptions;
  #kept: Kept;
  #sending: Promise<void> | null = null;
  #failures = 0;
  #retryAtMs = 0;
  /** Alarms in one message: fewer after a service has refused a message for its size. */
  #most = mostWaiting;
  #isClosed = false;

  constructor(options: ChannelOptions) {
    this.#options = options;
    this.#kept = options.notes.read(`push:${options.name}`, Kept) ?? nothingKept;
  }

  get lastSentAt(): number | null {
    return this.#kept.lastSentAt;
  }

  /** To be called with alarms that have just become active. */
  addRaised(occurrences: readonly Occurrence[], { steadyS }: Moment): void {
    const rule = this.#options.rule();
    if (!rule.abilitato) return;
    const { isUnderMaintenance } = this.#options;
    const silencedFrom = this.#options.silencedFrom() ?? Number.POSITIVE_INFINITY;
    const added = occurrences
      .filter(({ priority }) => priority < silencedFrom)
      .filter(occurrence => !isUnderMaintenance(occurrence))
      .map(noticeOf)
      .filter(notice => isFor(notice, rule))
      .map(notice => ({ notice, dueS: steadyS + 60 * rule.dopo }));
    if (added.length > 0)
      this.#keep({ ...this.#kept, waiting: [...this.#kept.waiting, ...added].slice(-mostWaiting) });
  }

  /** Sends what is due by the plant's clock. Never throws. */
  cycle(now: Moment): void {
    const rule = this.#options.rule();
    if (this.#sending || this.#isClosed || this.#kept.waiting.length === 0) return;
    if (!rule.abilitato) this.#keep({ ...this.#kept, waiting: [] });
    else if (isActiveHour(now.stampS, rule, this.#options.place().zone)) this.#sendDue(now, rule);
  }

  async settled(): Promise<void> {
    await this.#sending;
  }

  close(): void {
    this.#isClosed = true;
  }

  #sendDue({ steadyS }: Moment, rule: Rule): void {
    if (rule.dopo > 0) this.#forgetHandled(steadyS);
    const due = this.#kept.waiting.filter(({ dueS }) => isDue(dueS, steadyS));
    const nowMs = this.#options.deviceClock.steady.now();
    const left = rule.massimo_ora - this.#recent(nowMs).length;
    if (due.length === 0 || left <= 0 || nowMs < this.#retryAtMs) return;
    const isHeldBack = due.some(({ dueS }) => dueS + heldBackS < steadyS);
    const isTogether = due.length > mostSingle || left === 1 || isHeldBack;
    const told = due.slice(0, isTogether ? this.#most : 1);
    this.#sending = this.#tell(told, rule)
      .catch(error => this.#options.log.error(`alarms could not be sent by ${this.#options.name}`, error))
      .finally(() => {
        this.#sending = null;
      });
  }

  /** Delayed recipients skip alarms that have cleared or been acknowledged. */
  #forgetHandled(steadyS: number): void {
    const active = new Set(this.#options.active().map(({ id }) => id));
    const waiting = this.#kept.waiting.filter(({ notice, dueS }) => dueS > steadyS || active.has(notice.id));
    if (waiting.length < this.#kept.waiting.length) this.#keep({ ...this.#kept, waiting });
  }

  async #tell(told: Kept['waiting'], { lingua }: Rule): Promise<void> {
    const { send, plantName, address, place, deviceClock, log, name, undelivered } = this.#options;
    const notices = told.map(({ notice }) => notice);
    const about = { plant: plantName(), zone: place().zone, isDigest: false, address: address() };
    const letter = alarmLetter(about, notices, { email: '', lingua });
    const message = { ...about, notices, title: letter.subject, text: letter.text };
    const reason = await send(message);
    if (this.#isClosed) return;
    if (reason === 'troppo_grande' && told.length > 1) {
      this.#most = Math.ceil(told.length / 2);
      return;
    }
    const nowMs = deviceClock.steady.now();
    this.#failures = reason === null ? 0 : this.#failures + 1;
    const waitMin = retriesMin[Math.min(this.#failures, retriesMin.length) - 1] ?? 0;
    this.#retryAtMs = nowMs + 60_000 * waitMin;
    const isTold = new Set<object>(told);
    const others = this.#kept.waiting.filter(each => !isTold.has(each));
    if (reason !== null) {
      // What a service refuses, and may refuse each time, waits behind all others.
      if (isRefusal(reason)) this.#keep({ ...this.#kept, waiting: [...others, ...told] });
      undelivered.failed(name, isRefusal(reason) ? codesOf(notices) : null, reason);
      return log.info(`alarms could not be sent by ${name}: ${reason}`);
    }
    if (others.length === 0) undelivered.delivered(name);
    else undelivered.delivered(name, codesOf(notices));
    this.#keep({
      waiting: others,
      sentMs: [...this.#recent(nowMs), nowMs],
      lastSentAt: Math.floor(deviceClock.now() / 1000),
    });
  }

  #recent(nowMs: number): readonly number[] {
    return this.#kept.sentMs.filter(at => Math.abs(nowMs - at) < hourMs);
  }

  #keep(kept: Kept): void {
    this.#kept = kept;
    this.#options.notes.write(`push:${this.#options.name}`, kept);
  }
}
