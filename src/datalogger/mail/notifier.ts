import type { NotificationBody } from '../../contract/mail';
import type { Occurrence } from '../alarms/model';
import type { Clock } from '../clock';
import { nextOccurrence, type Place } from '../jobs/occurrences';
import type { Log } from '../log';
import type { Notes } from '../store/notes';
import type { SettingRecords } from '../store/setting-records';
import { alarmLetter } from './letters';
import type { Mailer } from './mailer';
import { isActiveHour, Kept, type KeptNotice, nothingKept, noticeOf } from './notices';

export interface NotifierOptions {
  readonly settings: SettingRecords<NotificationBody>;
  readonly mailer: Mailer;
  readonly notes: Notes;
  /** What is active and not acknowledged now. */
  readonly active: () => readonly Occurrence[];
  /** Alarms of this priority and lower are not told now; null when all are. */
  readonly silencedFrom: () => number | null;
  readonly plantName: () => string;
  readonly place: () => Place;
  /** Limits and retries follow real time, whatever the plant's clock does. */
  readonly deviceClock: Clock;
  readonly log: Log;
}

/** What comes within so many seconds of the first is one e-mail. */
const gatherS = 10;
const hourMs = 3_600_000;
/** Minutes from a failed attempt to the next; beyond the list its last. */
const retriesMin = [1, 5, 15, 60] as const;
const mostWaiting = 500;

/** Tells of alarms by e-mail: at once, in a daily digest, and again while nobody acknowledges them. */
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

  /** These alarms have just become active. */
  hear(occurrences: readonly Occurrence[], t: number): void {
    const settings = this.#options.settings.read().value;
    if (!settings.abilitate) return;
    const silencedFrom = this.#options.silencedFrom() ?? Number.POSITIVE_INFINITY;
    const notices = occurrences
      .filter(({ priority }) => priority <= settings.priorita_minima && priority < silencedFrom)
      .map(noticeOf);
    if (notices.length > 0) this.#add(notices, t, settings);
  }

  /** Sends what is due at `t`, epoch s of the plant's clock. Never throws. */
  cycle(t: number): void {
    const settings = this.#options.settings.read().value;
    if (!settings.abilitate || !this.#options.mailer.isOn || this.#sending || this.#isClosed) return;
    if (t % 60 === 0) this.#repeat(t, settings);
    const isDigestDue = this.#isDigestDue(t, settings);
    const kept = this.#at(t);
    const isReady =
      kept.waiting.length > 0 &&
      t - kept.waitingSince >= gatherS &&
      isActiveHour(t, settings, this.#options.place().zone);
    if (!(isReady || isDigestDue) || !this.#mayMail(settings)) return;
    this.#sending = this.#tell(t, settings, isDigestDue)
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

  #at(t: number): Kept {
    return this.#kept ?? nothingKept(t);
  }

  #add(notices: readonly KeptNotice[], t: number, settings: NotificationBody): void {
    const kept = this.#at(t);
    const waitingSince = kept.waiting.length === 0 ? t : kept.waitingSince;
    this.#keep({
      ...kept,
      waiting: settings.immediata ? [...kept.waiting, ...notices].slice(-mostWaiting) : kept.waiting,
      waitingSince,
      digest: settings.riepilogo ? [...kept.digest, ...notices].slice(-mostWaiting) : kept.digest,
      told: { ...kept.told, ...Object.fromEntries(notices.map(({ id }) => [id, t])) },
    });
  }

  /** What nobody has acknowledged for so long is told again; what is over is forgotten. */
  #repeat(t: number, { ripeti }: NotificationBody): void {
    const kept = this.#at(t);
    if (Object.keys(kept.told).length === 0) return;
    const active = new Map(this.#options.active().map(each => [String(each.id), each]));
    const told = Object.fromEntries(Object.entries(kept.told).filter(([id]) => active.has(id)));
    const late = Object.entries(told).filter(([, at]) => ripeti > 0 && t - at >= ripeti * 60);
    const again = late.flatMap(([id]) => active.get(id) ?? []).map(noticeOf);
    const renewed = Object.fromEntries(late.map(([id]) => [id, t]));
    const waiting = [...kept.waiting, ...again].slice(-mostWaiting);
    const waitingSince = kept.waiting.length === 0 && again.length > 0 ? t : kept.waitingSince;
    this.#keep({ ...kept, waiting, waitingSince, told: { ...told, ...renewed } });
  }

  #isDigestDue(t: number, { riepilogo, ora_riepilogo: ora }: NotificationBody): boolean {
    const kept = this.#at(t);
    if (!riepilogo) return false;
    const timing = { quando: { ricorrenza: 'giornaliera', ora }, valida_dal: null, valida_al: null } as const;
    const due = nextOccurrence(timing, kept.digestedTo, this.#options.place());
    if (due === null || due > t) return false;
    if (kept.digest.length === 0) this.#keep({ ...kept, digestedTo: t });
    return kept.digest.length > 0;
  }

  /** Whether an e-mail to everybody still is within the hour's limit. */
  #mayMail({ destinatari, massimo_ora }: NotificationBody): boolean {
    const nowMs = this.#options.deviceClock.now();
    const recent = (this.#kept?.sentMs ?? []).filter(at => nowMs - at < hourMs);
    return (
      destinatari.length > 0 && recent.length + destinatari.length <= massimo_ora && nowMs >= this.#retryAtMs
    );
  }

  async #tell(t: number, { destinatari }: NotificationBody, isDigest: boolean): Promise<void> {
    const { mailer, plantName, place, deviceClock } = this.#options;
    const notices = isDigest ? this.#at(t).digest : this.#at(t).waiting;
    const about = { plant: plantName(), zone: place().zone, isDigest };
    const taken: number[] = [];
    for (const recipient of destinatari) {
      const reason = await mailer.send(alarmLetter(about, notices, recipient));
      if (reason === null) taken.push(deviceClock.now());
      else this.#options.log.info(`an e-mail of alarms could not be sent: ${reason}`);
    }
    if (this.#isClosed) return;
    const nowMs = deviceClock.now();
    const isLost = taken.length === 0;
    this.#failures = isLost ? this.#failures + 1 : 0;
    const waitMin = retriesMin[Math.min(this.#failures, retriesMin.length) - 1] ?? 0;
    this.#retryAtMs = nowMs + waitMin * 60_000;
    if (isLost) return;
    const kept = this.#at(t);
    const told = new Set<object>(notices);
    this.#keep({
      ...kept,
      ...(isDigest
        ? { digest: kept.digest.filter(each => !told.has(each)), digestedTo: t }
        : { waiting: kept.waiting.filter(each => !told.has(each)), waitingSince: t }),
      sentMs: [...kept.sentMs.filter(at => nowMs - at < hourMs), ...taken],
      lastSentAt: Math.floor(nowMs / 1000),
    });
  }

  #keep(kept: Kept): void {
    if (JSON.stringify(kept) === JSON.stringify(this.#kept)) return;
    this.#kept = kept;
    this.#options.notes.write('notifications', kept);
  }
}
