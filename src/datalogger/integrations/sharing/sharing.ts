import type { Table } from '../../../contract/measures';
import { spoolBytes, spoolDays, type Transfer, type Trial } from '../../../contract/sharing';
import type { Log } from '../../core/log';
import type { ClockStep, SteadyClock } from '../../core/time/steady-clock';
import type { SharingSettings } from '../../storage/config/service-settings';
import type { SettingRecord, SettingRecords } from '../../storage/config/setting-records';
import type { Notes } from '../../storage/jobs/notes';
import type { Transfers } from '../../storage/jobs/transfers';
import type { Guard } from '../outgoing/guard';
import { fileOf, type SharedFile, type SharedGroup } from './files';
import { FtpFailure, FtpSession, refusesFile } from './ftp';
import { SharingProgress } from './progress';
import { daysOf, firstStart, type SharingSlot, slotFrom } from './slots';
import type { Spool } from './spool';
import { tryOut } from './trial';

export interface SharingOptions {
  readonly settings: SettingRecords<SharingSettings>;
  readonly spool: Spool;
  readonly transfers: Transfers;
  readonly notes: Notes;
  readonly guard: Guard;
  readonly serial: string;
  readonly zone: () => string;
  /** The archive's table of a group for a local day, in slots of some minutes. */
  readonly measured: (group: SharedGroup, day: string, slotMin: 5 | 15) => Promise<Table>;
  /** Whether a device of a group is marked as invalid at `t`, epoch seconds. */
  readonly isInvalid: (group: SharedGroup, id: number, t: number) => boolean;
  /** Attempts follow real time, whatever the plant's clock does. */
  readonly deviceClock: SteadyClock;
  readonly log: Log;
}

const dayS = 86_400;
/** At most this many missed slots are written in one round, so that nothing else has to wait long. */
const slotsAtOnce = 4;
/** Files refused one after the other after which it is not the file: the folder or the account takes none. */
const mostRefused = 3;
/** Sessions that refuse a file before it is given up; a server may have it locked for a while. */
const mostSessions = 3;
const dayMs = dayS * 1000;

/** Writes measurements to files and sends them, oldest first. */
export class DataSharing {
  readonly #options: SharingOptions;
  readonly #progress: SharingProgress;
  #round: Promise<boolean> | null = null;
  #session: FtpSession | null = null;
  /** The last setting of the clock, where that was forward. */
  #setAhead: Pick<ClockStep, 'fromMs' | 'toMs'> | null = null;
  #isClosed = false;
  /** Sessions in which the server has refused a file, by its name. */
  readonly #refusedTimes = new Map<string, number>();
  /** When the last file was given up, ms of the device's clock. */
  #givenUpAtMs: number;

  constructor(options: SharingOptions) {
    this.#options = options;
    this.#progress = new SharingProgress(options.notes, options.deviceClock.steady.now);
    const givenUp = options.transfers
      .all()
      .find(({ esito, motivo }) => esito === 'scartato' && motivo !== null);
    this.#givenUpAtMs = 1000 * (givenUp?.t ?? Number.NEGATIVE_INFINITY);
  }

