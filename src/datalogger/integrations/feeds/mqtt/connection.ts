import type { Snapshot } from '../../../plant/snapshot';
import type { FeedSecret, MqttSettings } from '../../../storage/config/feed-settings';
import type { Guard } from '../../outgoing/guard';
import type { TakeStep } from '../../outgoing/trial';
import type { Origin } from '../influx-lines';
import type { AlarmEvents } from './alarm-events';
import type { Announced } from './announced';
import { discoveryMessages } from './discovery';
import { availabilityMessages, emptied, retained, stateMessages } from './messages';
import type { Message } from './packets';
import { Publisher, type RefusedMessage } from './publisher';

export interface Access {
  readonly value: MqttSettings;
  readonly secret: FeedSecret;
  readonly origin: Origin;
  readonly guard: Guard;
}

/** s after which a broker believes that a silent publisher is gone; it hears from us twice as often. */
const keepAliveS = 60;
/** ms after which what the broker has refused is published once more. */
const againMs = 900_000;

export const baseOf = ({ prefisso }: MqttSettings, { serial }: Origin) => `${prefisso}/${serial}`;
export const brokerOf = ({ host, porta }: MqttSettings) => `${host}:${porta}`;
/** Whether the datalogger is there: it stays at the broker as `offline` when the feed is switched off. */
export const presenceOf = (base: string) => `${base}/stato`;

/** Logs in at the broker of the settings. The broker publishes the last will when the connection breaks. */
export function logIn(access: Access, name: string, take?: TakeStep): Promise<Publisher> {
  const { value, secret, origin, guard } = access;
  const server = {
    host: value.host,
    port: value.porta,
    isSecure: value.sicurezza === 'tls',
    fingerprint: value.impronta,
  };
  const connect = {
    clientId: `meridiana-${origin.serial}${name}`,
    keepAliveS,
    will: { topic: `${presenceOf(baseOf(value, origin))}${name}`, payload: 'offline' },
    user: value.utente,
    password: secret,
  };
  return Publisher.open(server, connect, { guard, forMs: value.attesa * 1000, ...(take && { take }) });
}

/** An open connection, with what was published over it. Every method rejects where the connection fails. */
export class Connection {
  readonly #access: Access;
  readonly #publisher: Publisher;
  readonly #announced: Announced;
  readonly #onRefused: (refused: readonly RefusedMessage[]) => void;
  readonly #base: string;
  readonly #told = new Map<string, string>();
  /** Retained messages that the broker has refused, by topic. */
  readonly #refused = new Map<string, Message>();
  #refusedAtMs = 0;
  /** Devices and names that the topics at the broker are of. */
  #layout = '';
  #statesAtMs = Number.NEGATIVE_INFINITY;
  #saidAtMs: number;

  constructor(
    access: Access,
    publisher: Publisher,
    options: {
      readonly announced: Announced;
      readonly onRefused: (refused: readonly RefusedMessage[]) => void;
      readonly nowMs: number;
    },
  ) {
    this.#access = access;
    this.#publisher = publisher;
    this.#announced = options.announced;
    this.#onRefused = options.onRefused;
    this.#base = baseOf(access.value, access.origin);
    this.#saidAtMs = options.nowMs;
    this.#refusedAtMs = options.nowMs;
  }

  get isOpen(): boolean {
    return this.#publisher.isOpen;
  }

  /** Publishes what has changed, as often as the settings ask; at least a word that we are there. */
  async tell(snapshot: Snapshot, plant: string, events: AlarmEvents, nowMs: number): Promise<void> {
    const { contenuto, intervallo } = this.#access.value;
    const alarms = events.messages(this.#base);
    const isDue = nowMs - this.#statesAtMs >= intervallo * 1000;
    if (isDue) this.#statesAtMs = nowMs;
    const states = isDue ? contenuto.flatMap(group => stateMessages(this.#base, group, snapshot)) : [];
    const presence = isDue ? this.#availability(snapshot) : [];
    const changes = isDue ? this.#changes(snapshot, plant, [...alarms, ...states, ...presence]) : [];
    const changed = [...changes, ...alarms, ...states, ...presence].filter(
      ({ topic, payload, isRetained }) => !isRetained || this.#told.get(topic) !== payload,
    );
    const again = nowMs - this.#refusedAtMs >= againMs ? [...this.#refused.values()] : [];
    if (again.length > 0) this.#refusedAtMs = nowMs;
    const news = [...again, ...changed];
    if (news.length > 0) await this.#publish(news);
    else if (nowMs - this.#saidAtMs >= (keepAliveS / 2) * 1000) await this.#publisher.ping();
    else return;
    this.#saidAtMs = nowMs;
    events.told(alarms.length - 1);
    if (changes.length > 0) this.#announced.set(brokerOf(this.#access.value), [...this.#told.keys()]);
  }

  /** Says goodbye; `next` is where we are found from now on. What nobody will feed any more is taken back. */
  async leave(next: MqttSettings): Promise<void> {
    const { value } = this.#access;
    const presence = retained(presenceOf(this.#base), 'offline');
    const isLeft = !next.abilitata || brokerOf(next) !== brokerOf(value);
    const topics = isLeft ? [...this.#announced.at(brokerOf(value)), ...this.#told.keys()] : [];
    const gone = [...new Set(topics)].filter(topic => topic !== presence.topic);
    await this.#publish([presence, ...gone.map(emptied)]);
    if (isLeft) this.#announced.set(brokerOf(value), [presence.topic]);
    this.close();
  }

  close(): void {
    this.#publisher.close(retained(presenceOf(this.#base), 'offline'));
  }

  async #publish(messages: readonly Message[]): Promise<void> {
    const refused = await this.#publisher.publish(messages);
    for (const { topic, payload, isRetained } of messages) {
      if (!isRetained) continue;
      this.#refused.delete(topic);
      if (payload === '') this.#told.delete(topic);
      else this.#told.set(topic, payload);
    }
    for (const { message } of refused) if (message.isRetained) this.#refused.set(message.topic, message);
    this.#onRefused(refused);
  }

  /** Entities to be announced and topics to be emptied, where devices or names are others than before. */
  #changes(snapshot: Snapshot, plant: string, others: readonly Message[]): readonly Message[] {
    const { value } = this.#access;
    const layout = JSON.stringify([
      plant,
      ...value.contenuto.map(group => [snapshot.groups[group].id, snapshot.groups[group].nome]),
    ]);
    if (layout === this.#layout) return [];
    this.#layout = layout;
    const broker = brokerOf(value);
    const entities = [retained(presenceOf(this.#base), 'online'), ...this.#discovery(snapshot, plant)];
    const topics = [...entities, ...others].flatMap(({ topic, isRetained }) => (isRetained ? topic : []));
    const wanted = new Set(topics);
    const gone = [...this.#announced.at(broker), ...this.#told.keys()].filter(topic => !wanted.has(topic));
    this.#announced.add(broker, topics);
    return [...new Set(gone)].map(emptied).concat(entities);
  }

  #availability(snapshot: Snapshot): Message[] {
    const { contenuto } = this.#access.value;
    return contenuto.flatMap(group => availabilityMessages(this.#base, group, snapshot));
  }

  #discovery(snapshot: Snapshot, plant: string): Message[] {
    const { origin, value } = this.#access;
    if (!value.scoperta) return [];
    const home = { base: this.#base, serial: origin.serial, plant };
    return discoveryMessages(home, value.contenuto, snapshot);
  }
}
