import * as v from 'valibot';
import { KeptNote, type Notes } from '../../../storage/jobs/notes';

const Kept = v.strictObject({
  /** Topics of retained messages by broker, the latest last. */
  brokers: v.array(v.strictObject({ broker: v.string(), topics: v.array(v.string()) })),
});

const note = 'feed-mqtt';
const keptBrokers = 4;

/** The retained topics at each broker; outlasts a restart, so that what the configuration no longer has is taken back. */
export class Announced {
  readonly #kept: KeptNote<v.InferOutput<typeof Kept>>;

  constructor(notes: Notes) {
    this.#kept = new KeptNote(notes, note, Kept, { brokers: [] });
  }

  at(broker: string): readonly string[] {
    return this.#kept.value.brokers.find(each => each.broker === broker)?.topics ?? [];
  }

  /** To be called before a topic is published: a power cut in between leaves it known. */
  add(broker: string, topics: readonly string[]): void {
    this.set(broker, [...this.at(broker), ...topics]);
  }

  set(broker: string, topics: readonly string[]): void {
    const sorted = [...new Set(topics)].sort();
    if (JSON.stringify(sorted) === JSON.stringify(this.at(broker))) return;
    const others = this.#kept.value.brokers.filter(each => each.broker !== broker);
    this.#kept.keep({ brokers: [...others, { broker, topics: sorted }].slice(-keptBrokers) });
  }
}
