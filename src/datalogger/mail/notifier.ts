import type { NotificationBody } from '../../contract/mail';
import type { Occurrence } from '../alarms/model';
import { nextOccurrence, type Place } from '../jobs/occurrences';
import type { Log } from '../log';
import type { LostByAlarm } from '../reports/lost-by-alarm';
import type { Notes } from '../store/notes';
import type { SettingRecords } from '../store/setting-records';
import type { Moment, SteadyClock } from '../time/steady-clock';
import { alarmLetter } from './letters';
import type { Mailer } from './mailer';
import { isActiveHour, Kept, type KeptNotice, nothingKept, noticeOf } from './notices';

export interface NotifierOptions {
  readonly settings: SettingRecords<NotificationBody>;
  readonly mailer: Mailer;
  readonly notes: Notes;
  /** The alarms that are active and unacknowledged now. */
  readonly active: () => readonly Occurrence[];
  /** Alarms of this priority and lower are not sent now; null where all are. */
  readonly silencedFrom: () => number | null;
  /** What an alarm cost up to a time (epoch seconds), by its id. */
  readonly lost: (id: number, t: number) => LostByAlarm | null;
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

/** Alarms within so many seconds of the first are sent in one e-mail. */
const gatherS = 10;
const hourMs = 3_600_000;
const dayS = 86_400;
/** Minutes from a failed attempt to the next one; after the end of the list, its last entry. */
const retriesMin = [1, 5, 15, 60] as const;
const mostWaiting = 500;

/** Whether so many seconds have passed. A stored time in the future comes from an earlier run whose clock was ahead: it counts as passed. */
const isOver = (since: number, seconds: number, steadyS: number) =>
  since > steadyS || steadyS - since >= seconds;

/** Sends alarms by e-mail: at once, in a daily digest, and again while they are not acknowledged. */
export class Notifier {
  readonly #options: NotifierOptions;
  #kept: Kept | null;
  #sending: Promise<void> | null = null;
  #failures = 0;
  #retryAtMs = 0;
  #isClosed = false;

  constructor(options: NotifierOptions) {
    this.#options = options;
    this.#kept = options.notes.read('notifications', Kept);
  }

  /** Epoch s of the device's clock; null before the first. */
  get lastSentAt(): number | null {
    return this.#kept?.lastSentAt ?? null;
  }

  /** To be called with alarms that have just become active. */
  addRaised(occurrences: readonly Occurrence[], now: Moment): void {
    const settings = this.#options.settings.read().value;
    if (!settings.abilitate) return;
    const silencedFrom = this.#options.silencedFrom() ?? Number.POSITIVE_INFINITY;
    const notices = occurrences
      .filter(({ priority }) => priority <= settings.priorita_minima && priority < silencedFrom)
      .map(noticeOf);
    if (notices.length > 0) this.#add(notices, now, settings);
  }

