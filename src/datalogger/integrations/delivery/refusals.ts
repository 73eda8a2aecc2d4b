import * as v from 'valibot';
import { type RefusedLines, refusedFor } from '../../../contract/sharing';
import { KeptNote, type Notes } from '../../storage/jobs/notes';

/** What was not taken, and how much of it: lines, messages, attempts. */
export interface Refused {
  readonly reason: RefusedLines['motivo'];
  /** Measurement, topics or recipient. */
  readonly measurement: string | null;
  readonly field: string | null;
  readonly lines: number;
}

const Kept = v.strictObject({
  /** Of the settings with which it was refused. */
  version: v.number(),
  refused: v.array(
    v.strictObject({
      reason: v.picklist(refusedFor),
      measurement: v.nullable(v.string()),
      field: v.nullable(v.string()),
      lines: v.number(),
      /** First and last refusal, ms of the device's steady clock. */
      sinceMs: v.number(),
      lastMs: v.number(),
    }),
  ),
});
type Kept = v.InferOutput<typeof Kept>;
type Entry = Kept['refused'][number];

const hourMs = 3_600_000;
/** A refusal that did not come again for a week is forgotten; one that comes again after a day counts from then on. */
const forgottenMs = 7 * 24 * hourMs;
const newMs = 24 * hourMs;
const mostEntries = 20;

/** What another service has not taken, by reason, measurement and field; outlasts a restart. */
export class Refusals {
  readonly #kept: KeptNote<Kept>;
  readonly #nowMs: () => number;

  constructor(notes: Notes, note: string, nowMs: () => number) {
    this.#kept = new KeptNote(notes, note, Kept, { version: 0, refused: [] });
    this.#nowMs = nowMs;
  }

  add(found: readonly Refused[], version: number): void {
    const isOther = this.#kept.value.version !== version;
    if (found.length === 0 && (!isOther || this.#kept.value.refused.length === 0)) return;
    const nowMs = this.#nowMs();
    let refused: readonly Entry[] = isOther ? [] : this.#recent(nowMs);
    for (const each of found) refused = added(refused, each, nowMs);
    this.#kept.keep({ version, refused: refused.slice(-mostEntries) });
  }

  /** The service has taken what it refused before; everything, where nothing is named. */
  taken(measurement?: string): void {
    const isTaken = (each: Entry) => measurement === undefined || each.measurement === measurement;
    const refused = this.#kept.value.refused.filter(each => !isTaken(each));
    if (refused.length === this.#kept.value.refused.length) return;
    this.#kept.keep({ ...this.#kept.value, refused });
  }

  /** Whether something has been refused for more than an hour and still is. What is too old for the database is no fault. */
  get isLasting(): boolean {
    const nowMs = this.#nowMs();
    return this.#kept.value.refused.some(
      ({ reason, sinceMs, lastMs }) =>
        reason !== 'conservazione' && lastMs - sinceMs >= hourMs && nowMs - lastMs < 2 * hourMs,
    );
  }

  /** Whether something was refused more than an hour ago and has not been taken since, however seldom it is tried. */
  get isStanding(): boolean {
    const nowMs = this.#nowMs();
    return this.#recent(nowMs).some(({ sinceMs }) => nowMs - sinceMs >= hourMs);
  }

  state(stampOf: (steadyMs: number) => number): RefusedLines[] {
    const seconds = (steadyMs: number) => Math.round(stampOf(steadyMs) / 1000);
    return this.#recent(this.#nowMs()).map(({ reason, measurement, field, lines, sinceMs, lastMs }) => ({
      motivo: reason,
      gruppo: measurement,
      campo: field,
      righe: lines,
      da: seconds(sinceMs),
      ultimo: seconds(lastMs),
    }));
  }

  #recent(nowMs: number): readonly Entry[] {
    return this.#kept.value.refused.filter(({ lastMs }) => nowMs - lastMs < forgottenMs);
  }
}

function added(entries: readonly Entry[], { lines, ...what }: Refused, nowMs: number): readonly Entry[] {
  const isSame = (entry: Entry) =>
    entry.reason === what.reason && entry.measurement === what.measurement && entry.field === what.field;
  const old = entries.find(isSame);
  const isNew = !old || nowMs - old.lastMs > newMs;
  const entry = {
    ...what,
    lines: lines + (isNew ? 0 : old.lines),
    sinceMs: isNew ? nowMs : old.sinceMs,
    lastMs: nowMs,
  };
  return [...entries.filter(each => !isSame(each)), entry];
}
