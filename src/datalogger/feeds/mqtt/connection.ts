import type { Guard } from '../../outgoing/guard';
import type { TakeStep } from '../../outgoing/trial';
import type { Snapshot } from '../../snapshot';
import type { FeedSecret, MqttSettings } from '../../store/feed-settings';
import type { Origin } from '../influx-lines';
import type { AlarmEvents } from './alarm-events';
import { discoveryMessages, withdrawn } from './discovery';
import { retained, stateMessages } from './messages';
import type { Message } from './packets';
import { Publisher } from './publisher';

export interface Access {
  readonly value: MqttSettings;
  readonly secret: FeedSecret;
  readonly origin: Origin;
  readonly guard: Guard;
}

/** s after which a broker believes that a silent publisher is gone; it hears from us twice as often. */
const keepAliveS = 60;

export const baseOf = ({ prefisso }: MqttSettings, { serial }: Origin) => `${prefisso}/${serial}`;

/** Logs in at the broker of the settings. The broker tells everybody when we are gone without a word. */
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
    will: { topic: `${baseOf(value, origin)}/stato${name}`, payload: 'offline' },
    user: value.utente,
    password: secret,
  };
  return Publisher.open(server, connect, { guard, forMs: value.attesa * 1000, ...(take && { take }) });
}

/** A connection that stands, with what the broker was told over it. Every method rejects where the connection fails. */
export class Connection {
  readonly #access: Access;
  readonly #publisher: Publisher;
  readonly #base: string;
  readonly #told = new Map<string, string>();
  #statesAtMs = Number.NEGATIVE_INFINITY;
  #saidAtMs: number;

  constructor(access: Access, publisher: Publisher, nowMs: number) {
    this.#access = access;
    this.#publisher = publisher;
    this.#base = baseOf(access.value, access.origin);
    this.#saidAtMs = nowMs;
  }

  get isOpen(): boolean {
    return this.#publisher.isOpen;
  }

  /** Says that we are there, and what there is. */
  async greet(snapshot: Snapshot): Promise<void> {
    const found = this.#access.value.scoperta ? this.#discovery(snapshot) : [];
    await this.#publisher.publish([retained(`${this.#base}/stato`, 'online'), ...found]);
  }

  /** Publishes what has changed, as often as the settings ask; at least a word that we are there. */
  async tell(snapshot: Snapshot, events: AlarmEvents, nowMs: number): Promise<void> {
    const { contenuto, intervallo } = this.#access.value;
    const alarms = events.messages(this.#base);
    const isDue = nowMs - this.#statesAtMs >= intervallo * 1000;
    if (isDue) this.#statesAtMs = nowMs;
    const states = isDue ? contenuto.flatMap(group => stateMessages(this.#base, group, snapshot)) : [];
    const news = [...alarms, ...states].filter(
      ({ topic, payload, isRetained }) => !isRetained || this.#told.get(topic) !== payload,
    );
    if (news.length > 0) await this.#publisher.publish(news);
    else if (nowMs - this.#saidAtMs >= (keepAliveS / 2) * 1000) await this.#publisher.ping();
    else return;
    this.#saidAtMs = nowMs;
    for (const { topic, payload, isRetained } of news) if (isRetained) this.#told.set(topic, payload);
    events.told(alarms.length - 1);
  }

  /** Says goodbye; `next` is where we are found from now on. Entities that nobody will feed any more are taken back. */
  async leave(next: MqttSettings, snapshot: Snapshot): Promise<void> {
    const { value } = this.#access;
    const same = ['host', 'porta', 'prefisso', 'scoperta', 'abilitata'] as const;
    const isMoved = same.some(field => value[field] !== next[field]);
    const entities = value.scoperta && isMoved ? withdrawn(this.#discovery(snapshot)) : [];
    await this.#publisher.publish([retained(`${this.#base}/stato`, 'offline'), ...entities]);
    this.close();
  }

  close(): void {
    this.#publisher.close(retained(`${this.#base}/stato`, 'offline'));
  }

  #discovery(snapshot: Snapshot): Message[] {
    const { origin, value } = this.#access;
    const home = { base: this.#base, serial: origin.serial, plant: origin.plant };
    return discoveryMessages(home, value.contenuto, snapshot);
  }
}