  /** Whether every retry has failed and data still waits, or a file was given up in the last day (DLG03). */
  get hasFailed(): boolean {
    if (!this.#options.settings.read().value.abilitata) return false;
    return this.#progress.isExhausted || this.#options.deviceClock.now() - this.#givenUpAtMs < dayMs;
  }

  /** Makes and sends what is due at `t`, epoch s of the plant's clock. Never throws. */
  cycle(t: number): void {
    if (!this.#round && this.#options.settings.read().value.abilitata) void this.#start(t, false);
  }

  /** Writes complete slots to files and sends all waiting files. Returns whether all were sent. */
  async shareNow(t: number): Promise<boolean> {
    await this.#round;
    return this.#start(t, true);
  }

  tryOut(settings: SharingSettings, secret: string | null): Promise<Trial> {
    return tryOut(settings, secret, this.#options.guard);
  }

  state() {
    const { files, bytes } = this.#options.spool.state();
    const next = this.#options.deviceClock.stampOf(this.#progress.retryAtMs) / 1000;
    return { in_attesa: { file: files, byte: bytes }, prossimo: files === 0 ? null : Math.round(next) };
  }

  /** The plant's clock was set. Where it was set back, slots from the new time on (and those written while it was ahead) are sent again. */
  shift({ fromMs, toMs, shiftMs }: ClockStep): void {
    const { value } = this.#options.settings.read();
    const ahead = this.#setAhead;
    this.#setAhead = shiftMs > 0 ? { fromMs, toMs } : null;
    if (shiftMs > 0) return;
    const first = ahead && toMs < ahead.toMs ? Math.min(toMs, ahead.fromMs) : toMs;
    this.#progress.goBackTo(firstStart(Math.floor(first / 1000), value, this.#options.zone()));
  }

  /** Slots of [from, to) are others than before: from there on all are sent again, as far back as files wait. */
  sendAgain(from: number, to: number): void {
    const { settings, deviceClock, zone } = this.#options;
    const { value } = settings.read();
    const oldest = Math.floor(deviceClock.now() / 1000) - spoolDays * dayS;
    if (to > oldest) this.#progress.goBackTo(firstStart(Math.max(from, oldest), value, zone()));
  }

  async settled(): Promise<void> {
    await this.#round;
  }

  close(): void {
    this.#isClosed = true;
    this.#session?.close();
  }

  #start(t: number, isAtOnce: boolean): Promise<boolean> {
    const round = this.#work(t, isAtOnce)
      .catch(error => {
        this.#options.log.error('data could not be shared', error);
        return false;
      })
      .finally(() => {
        this.#round = null;
      });
    this.#round = round;
    return round;
  }

  async #work(t: number, isAtOnce: boolean): Promise<boolean> {
    const { settings, spool } = this.#options;
    await this.#make(t, isAtOnce, settings.read());
    this.#trim();
    if (this.#isClosed || spool.state().files === 0) return true;
    if (!isAtOnce && this.#nowMs() < this.#progress.retryAtMs) return false;
    return this.#send();
  }

  async #make(
    t: number,
    isAtOnce: boolean,
    { value, version }: SettingRecord<SharingSettings>,
  ): Promise<void> {
    const zone = this.#options.zone();
    const from = this.#progress.sharedTo(t, firstStart(t, value, zone), version);
    let slot = slotFrom(from, value, zone);
    for (let made = 0; made < slotsAtOnce && slot.due <= t && !this.#isClosed; made++) {
      await this.#makeSlot(slot, value);
      slot = slotFrom(slot.to, value, zone);
    }
    const completeTo = Math.floor(t / 900) * 900;
    if (isAtOnce && slot.due > t && completeTo > slot.from)
      await this.#makeSlot({ ...slot, to: completeTo }, value);
  }

  async #makeSlot({ from, to }: SharingSlot, value: SharingSettings): Promise<void> {
    const { measured, isInvalid, serial, spool, zone } = this.#options;
    const slotMin = value.frequenza === 5 ? 5 : 15;
    for (const group of value.contenuto) {
      const days = daysOf(from, to, zone());
      const tables = await Promise.all(days.map(day => measured(group, day, slotMin)));
      const time = { group, from, to, zone: zone(), tables };
      const file = fileOf(serial, { ...time, isInvalid: (id, t) => isInvalid(group, id, t) }, value);
      if (file && !this.#isClosed) spool.add(file.name, file.bytes);
    }
    if (!this.#isClosed) this.#progress.share(to);
  }

  async #send(): Promise<boolean> {
    const { settings, spool, guard } = this.#options;
    const { value, secret } = settings.read();
    const session = new FtpSession(value, secret, guard);
    this.#session = session;
    const refused = new Map<string, FtpFailure>();
    let isTaking = false;
    try {
      await session.open();
      for (let file = spool.oldest(refused); file && !this.#isClosed; file = spool.oldest(refused)) {
        const refusal = await this.#refusalOf(session, file);
        if (refusal) refused.set(file.name, refusal);
        else isTaking = true;
        if (!isTaking && refused.size === mostRefused) break;
      }
    } catch (error) {
      if (!(error instanceof FtpFailure)) throw error;
      if (!this.#isClosed) this.#fail(error);
      return false;
    } finally {
      session.close();
      this.#session = null;
    }
    const [first] = refused.values();
    if (!first || this.#isClosed) return true;
    if (isTaking) for (const [name, refusal] of refused) this.#giveUpLater(name, refusal);
    if (spool.state().files > 0) this.#fail(first);
    return false;
  }

  /** Gives up a file that the server refuses again and again while it takes others: it would hold up all that follow. */
  #giveUpLater(name: string, { reason }: FtpFailure): void {
    const times = (this.#refusedTimes.get(name) ?? 0) + 1;
    this.#refusedTimes.set(name, times);
    if (times < mostSessions) return;
    this.#refusedTimes.delete(name);
    this.#options.spool.remove(name);
    this.#givenUpAtMs = this.#options.deviceClock.now();
    this.#note({ file: name, byte: 0, esito: 'scartato', motivo: reason });
  }

  /** Null when the server has taken the file; rejects where it is not the file that is refused. */
  async #refusalOf(session: FtpSession, { name, bytes }: SharedFile): Promise<FtpFailure | null> {
    try {
      await session.upload(name, bytes);
    } catch (error) {
      if (error instanceof FtpFailure && refusesFile(error)) return error;
      throw error;
    }
    this.#options.spool.remove(name);
    this.#note({ file: name, byte: bytes.length, esito: 'riuscito', motivo: null });
    this.#progress.succeed();
    return null;
  }

  #fail({ reason }: FtpFailure): void {
    const file = this.#options.spool.oldest();
    if (file) this.#note({ file: file.name, byte: file.bytes.length, esito: 'fallito', motivo: reason });
    this.#progress.fail();
  }

  #trim(): void {
    for (const { name, bytes } of this.#options.spool.trim(spoolDays * dayS * 1000, spoolBytes)) {
      this.#note({ file: name, byte: bytes, esito: 'scartato', motivo: null });
    }
  }

  #note(transfer: Pick<Transfer, 'file' | 'byte' | 'esito' | 'motivo'>): void {
    const tentativo = this.#progress.failures + 1;
    const t = Math.floor(this.#options.deviceClock.now() / 1000);
    this.#options.transfers.add({ ...transfer, t, tentativo });
  }

  #nowMs(): number {
    return this.#options.deviceClock.steady.now();
  }
}
