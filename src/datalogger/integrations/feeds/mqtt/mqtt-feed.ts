import type { FeedState } from '../../../../contract/feeds';
import type { TransferReason, Trial } from '../../../../contract/sharing';
import type { Log } from '../../../core/log';
import type { SteadyClock } from '../../../core/time/steady-clock';
import type { Snapshot } from '../../../plant/snapshot';
import type { FeedSecret, MqttSettings } from '../../../storage/config/feed-settings';
import type { SettingRecord, SettingRecords } from '../../../storage/config/setting-records';
import type { Notes } from '../../../storage/jobs/notes';
import { Refusals } from '../../delivery/refusals';
import { type Guard, OutgoingError, reasonOf } from '../../outgoing/guard';
import { triedInSteps } from '../../outgoing/trial';
import { isExhaustedAfter, waitMsAfter } from '../back-off';
import type { Origin } from '../influx-lines';
import { type ActiveAlarms, AlarmEvents } from './alarm-events';
import { Announced } from './announced';
import { baseOf, brokerOf, Connection, logIn, presenceOf } from './connection';
import { type RefusedMessage, reasonOfCode } from './publisher';
import { refusedBy, trialMessages } from './refused';

export interface MqttFeedOptions {
  readonly settings: SettingRecords<MqttSettings>;
  readonly origin: () => Origin;
  readonly alarms: ActiveAlarms;
  readonly notes: Notes;
  readonly guard: Guard;
  readonly deviceClock: SteadyClock;
  readonly log: Log;
}

const trialSteps = ['nome', 'connessione', 'tls', 'accesso', 'scrittura'] as const;

/** Publishes the plant as it is: states that the broker keeps, and alarms as events. */
export class MqttFeed {
  readonly #options: MqttFeedOptions;
  readonly #events: AlarmEvents;
  readonly #announced: Announced;
  readonly #refusals: Refusals;
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
    this.#announced = new Announced(options.notes);
    this.#refusals = new Refusals(options.notes, 'feed-mqtt-refused', options.deviceClock.steady.now);
  }

  /** Whether it has failed for long and goes on failing, in whole or in part (DLG03). */
  get hasFailed(): boolean {
    const isOn = this.#options.settings.read().value.abilitata;
    return isOn && (isExhaustedAfter(this.#failures) || this.#refusals.isLasting);
  }

  /** Does what is due. Never throws. */
  cycle(snapshot: Snapshot): void {
    if (this.#isClosed) return;
    const record = this.#options.settings.read();
    if (record.value.abilitata) this.#events.look();
    else this.#events.forget();
    if (this.#round || !(record.value.abilitata || this.#connection || this.#mustTakeBack(record))) return;
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
      await take('scrittura', async () => {
        const [refused] = await publisher.publish(trialMessages(value, access.origin));
        if (refused) throw new OutgoingError(reasonOfCode(refused.code) ?? 'rifiutato');
      }).finally(() => publisher.close());
    });
  }

  state(): FeedState['mqtt'] {
    const next = this.#options.deviceClock.stampOf(this.#retryAtMs) / 1000;
    return {
      connesso: this.#connection?.isOpen ?? false,
      motivo: this.#failures > 0 ? this.#reason : null,
      prossimo: this.#failures > 0 ? Math.round(next) : null,
      rifiutati: this.#refusals.state(steadyMs => this.#options.deviceClock.stampOf(steadyMs)),
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
      await left?.leave(record.value);
    }
    if (
      (!record.value.abilitata && !this.#mustTakeBack(record)) ||
      (this.#failures > 0 && this.#nowMs() < this.#retryAtMs)
    )
      return;
    const connection = this.#connection ?? (await this.#join(record));
    // It may have ended by itself since the last cycle.
    if (!connection.isOpen) throw new OutgoingError('interrotta');
    if (!record.value.abilitata) {
      this.#connection = null;
      await connection.leave(record.value);
    } else await connection.tell(snapshot, this.#options.origin().plant, this.#events, this.#nowMs());
    this.#failures = 0;
  }

  /** Whether a feed that is switched off has left something at the broker; it is tried for an hour after each start. */
  #mustTakeBack({ value }: SettingRecord<MqttSettings>): boolean {
    if (isExhaustedAfter(this.#failures)) return false;
    const presence = presenceOf(baseOf(value, this.#options.origin()));
    return this.#announced.at(brokerOf(value)).some(topic => topic !== presence);
  }

  async #join({ value, secret, version }: SettingRecord<MqttSettings>): Promise<Connection> {
    const { guard, origin } = this.#options;
    const access = { value, secret, guard, origin: origin() };
    const onRefused = (refused: readonly RefusedMessage[]) => this.#refusals.add(refusedBy(refused), version);
    const options = { announced: this.#announced, onRefused, nowMs: this.#nowMs() };
    const connection = new Connection(access, await logIn(access, ''), options);
    this.#connection = connection;
    if (this.#isClosed) connection.close();
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
