import type { Database } from '../database/database';

/** Registers of a meter, kWh and kvarh; null where it has none. */
export interface Registers {
  readonly exported: number | null;
  readonly imported: number | null;
  /** By quadrant. */
  readonly reactive: readonly (number | null)[];
}

/** Which meter it was: another may have its place later. */
export interface MeterIdentity {
  readonly serial: string;
  /** The point of delivery it measures; empty where none is configured. */
  readonly pod: string;
  /** Of its current and voltage transformers together: 40 for 200/5 A. */
  readonly ratio: number;
}

/** What a meter showed at a midnight of the 1st. */
export interface FiscalReading extends Registers {
  readonly meter: number;
  /** That midnight, epoch seconds. */
  readonly month: number;
  /** The end of the time from which it was read: earlier, where the meter did not answer at midnight. */
  readonly takenS: number;
  /** Null in readings of earlier versions. */
  readonly identity: MeterIdentity | null;
}

/** Monthly readings of the meters. They are written once and never change, whatever becomes of the archive. */
export interface FiscalReadings {
  /** Does nothing where that month of that meter is frozen. */
  freeze(reading: FiscalReading): void;
  /** Of [from, to], both included, in order of time. */
  between(from: number, to: number): FiscalReading[];
  /** The newest month that is frozen, epoch seconds; null before the first. */
  newest(): number | null;
}

export const fiscalTable = `
  CREATE TABLE fiscal_reading (
    meter INTEGER NOT NULL,
    month INTEGER NOT NULL,
    taken_s INTEGER NOT NULL,
    registers TEXT NOT NULL,
    PRIMARY KEY (month, meter)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER fiscal_reading_never_changes BEFORE UPDATE ON fiscal_reading
    BEGIN SELECT RAISE(ABORT, 'a frozen reading never changes'); END;
`;

type Stored = Registers & { readonly identity?: MeterIdentity | null };

interface Row {
  readonly meter: number;
  readonly month: number;
  readonly takenS: number;
  readonly registers: string;
}

export function createFiscalReadings(db: Database): FiscalReadings {
  const insert = db.prepare<[Row]>(`
    INSERT INTO fiscal_reading (meter, month, taken_s, registers) VALUES (@meter, @month, @takenS, @registers)
    ON CONFLICT DO NOTHING`);
  const select = db.prepare<[number, number], Row>(`
    SELECT meter, month, taken_s AS takenS, registers FROM fiscal_reading
    WHERE month >= ? AND month <= ? ORDER BY month, meter`);
  const newest = db.prepare<[], { month: number | null }>('SELECT max(month) AS month FROM fiscal_reading');
  return {
    freeze({ meter, month, takenS, ...registers }) {
      insert.run({ meter, month, takenS, registers: JSON.stringify(registers) });
    },
    between: (from, to) =>
      select
        .all(from, to)
        .map(({ registers, ...row }) => ({ ...row, identity: null, ...(JSON.parse(registers) as Stored) })),
    newest: () => newest.get()?.month ?? null,
  };
}
