import type { AlarmRecipient, NotificationBody } from '../../../contract/mail';
import type { Occurrence } from '../../alarms/model';
import type { LostByAlarm } from '../../analytics/reports/lost-by-alarm';
import { nextOccurrence, type Place } from '../../automation/schedules/occurrences';
import type { Log } from '../../core/log';
import type { Moment, SteadyClock } from '../../core/time/steady-clock';
import type { SettingRecords } from '../../storage/config/setting-records';
import type { Notes } from '../../storage/jobs/notes';
import { alarmLetter } from './letters';
import type { Mailer } from './mailer';
import {
  isActiveHour,
  isDue,
  isFor,
  Kept,
  type KeptNotice,
  nothingKept,
  noticeOf,
  type Waiting,
} from './notices';

export interface NotifierOptions {
  readonly settings: SettingRecords<NotificationBody>;
  readonly mailer: Mailer;
  readonly notes: Notes;
  /** The alarms that are active and unacknowledged now. */
  readonly active: () => readonly Occurrence[];
  /** Alarms of this priority and lower are not sent now; null where all are. */
  readonly silencedFrom: () => number | null;
  /** Whether what an alarm is about is under maintenance: then it is not sent. */
  readonly isUnderMaintenance: (occurrence: Occurrence) => boolean;
  /** What an alarm cost up to a time (epoch seconds), by its id. */
  readonly lost: (id: number, t: number) => Promise<LostByAlarm | null>;
  /** Whether an address belongs to an account that sees no money. */
  readonly isWithoutMoney: (email: string) => boolean;
  readonly plantName: () => string;
  /** Where the console is found; null where that is not known. */
  readonly address: () => string | null;
  readonly place: () => Place;
  /** Limits and retries follow real time, whatever the plant's clock does. */
  readonly deviceClock: SteadyClock;
  readonly log: Log;
}

/** Seconds within which alarms are gathered in one e-mail. */
const gatherS = 10;
const hourMs = 3_600_000;
const dayS = 86_400;
/** Minutes from a failed attempt to the next one; after the end of the list, its last entry. */
const retriesMin = [1, 5, 15, 60] as const;
const mostInDigest = 500;
/** For each recipient. */
const mostWaiting = 200;

/** Whether a number of seconds has passed. A stored time in the future comes from an earlier run whose clock was ahead: it counts as passed. */
const isOver = (since: number, seconds: number, steadyS: number) =>
  since > steadyS || steadyS - since >= seconds;

/** E-mails that did not leave, to one recipient. */
interface Retry {
  readonly failures: number;
  /** ms of the device's steady clock. */
  readonly atMs: number;
}

/** An e-mail to be sent: all that is due for a recipient. */
interface Letter {
  readonly recipient: AlarmRecipient;
  readonly notices: readonly KeptNotice[];
}

/**
 * Sends alarms by e-mail: to each recipient those that concern it, at once or when nobody has acknowledged them in time, in a daily
 * digest, and again while they are not acknowledged.
 */
export class Notifier {
  readonly #options: NotifierOptions;
  readonly #retries = new Map<string, Retry>();
  #kept: Kept | null;
  #sending: Promise<void> | null = null;
  #isClosed = false;

  constructor(options: NotifierOptions) {
    this.#options = options;
    const kept = options.notes.read('notifications', Kept);
    this.#kept = kept && { ...kept, waiting: forEach(kept.waiting, options.settings.read().value) };
  }

  /** Epoch s of the device's clock; null before the first. */
  get lastSentAt(): number | null {
    return this.#kept?.lastSentAt ?? null;
  }

