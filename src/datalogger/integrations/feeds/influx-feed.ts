import { setImmediate } from 'node:timers/promises';
import type { FeedState } from '../../../contract/feeds';
import type { TransferReason, Trial } from '../../../contract/sharing';
import type { Log } from '../../core/log';
import type { ClockStep, SteadyClock } from '../../core/time/steady-clock';
import type { FeedSecret, InfluxSettings } from '../../storage/config/feed-settings';
import type { SettingRecord, SettingRecords } from '../../storage/config/setting-records';
import type { Notes } from '../../storage/jobs/notes';
import { minuteS } from '../../storage/measures/rollup';
import { Refusals } from '../delivery/refusals';
import { type Guard, reasonOf } from '../outgoing/guard';
import { FeedProgress, type Target } from './feed-progress';
import { Delivery } from './influx-delivery';
import type { Origin } from './influx-lines';
import { send, tryOut } from './influx-target';
import { linesIn, minutesAtOnce, oldestSlot, type Past, settledEnd } from './influx-window';

export interface InfluxFeedOptions {
  readonly settings: SettingRecords<InfluxSettings>;
  readonly past: Past;
  readonly origin: () => Origin;
  readonly notes: Notes;
  readonly guard: Guard;
  /** Attempts follow real time, whatever the plant's clock does. */
  readonly deviceClock: SteadyClock;
  readonly log: Log;
}

const dayS = 86_400;

/** Gives a time-series database the archive, oldest first: every slot once, however long the database was away. */
export class InfluxFeed {
  readonly #options: InfluxFeedOptions;
  readonly #progress: FeedProgress;
  readonly #refusals: Refusals;
  #delivery: { readonly version: number; readonly by: Delivery } | null = null;
  #round: Promise<void> | null = null;
  #reason: TransferReason | null = null;
  /** The last setting of the clock, where that was forward. */
  #setAhead: Pick<ClockStep, 'fromMs' | 'toMs'> | null = null;
  #isClosed = false;

  constructor(options: InfluxFeedOptions) {
    this.#options = options;
    this.#progress = new FeedProgress(options.notes, 'feed-influx', options.deviceClock.steady.now);
    this.#refusals = new Refusals(options.notes, 'feed-influx-refused', options.deviceClock.steady.now);
  }

