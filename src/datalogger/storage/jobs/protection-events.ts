import type { Database } from '../database/database';

/** A start of functions of an interface protection, with or without a trip. */
export interface ProtectionEvent {
  /** Epoch s of the plant's clock. */
  readonly t: number;
  readonly protection: number;
  /** Codes of the functions that started, in the order of the protection; the one that tripped alone. */
  readonly codes: readonly string[];
  readonly isTrip: boolean;
  /** The value it tripped at, or the furthest one that was seen, in the unit of the threshold: per unit, or Hz. */
  readonly value: number | null;
  /** s until the functions were back, or until the switch closed again; null while that lasts. */
  readonly durationS: number | null;
}

export type KeptEvent = ProtectionEvent & { readonly id: number };

/** The newest events of all protections, `mostRows` of them. */
export interface ProtectionEvents {
  /** Returns its id. */
  add(event: ProtectionEvent): number;
  change(id: number, event: ProtectionEvent): void;
  of(protection: number, limit: number): KeptEvent[];
}

/** CEI 0-16:2025-12, Annex O asks a controller for its last 2,048 events; as many of each of several protections. */
const mostRows = 10_000;

export const eventTable = `
  CREATE TABLE protection_event (
    id INTEGER PRIMARY KEY AUTOINCREMENT, t INTEGER NOT NULL, protection INTEGER NOT NULL, codes TEXT NOT NULL,
    is_trip INTEGER NOT NULL, value REAL, duration_s INTEGER
  ) STRICT;
`;

interface Row {
  readonly id: number;
  readonly t: number;
  readonly protection: number;
  readonly codes: string;
  readonly isTrip: number;
  readonly value: number | null;
  readonly durationS: number | null;
}

const rowOf = ({ codes, isTrip, ...event }: ProtectionEvent) => ({
  ...event,
  codes: codes.join(),
  isTrip: Number(isTrip),
});

export function createProtectionEvents(db: Database): ProtectionEvents {
  const add = db.prepare<[Omit<Row, 'id'>]>(`
    INSERT INTO protection_event (t, protection, codes, is_trip, value, duration_s)
    VALUES (@t, @protection, @codes, @isTrip, @value, @durationS)`);
  const trim = db.prepare('DELETE FROM protection_event WHERE id <= ?');
  const change = db.prepare<[Omit<Row, 't' | 'protection'>]>(`
    UPDATE protection_event SET codes = @codes, is_trip = @isTrip, value = @value, duration_s = @durationS
    WHERE id = @id`);
  const of = db.prepare<[number, number], Row>(`
    SELECT id, t, protection, codes, is_trip AS isTrip, value, duration_s AS durationS
    FROM protection_event WHERE protection = ? ORDER BY id DESC LIMIT ?`);
  return {
    add(event) {
      const id = Number(add.run(rowOf(event)).lastInsertRowid);
      trim.run(id - mostRows);
      return id;
    },
    change(id, event) {
      const { codes, isTrip, value, durationS } = rowOf(event);
      change.run({ id, codes, isTrip, value, durationS });
    },
    of: (protection, limit) =>
      of.all(protection, limit).map(row => ({
        ...row,
        codes: row.codes === '' ? [] : row.codes.split(','),
        isTrip: row.isTrip === 1,
      })),
  };
}
