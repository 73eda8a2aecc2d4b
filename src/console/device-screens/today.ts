import { dayOf } from '../data/days';
import { plantNowMs } from '../data/plant-clock';
import { type Resource, resource } from '../data/resource';
import { type MeasureTable, numberAt, readTable, timeAt } from '../data/table';
import type { TimeSlot } from '../ui/day-line';

/** Today's table of the archive. Slots in order, up to the time of the answer; the current slot ends at that time. */
export interface Today {
  readonly table: MeasureTable;
  /** Start and end of the whole local day, epoch seconds. */
  readonly fromS: number;
  readonly toS: number;
  readonly slots: readonly DaySlot[];
}

/** A day of the chart of a device, or the week of that day. */
export interface TrendTime {
  readonly day: string;
  readonly isWeek: boolean;
}

export interface DaySlot extends TimeSlot {
  /** Row in the table. */
  readonly row: number;
}

const quarterS = 900;

/** Minutes per slot. The archive keeps slots of 15 minutes permanently, shorter ones for some days. */
export type SlotMinutes = 5 | 15;

export function readToday(raw: unknown): Today {
  const table = readTable(raw);
  const starts = Array.from({ length: table.rows }, (_, row) => timeAt(table, 't', row) ?? table.t);
  const [first = 0, second = first + quarterS] = starts;
  const slotS = second - first;
  const slots = starts.flatMap((from, row) => {
    const next = starts[row + 1] ?? from + slotS;
    return from < table.t ? [{ row, from, to: Math.min(table.t, next) }] : [];
  });
  return { table, slots, fromS: first, toS: (starts.at(-1) ?? 0) + slotS };
}

/** The mean (for an energy the total) of a code in a slot. */
export function slotValue({ table }: Today, code: string): (slot: DaySlot) => number | null {
  return ({ row }) => numberAt(table, code, row);
}

/** Polls today's slots of some codes every `everyMs`. */
export function todayOf(
  codes: string,
  zone: string,
  everyMs: number,
  minutes: SlotMinutes = 15,
): Resource<Today> {
  const d = dayOf(plantNowMs(), zone);
  const query = { m: codes, d, ...(minutes === 5 && { passo: '5' as const }) };
  return resource('GET dati_impianto/daily', { query }, readToday, { everyMs });
}