  /** Whether it has failed for long and goes on failing, in whole or in part (DLG03). */
  get hasFailed(): boolean {
    const isOn = this.#options.settings.read().value.abilitata;
    return isOn && (this.#progress.isExhausted || this.#refusals.isLasting);
  }

  /** Sends what is due at `t`, epoch s of the plant's clock. Never throws. */
  cycle(t: number): void {
    if (this.#round || this.#isClosed) return;
    const record = this.#options.settings.read();
    if (!record.value.abilitata) return;
    this.#round = this.#work(record, t)
      .catch(error => this.#options.log.error('measures could not be given to the database', error))
      .finally(() => {
        this.#round = null;
      });
  }

  tryOut(settings: InfluxSettings, secret: FeedSecret): Promise<Trial> {
    const { guard, origin, deviceClock, past } = this.#options;
    const t = Math.floor(deviceClock.now() / 1000);
    const end = settledEnd(past) ?? 0;
    const newest = linesIn(past, origin(), settings.contenuto, { from: end - minuteS, to: end });
    return tryOut(settings, secret, { guard, origin: origin(), t, newest });
  }

  state(): FeedState['influx'] {
    const { settings, deviceClock } = this.#options;
    const { retryAtMs } = this.#progress;
    return {
      fino: this.#progress.sentTo(targetOf(settings.read())),
      motivo: retryAtMs === null ? null : this.#reason,
      prossimo: retryAtMs === null ? null : Math.round(deviceClock.stampOf(retryAtMs) / 1000),
      rifiutati: this.#refusals.state(steadyMs => deviceClock.stampOf(steadyMs)),
    };
  }

  /** The plant's clock was set: where it was set back, slots from the new time on (and those of a time that was never) are sent again. */
  shift({ fromMs, toMs, shiftMs }: ClockStep): void {
    const ahead = this.#setAhead;
    this.#setAhead = shiftMs > 0 ? { fromMs, toMs } : null;
    if (shiftMs > 0) return;
    const first = ahead && toMs < ahead.toMs ? Math.min(toMs, ahead.fromMs) : toMs;
    this.#progress.goBackTo(Math.floor(first / 60_000) * 60);
  }

  /** The minutes of [from, to) are others than before: what was sent of them is sent again. */
  sendAgain(from: number, to: number): void {
    this.#progress.sendAgain({ from, to });
  }

  async settled(): Promise<void> {
    await this.#round;
  }

  close(): void {
    this.#isClosed = true;
  }

  async #work(record: SettingRecord<InfluxSettings>, t: number): Promise<void> {
    const { past } = this.#options;
    const target = targetOf(record);
    const end = settledEnd(past);
    if (end === null || this.#progress.isWaiting(target)) return;
    const everyS = record.value.frequenza * 60;
    const until = Math.floor(end / everyS) * everyS;
    const first = (days: number) => Math.min(until, Math.max(t - days * dayS, oldestSlot(past) ?? t));
    if (!(await this.#sendCorrections(record, target))) return;
    let from = this.#progress.begin(target, t, days => Math.floor(first(days) / 60) * 60);
    while (from < until && !this.#isClosed && this.#isCurrent(record)) {
      const minutes = minutesAtOnce(past, record.value.contenuto);
      const to = Math.min(until, from + minutes * 60);
      if (!(await this.#sendWindow(record, target, { from, to }))) return;
      from = to;
    }
  }

  /** Whether all corrections that waited were sent. */
  async #sendCorrections(record: SettingRecord<InfluxSettings>, target: Target): Promise<boolean> {
    for (let window = this.#progress.correction(target); window; window = this.#progress.correction(target)) {
      if (this.#isClosed || !this.#isCurrent(record)) return false;
      const minutes = minutesAtOnce(this.#options.past, record.value.contenuto);
      const to = Math.min(window.to, window.from + minutes * 60);
      if (!(await this.#sendWindow(record, target, { from: window.from, to }, true))) return false;
    }
    return true;
  }

  /** Whether it was sent. A correction is of a time that was sent before. */
  async #sendWindow(
    record: SettingRecord<InfluxSettings>,
    target: Target,
    window: { readonly from: number; readonly to: number },
    isCorrection = false,
  ): Promise<boolean> {
    const { past, origin, log } = this.#options;
    const lines = linesIn(past, origin(), record.value.contenuto, { ...window, isCorrection });
    try {
      if (lines.length > 0) this.#refusals.add(await this.#deliveryOf(record).deliver(lines), record.version);
      // A time in which nothing was measured.
      else await setImmediate();
    } catch (error) {
      if (this.#isClosed) return false;
      const reason = reasonOf(error);
      if (reason !== this.#reason) log.info(`the database takes no measures: ${reason}`);
      this.#reason = reason;
      this.#progress.fail();
      return false;
    }
    if (this.#isClosed) return false;
    this.#reason = null;
    if (isCorrection) this.#progress.correctedTo(window.to);
    else this.#progress.succeed(target, window.to);
    return true;
  }

  /** What a database takes in one request is learnt for the settings that are followed. */
  #deliveryOf({ value, secret, version }: SettingRecord<InfluxSettings>): Delivery {
    if (this.#delivery?.version !== version) {
      const by = new Delivery(lines => send(value, secret, lines, this.#options.guard));
      this.#delivery = { version, by };
    }
    return this.#delivery.by;
  }

  /** Somebody may have changed the settings in the middle of a long debt. */
  #isCurrent({ version }: SettingRecord<InfluxSettings>): boolean {
    const now = this.#options.settings.read();
    return now.version === version && now.value.abilitata;
  }
}

function targetOf({ value, version }: SettingRecord<InfluxSettings>): Target {
  const { url, archivio, organizzazione, protocollo, storia } = value;
  const name = [url, archivio, ...(protocollo === 'v2' ? [organizzazione] : [])].join(' ');
  return { name, days: storia, version };
}
