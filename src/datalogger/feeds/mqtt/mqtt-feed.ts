import type { FeedState } from '../../../contract/feeds';
import type { TransferReason, Trial } from '../../../contract/sharing';
import type { Log } from '../../log';
import { type Guard, OutgoingError, reasonOf } from '../../outgoing/guard';
import { triedInSteps } from '../../outgoing/trial';
import type { Snapshot } from '../../snapshot';
import type { FeedSecret, MqttSettings } from '../../store/feed-settings';
import type { SettingRecord, SettingRecords } from '../../store/setting-records';
import type { SteadyClock } from '../../time/steady-clock';
import { isExhaustedAfter, waitMsAfter } from '../back-off';
import type { Origin } from '../influx-lines';
import { type ActiveAlarms, AlarmEvents } from './alarm-events';
import { baseOf, Connection, logIn } from './connection';

export interface MqttFeedOptions {
  readonly settings: SettingRecords<MqttSettings>;
  readonly origin: () => Origin;
  readonly alarms: ActiveAlarms;
  readonly guard: Guard;
  readonly deviceClock: SteadyClock;
  readonly log: Log;
}

const trialSteps = ['nome', 'connessione', 'tls', 'accesso', 'scrittura'] as const;

/** Publishes the plant as it is: states that the broker keeps, and alarms as events. */
export class MqttFeed {
  readonly #options: MqttFeedOptions;
  readonly #events: AlarmEvents;
  #connection: Connection | null = null;
  #round: Promise<void> | null = null;
  #failures = 0;
  #retryAtMs = 0;
  #reason: TransferReason | null = null;
  /** Of the settings that are followed. */
  #version = 0;
  #isClosed = false;

  constructor(options: MqttFeedOptions) {
    this.#options = options;
    this.#events = new AlarmEvents(options.alarms);
  }

  /** Whether it has failed for long and goes on failing (DLG03). */
  get hasFailed(): boolean {
    return this.#options.settings.read().value.abilitata && isExhaustedAfter(this.#failures);
  }

  /** Does what is due. Never throws. */
  cycle(snapshot: Snapshot): void {
    if (this.#isClosed) return;
    const record = this.#options.settings.read();
    if (record.value.abilitata) this.#events.look();
    else this.#events.forget();
    if (this.#round || (!record.value.abilitata && !this.#connection)) return;
    this.#round = this.#work(record, snapshot)
      .catch(error => this.#fail(error))
      .finally(() => {
        this.#round = null;
      });
  }

  /** Goes all the way with settings; what it publishes is kept by nobody. */
  tryOut(value: MqttSettings, secret: FeedSecret): Promise<Trial> {
    const { guard, origin } = this.#options;
    const access = { value, secret, guard, origin: origin() };
    return triedInSteps(trialSteps, value.sicurezza === 'nessuna' ? ['tls'] : [], async take => {
      const publisher = await logIn(access, '-prova', take);
      const message = { topic: `${baseOf(value, access.origin)}/prova`, payload: 'ok', isRetained: false };
      await take('scrittura', () => publisher.publish([message]));
      publisher.close();
    });
  }

  state(): FeedState['mqtt'] {
    const next = this.#options.deviceClock.stampOf(this.#retryAtMs) / 1000;
    return {
      connesso: this.#connection?.isOpen ?? false,
      motivo: this.#failures > 0 ? this.#reason : null,
      prossimo: this.#failures > 0 ? Math.round(next) : null,
    };
  }

  async settled(): Promise<void> {
    await this.#round;
  }

  close(): void {
    this.#isClosed = true;
    this.#connection?.close();
  }

  async #work(record: SettingRecord<MqttSettings>, snapshot: Snapshot): Promise<void> {
    if (record.version !== this.#version) {
      const left = this.#connection;
      this.#connection = null;
      [this.#version, this.#failures] = [record.version, 0];
      await left?.leave(record.value, snapshot);
    }
    if (!record.value.abilitata || (this.#failures > 0 && this.#nowMs() < this.#retryAtMs)) return;
    const connection = this.#connection ?? (await this.#join(record, snapshot));
    // It may have ended by itself since the last cycle.
    if (!connection.isOpen) throw new OutgoingError('interrotta');
    await connection.tell(snapshot, this.#events, this.#nowMs());
    this.#failures = 0;
  }

  async #join({ value, secret }: SettingRecord<MqttSettings>, snapshot: Snapshot): Promise<Connection> {
    const { guard, origin } = this.#options;
    const access = { value, secret, guard, origin: origin() };
    const connection = new Connection(access, await logIn(access, ''), this.#nowMs());
    this.#connection = connection;
    if (this.#isClosed) connection.close();
    else await connection.greet(snapshot);
    return connection;
  }

  #fail(error: unknown): void {
    this.#connection?.close();
    this.#connection = null;
    if (this.#isClosed) return;
    const reason = reasonOf(error);
    if (this.#failures === 0) this.#options.log.info(`the broker takes no messages: ${reason}`);
    this.#reason = reason;
    this.#failures++;
    this.#retryAtMs = this.#nowMs() + waitMsAfter(this.#failures);
  }

  #nowMs(): number {
    return this.#options.deviceClock.monotonic();
  }
}