  /** Sends what is due by the plant's clock. Never throws. */
  cycle(now: Moment): void {
    const settings = this.#options.settings.read().value;
    if (!settings.abilitate || !this.#options.mailer.isOn || this.#sending || this.#isClosed) return;
    if (now.steadyS % 60 === 0) this.#repeat(now, settings);
    const isDigestDue = this.#isDigestDue(now, settings);
    const kept = this.#at(now);
    const isReady =
      kept.waiting.length > 0 &&
      isOver(kept.waitingSince, gatherS, now.steadyS) &&
      isActiveHour(now.stampS, settings, this.#options.place().zone);
    if (!(isReady || isDigestDue) || !this.#mayMail(settings)) return;
    this.#sending = this.#tell(now, settings, isDigestDue)
      .catch(error => this.#options.log.error('alarms could not be told by e-mail', error))
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

  #at({ stampS, steadyS }: Moment): Kept {
    return this.#kept ?? nothingKept(stampS, steadyS);
  }

  #add(notices: readonly KeptNotice[], now: Moment, settings: NotificationBody): void {
    const kept = this.#at(now);
    const waitingSince = kept.waiting.length === 0 ? now.steadyS : kept.waitingSince;
    this.#keep({
      ...kept,
      waiting: settings.immediata ? [...kept.waiting, ...notices].slice(-mostWaiting) : kept.waiting,
      waitingSince,
      digest: settings.riepilogo ? [...kept.digest, ...notices].slice(-mostWaiting) : kept.digest,
      told: { ...kept.told, ...Object.fromEntries(notices.map(({ id }) => [id, now.steadyS])) },
    });
  }

  /** Sends alarms again that were not acknowledged for so long; forgets those that are over. */
  #repeat(now: Moment, { ripeti }: NotificationBody): void {
    const kept = this.#at(now);
    const { steadyS } = now;
    if (Object.keys(kept.told).length === 0) return;
    const active = new Map(this.#options.active().map(each => [String(each.id), each]));
    const told = Object.fromEntries(Object.entries(kept.told).filter(([id]) => active.has(id)));
    const late = Object.entries(told).filter(([, at]) => ripeti > 0 && isOver(at, ripeti * 60, steadyS));
    const again = late.flatMap(([id]) => active.get(id) ?? []).map(noticeOf);
    const renewed = Object.fromEntries(late.map(([id]) => [id, steadyS]));
    const waiting = [...kept.waiting, ...again].slice(-mostWaiting);
    const waitingSince = kept.waiting.length === 0 && again.length > 0 ? steadyS : kept.waitingSince;
    this.#keep({ ...kept, waiting, waitingSince, told: { ...told, ...renewed } });
  }

  #isDigestDue(now: Moment, { riepilogo, ora_riepilogo: ora }: NotificationBody): boolean {
    const kept = this.#at(now);
    const { stampS } = now;
    if (!riepilogo) return false;
    const timing = { quando: { ricorrenza: 'giornaliera', ora }, valida_dal: null, valida_al: null } as const;
    // As with schedules, after a clock is set back by more than a day everything starts again.
    const after = kept.digestedTo > stampS + dayS ? stampS : kept.digestedTo;
    const due = nextOccurrence(timing, after, this.#options.place());
    if (after !== kept.digestedTo) this.#keep({ ...kept, digestedTo: after });
    if (due === null || due > stampS) return false;
    if (kept.digest.length === 0) this.#keep({ ...kept, digestedTo: stampS });
    return kept.digest.length > 0;
  }

  /** Whether one more e-mail to every recipient is within the limit for an hour. */
  #mayMail({ destinatari, massimo_ora }: NotificationBody): boolean {
    const nowMs = this.#options.deviceClock.steady.now();
    const recent = (this.#kept?.sentMs ?? []).filter(at => Math.abs(nowMs - at) < hourMs);
    return (
      destinatari.length > 0 && recent.length + destinatari.length <= massimo_ora && nowMs >= this.#retryAtMs
    );
  }

  async #tell(now: Moment, { destinatari }: NotificationBody, isDigest: boolean): Promise<void> {
    const { mailer, plantName, address, place, deviceClock, lost, isWithoutMoney } = this.#options;
    const notices = isDigest ? this.#at(now).digest : this.#at(now).waiting;
    const losing = notices.map(notice => ({ ...notice, lost: lost(notice.id, now.stampS) }));
    const about = { plant: plantName(), zone: place().zone, isDigest, address: address() };
    const taken: number[] = [];
    for (const recipient of destinatari) {
      const reason = await mailer.send(
        alarmLetter({ ...about, hasMoney: !isWithoutMoney(recipient.email) }, losing, recipient),
      );
      if (reason === null) taken.push(deviceClock.steady.now());
      else this.#options.log.info(`an e-mail of alarms could not be sent: ${reason}`);
    }
    if (this.#isClosed) return;
    const nowMs = deviceClock.steady.now();
    const isLost = taken.length === 0;
    this.#failures = isLost ? this.#failures + 1 : 0;
    const waitMin = retriesMin[Math.min(this.#failures, retriesMin.length) - 1] ?? 0;
    this.#retryAtMs = nowMs + waitMin * 60_000;
    if (isLost) return;
    const kept = this.#at(now);
    const told = new Set<object>(notices);
    this.#keep({
      ...kept,
      ...(isDigest
        ? { digest: kept.digest.filter(each => !told.has(each)), digestedTo: now.stampS }
        : { waiting: kept.waiting.filter(each => !told.has(each)), waitingSince: now.steadyS }),
      sentMs: [...kept.sentMs.filter(at => Math.abs(nowMs - at) < hourMs), ...taken],
      lastSentAt: Math.floor(deviceClock.now() / 1000),
    });
  }

  #keep(kept: Kept): void {
    if (JSON.stringify(kept) === JSON.stringify(this.#kept)) return;
    this.#kept = kept;
    this.#options.notes.write('notifications', kept);
  }
}
