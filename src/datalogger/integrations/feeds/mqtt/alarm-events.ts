import type { Occurrence } from '../../../alarms/model';
import { alarmsMessage, eventMessage } from './messages';
import type { Message } from './packets';

export interface ActiveAlarms {
  active(): Occurrence[];
  /** Another number means that something has changed. */
  readonly revision: number;
}

/** Events that wait while the broker is away; beyond them the oldest are dropped. */
const mostWaiting = 500;

type Event = readonly [kind: 'inizio' | 'fine', occurrence: Occurrence];

/** Which alarms began and ended since the last publication. */
export class AlarmEvents {
  readonly #alarms: ActiveAlarms;
  #revision: number | null = null;
  #active = new Map<number, Occurrence>();
  #waiting: Event[] = [];

  constructor(alarms: ActiveAlarms) {
    this.#alarms = alarms;
  }

  /** Notes what has changed; at the first look what is there is not new. */
  look(): void {
    const { revision } = this.#alarms;
    if (revision === this.#revision) return;
    const now = new Map(this.#alarms.active().map(occurrence => [occurrence.id, occurrence]));
    const begun = [...now.values()].filter(({ id }) => !this.#active.has(id));
    const gone = [...this.#active.values()].filter(({ id }) => !now.has(id));
    if (this.#revision !== null) {
      const events = [
        ...gone.map((occurrence): Event => ['fine', occurrence]),
        ...begun.map((occurrence): Event => ['inizio', occurrence]),
      ];
      this.#waiting = [...this.#waiting, ...events].slice(-mostWaiting);
    }
    [this.#revision, this.#active] = [revision, now];
  }

  /** Stops collecting: alarms are no longer published. */
  forget(): void {
    this.#revision = null;
    this.#waiting = [];
  }

  /** Retained list of active alarms, then the queued events, oldest first. */
  messages(base: string): readonly Message[] {
    const events = this.#waiting.map(([kind, occurrence]) => eventMessage(base, kind, occurrence));
    return [...events, alarmsMessage(base, [...this.#active.values()])];
  }

  /** Removes the first n published events. */
  told(count: number): void {
    this.#waiting = this.#waiting.slice(count);
  }
}