  /** To be called with alarms that have just become active. */
  addRaised(occurrences: readonly Occurrence[], now: Moment): void {
    const settings = this.#options.settings.read().value;
    if (!settings.abilitate) return;
    const { isUnderMaintenance } = this.#options;
    const silencedFrom = this.#options.silencedFrom() ?? Number.POSITIVE_INFINITY;
    const notices = occurrences
      .filter(({ priority }) => priority <= settings.priorita_minima && priority < silencedFrom)
      .filter(occurrence => !isUnderMaintenance(occurrence))
      .map(noticeOf);
    if (notices.length === 0) return;
    const kept = this.#at(now);
    const { steadyS } = now;
    this.#keep({
      ...kept,
      waiting: settings.immediata ? this.#joined(notices, settings, steadyS) : kept.waiting,
      digest: settings.riepilogo ? [...kept.digest, ...notices].slice(-mostInDigest) : kept.digest,
      told: { ...kept.told, ...Object.fromEntries(notices.map(({ id }) => [id, steadyS])) },
    });
  }

  /** Sends what is due by the plant's clock. Never throws. */
  cycle(now: Moment): void {
    const settings = this.#options.settings.read().value;
    if (!settings.abilitate || !this.#options.mailer.isOn || this.#sending || this.#isClosed) return;
    if (now.steadyS % 60 === 0) this.#repeat(now, settings);
    this.#dropHandled(now, settings);
    const digests = this.#isDigestDue(now, settings) ? this.#affordableDigests(now, settings) : [];
    const isDigest = digests.length > 0;
    // A digest that cannot go yet holds up nothing.
    const sent = isDigest ? digests : this.#affordable(this.#dueLetters(now, settings), settings);
    if (sent.length === 0) return;
    this.#sending = this.#tell(now, sent, isDigest)
      .catch(error => this.#options.log.error('alarms could not be sent by e-mail', error))
      .finally(() => {
        this.#sending = null;
      });
  }

  async settled(): Promise<void> {
    await this.#sending;
  }

  close(): void {
    this.#isClosed = true;
  }

  #at({ stampS }: Moment): Kept {
    return this.#kept ?? nothingKept(stampS);
  }

  /** What waits, and the alarms for each recipient that they concern; what waits for one already does not wait twice. */
  #joined(notices: readonly KeptNotice[], { destinatari }: NotificationBody, steadyS: number): Waiting[] {
    const waiting = this.#kept?.waiting ?? [];
    return destinatari.flatMap(recipient => {
      const own = waiting.filter(({ to }) => to === recipient.email);
      const added = notices
        .filter(notice => isFor(notice, recipient) && !own.some(({ id }) => id === notice.id))
        .map(notice => ({ ...notice, to: recipient.email, dueS: steadyS + 60 * recipient.dopo }));
      return [...own, ...added].slice(-mostWaiting);
    });
  }

  /** Delayed recipients skip alarms that have cleared or been acknowledged. */
  #dropHandled(now: Moment, { destinatari }: NotificationBody): void {
    const kept = this.#at(now);
    const late = new Set(destinatari.flatMap(({ email, dopo }) => (dopo > 0 ? email : [])));
    if (late.size === 0 || kept.waiting.length === 0) return;
    const active = new Set(this.#options.active().map(({ id }) => id));
    const isHandled = ({ id, to, dueS }: Waiting) =>
      late.has(to) && isDue(dueS, now.steadyS) && !active.has(id);
    this.#keep({ ...kept, waiting: kept.waiting.filter(each => !isHandled(each)) });
  }

  /** Sends alarms again that were not acknowledged for so long; forgets those that are over. */
  #repeat(now: Moment, settings: NotificationBody): void {
    const kept = this.#at(now);
    const { steadyS } = now;
    const { ripeti } = settings;
    if (Object.keys(kept.told).length === 0) return;
    const active = new Map(this.#options.active().map(each => [String(each.id), each]));
    const told = Object.fromEntries(Object.entries(kept.told).filter(([id]) => active.has(id)));
    const late = Object.entries(told).filter(([, at]) => ripeti > 0 && isOver(at, ripeti * 60, steadyS));
    const again = late.flatMap(([id]) => active.get(id) ?? []).map(noticeOf);
    const renewed = Object.fromEntries(late.map(([id]) => [id, steadyS]));
    const waiting = again.length > 0 ? this.#joined(again, settings, steadyS) : kept.waiting;
    this.#keep({ ...kept, waiting, told: { ...told, ...renewed } });
  }

  #isDigestDue(now: Moment, settings: NotificationBody): boolean {
    const { riepilogo, ora_riepilogo: ora } = settings;
    const kept = this.#at(now);
    const { stampS } = now;
    if (!riepilogo) return false;
    const timing = { quando: { ricorrenza: 'giornaliera', ora }, valida_dal: null, valida_al: null } as const;
    // As with schedules, after a clock is set back by more than a day everything starts again.
    const after = kept.digestedTo > stampS + dayS ? stampS : kept.digestedTo;
    const due = nextOccurrence(timing, after, this.#options.place());
    if (after !== kept.digestedTo) this.#keep({ ...kept, digestedTo: after });
    if (due === null || due > stampS) return false;
    const hasNews = this.#digests(now, settings).length > 0;
    if (!hasNews) this.#keep({ ...kept, digest: [], digestedTo: stampS });
    return hasNews;
  }

  #digests(now: Moment, { destinatari }: NotificationBody): Letter[] {
    const { digest } = this.#at(now);
    return destinatari.flatMap(recipient => {
      const notices = digest.filter(notice => isFor(notice, recipient));
      return notices.length > 0 ? { recipient, notices } : [];
    });
  }

  /** For each recipient what is due now: not outside of the hours, and not in the seconds in which more may come. */
  #dueLetters(now: Moment, settings: NotificationBody): Letter[] {
    const { waiting } = this.#at(now);
    const { zone } = this.#options.place();
    if (waiting.length === 0 || !isActiveHour(now.stampS, settings, zone)) return [];
    return settings.destinatari.flatMap(recipient => {
      if (!isActiveHour(now.stampS, recipient, zone)) return [];
      const notices = waiting.filter(({ to, dueS }) => to === recipient.email && isDue(dueS, now.steadyS));
      const isGathered = notices.some(({ dueS }) => isOver(dueS, gatherS, now.steadyS));
      return isGathered ? { recipient, notices } : [];
    });
  }

  /** A digest waits until it may go to all at once, or to as many as the limit ever allows. */
  #affordableDigests(now: Moment, settings: NotificationBody): readonly Letter[] {
    const letters = this.#digests(now, settings);
    const sent = this.#affordable(letters, settings);
    return sent.length < Math.min(letters.length, settings.massimo_ora) ? [] : sent;
  }

  /** As many as the limit for an hour allows, without the recipients that could not be reached a short time ago. */
  #affordable(letters: readonly Letter[], { massimo_ora }: NotificationBody): readonly Letter[] {
    const nowMs = this.#options.deviceClock.steady.now();
    const left = Math.max(0, massimo_ora - this.#recent(nowMs).length);
    return letters
      .filter(({ recipient }) => nowMs >= (this.#retries.get(recipient.email)?.atMs ?? 0))
      .slice(0, left);
  }

  #recent(nowMs: number): readonly number[] {
    return (this.#kept?.sentMs ?? []).filter(at => Math.abs(nowMs - at) < hourMs);
  }

  async #tell(now: Moment, letters: readonly Letter[], isDigest: boolean): Promise<void> {
    const { mailer, plantName, address, place, deviceClock, lost, isWithoutMoney, log } = this.#options;
    const about = { plant: plantName(), zone: place().zone, isDigest, address: address() };
    const told = new Set<object>();
    const takenMs: number[] = [];
    for (const { recipient, notices } of letters) {
      const losing = await Promise.all(
        notices.map(async notice => ({ ...notice, lost: await lost(notice.id, now.stampS) })),
      );
      const hasMoney = !isWithoutMoney(recipient.email);
      const reason = await mailer.send(alarmLetter({ ...about, hasMoney }, losing, recipient));
      const nowMs = deviceClock.steady.now();
      this.#note(recipient, reason === null, nowMs);
      if (reason !== null) log.info(`an e-mail of alarms could not be sent: ${reason}`);
      else {
        takenMs.push(nowMs);
        for (const notice of notices) told.add(notice);
      }
    }
    if (this.#isClosed || takenMs.length === 0) return;
    const kept = this.#at(now);
    this.#keep({
      ...kept,
      ...(isDigest
        ? { digest: kept.digest.filter(each => !told.has(each)), digestedTo: now.stampS }
        : { waiting: kept.waiting.filter(each => !told.has(each)) }),
      sentMs: [...this.#recent(deviceClock.steady.now()), ...takenMs],
      lastSentAt: Math.floor(deviceClock.now() / 1000),
    });
  }

  /** A recipient that could not be reached is tried again later, and later still. */
  #note({ email }: AlarmRecipient, isTaken: boolean, nowMs: number): void {
    const failures = isTaken ? 0 : (this.#retries.get(email)?.failures ?? 0) + 1;
    const waitMin = retriesMin[Math.min(failures, retriesMin.length) - 1] ?? 0;
    this.#retries.set(email, { failures, atMs: nowMs + 60_000 * waitMin });
  }

  #keep(kept: Kept): void {
    if (JSON.stringify(kept) === JSON.stringify(this.#kept)) return;
    this.#kept = kept;
    this.#options.notes.write('notifications', kept);
  }
}

/** What an older version kept for everybody, for each recipient. */
const forEach = (waiting: readonly Waiting[], { destinatari }: NotificationBody): Waiting[] =>
  waiting.flatMap(each => (each.to === '' ? destinatari.map(({ email }) => ({ ...each, to: email })) : each));
