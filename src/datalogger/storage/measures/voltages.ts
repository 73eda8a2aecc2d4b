import type { Database } from '../database/database';
import { decode, encode } from './codec';
import type { Field } from './kept';
import type { Span } from './spans';

/** Voltages of a meter, against neutral and between lines. */
export const voltagePoints = ['ua', 'ub', 'uc', 'uab', 'ubc', 'uca'] as const;
export const voltageSlotS = 600;
/** How many slots of each meter are kept: 400 days. A slot takes about 60 bytes: 3 MB a year for each meter. */
export const mostVoltageSlots = 400 * 144;

/** Of one voltage in a slot, V: the mean, and the extremes of its readings. */
export interface Voltage {
  readonly mean: number;
  readonly most: number;
  readonly least: number;
}

/** Means of the frequency over 10 s: how many there were, how many within 1 %, and from -6 to +4 %, of 50 Hz; extremes, Hz. */
export interface FrequencyMeans {
  readonly known: number;
  readonly near: number;
  readonly within: number;
  readonly least: number;
  readonly most: number;
}

/** Ten minutes of a meter, as EN 50160 judges them. */
export interface VoltageSlot {
  /** Start, epoch seconds. */
  readonly t: number;
  readonly device: number;
  /** Measured, s. */
  readonly seconds: number;
  /** In the order of `voltagePoints`; null where not measured. */
  readonly voltages: readonly (Voltage | null)[];
  readonly frequency: FrequencyMeans | null;
}

/** Every slot is one row, so that a meter that is taken away needs no other layout. */
export const voltageTable = `
  CREATE TABLE voltage (
    t INTEGER NOT NULL, device INTEGER NOT NULL, data BLOB NOT NULL, PRIMARY KEY (t, device)) STRICT, WITHOUT ROWID;`;

const number = (scale: number): Field => ({ point: '', rule: 'mean', scale });
/** Written as its distance from the number before it. */
const distance = (scale: number): Field => ({ point: '', rule: 'max', scale });
const voltageScale = 10;
const frequencyScale = 1000;
const fields: readonly Field[] = [
  number(1),
  ...voltagePoints.flatMap(() => [number(voltageScale), distance(voltageScale), distance(voltageScale)]),
  ...[number(1), distance(1), distance(1), number(frequencyScale), distance(frequencyScale)],
];

function pack({ seconds, voltages, frequency }: VoltageSlot): Buffer {
  const missing = Number.NaN;
  const values = [
    seconds,
    ...voltages.flatMap(each => (each ? [each.mean, each.most, each.least] : [missing, missing, missing])),
    ...(frequency
      ? [frequency.known, frequency.near, frequency.within, frequency.most, frequency.least]
      : Array.from({ length: 5 }, () => missing)),
  ];
  return encode(
    Float64Array.from(values, (value, at) => value * (fields[at]?.scale ?? 1)),
    fields,
  );
}

function unpack({ t, device, data }: { t: number; device: number; data: Uint8Array }): VoltageSlot {
  const values = Array.from(decode(data, fields, 1), (value, at) => value / (fields[at]?.scale ?? 1));
  const part = (from: number, count: number) => {
    const own = values.slice(from, from + count);
    return own.every(value => Number.isFinite(value) && value >= 0) ? own : null;
  };
  const voltages = voltagePoints.map((_, index): Voltage | null => {
    const [mean, most, least] = part(1 + 3 * index, 3) ?? [];
    return mean === undefined || most === undefined || least === undefined ? null : { mean, most, least };
  });
  const [known = 0, near = 0, within = 0, most = 0, least = 0] = part(1 + 3 * voltagePoints.length, 5) ?? [];
  const frequency = known > 0 ? { known, near, within, most, least } : null;
  return { t, device, seconds: values[0] || 0, voltages, frequency };
}

function joinedVoltage(a: Voltage | null, b: Voltage | null, share: number): Voltage | null {
  if (!a || !b) return a ?? b;
  return {
    mean: share * a.mean + (1 - share) * b.mean,
    most: Math.max(a.most, b.most),
    least: Math.min(a.least, b.least),
  };
}

/** Two parts of one slot, as before and after a restart. */
export function joinedSlots(a: VoltageSlot, b: VoltageSlot): VoltageSlot {
  const all = a.seconds + b.seconds;
  const [one, other] = [a.frequency, b.frequency];
  return {
    ...a,
    seconds: Math.min(voltageSlotS, all),
    voltages: a.voltages.map((each, at) => joinedVoltage(each, b.voltages[at] ?? null, a.seconds / all)),
    frequency:
      one && other
        ? {
            known: one.known + other.known,
            near: one.near + other.near,
            within: one.within + other.within,
            most: Math.max(one.most, other.most),
            least: Math.min(one.least, other.least),
          }
        : (one ?? other),
  };
}

/** The ten-minute voltages of the meters. */
export class Voltages {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Slots of a meter that start in [from, to), oldest first, without those that touch an invalid span. */
  of(device: number, from: number, to: number, spans: readonly Span[]): VoltageSlot[] {
    const invalid = spans.filter(
      span => span.group === 'impianto' || (span.group === 'contatori' && span.device === device),
    );
    return this.#within(from, to, device).filter(
      ({ t }) => !invalid.some(span => span.from < t + voltageSlotS && span.to > t),
    );
  }

  #within(from: number, to: number, device: number): VoltageSlot[] {
    return this.#db
      .prepare<[number, number, number], { t: number; device: number; data: Buffer }>(
        'SELECT t, device, data FROM voltage WHERE t >= ? AND t < ? AND device = ? ORDER BY t',
      )
      .all(from, to, device)
      .map(unpack);
  }

  /** Adds a slot, or a part of it to what is there. */
  add(slot: VoltageSlot): void {
    const [held] = this.#within(slot.t, slot.t + 1, slot.device);
    this.#db
      .prepare('INSERT OR REPLACE INTO voltage (t, device, data) VALUES (?, ?, ?)')
      .run(slot.t, slot.device, pack(held ? joinedSlots(held, slot) : slot));
  }

  /** Forgets what is older than the newest slots. */
  prune(most = mostVoltageSlots): void {
    this.#db
      .prepare(
        'DELETE FROM voltage WHERE t < (SELECT t FROM (SELECT DISTINCT t FROM voltage ORDER BY t DESC) LIMIT 1 OFFSET ?)',
      )
      .run(most - 1);
  }

  /** The clock was ahead: what was measured in [from, to) was so `byS` earlier, in whole slots. */
  moveBack(from: number, to: number, byS: number): void {
    const rows = this.#db
      .prepare<[number, number], { t: number; device: number; data: Buffer }>(
        'SELECT t, device, data FROM voltage WHERE t >= ? AND t < ?',
      )
      .all(from, to)
      .map(unpack);
    this.#db.prepare('DELETE FROM voltage WHERE t >= ? AND t < ?').run(from, to);
    const shiftS = Math.round(byS / voltageSlotS) * voltageSlotS;
    for (const slot of rows) this.add({ ...slot, t: slot.t - shiftS });
  }

  /** What begins at `t` or later has not been. */
  forgetFrom(t: number): void {
    this.#db.prepare('DELETE FROM voltage WHERE t >= ?').run(t);
  }
}
