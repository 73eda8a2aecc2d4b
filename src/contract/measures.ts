import * as v from 'valibot';
import type { Endpoint } from './endpoint';

/**
 * One reply shape for live values and for periods: columns of equal length.
 *
 * `RT`: a row per device. The columns are `gruppo` (only when `m` names more than one group), `id`, `nome`, `stato`, `eta` (age of the
 * sample in s), `q` (192 good, 64 uncertain, 0 bad), `valido` (s for which the sample is good; only when a device has its own time instead
 * of `usualValidS` of its group), `scartati` (only while something is refused: which of the requested points, why, and its newest
 * good value; `refusals.ts`), `incerti` (only while a time of the day, month or year is marked as invalid, or light of today only repeated:
 * which of the requested points lack it, with commas between), then the requested points by name. A point is null when the device does not have it or has no value.
 * `t` is the time of the whole snapshot.
 *
 * Periods: a row per slot. The first column is `t` (start of the slot, epoch seconds), then there is one column per code, named in full
 * (`impianto.pac`, `inverter.3.pac`). A missing value is null, never 0. `daily`: 92, 96 or 100 slots of 15 minutes (or 276, 288 or 300
 * of 5 minutes); a power is the mean of its slot, `eday` the energy of the slot. `monthly`: a row per day. `annual`: a row per month. In
 * both a power is the maximum, `eday` the energy of the row, a ratio the ratio of the row. `incerti` has of a column the positions of
 * the rows that a counter counted while it was doubted, or that lack a time which is marked as invalid (of the plant: of an inverter); it is left
 * out where no row is.
 */
export const Table = v.strictObject({
  m: v.string(),
  t: v.number(),
  colonne: v.record(v.string(), v.array(v.nullable(v.union([v.number(), v.string()])))),
  incerti: v.optional(v.record(v.string(), v.array(v.number()))),
});
export type Table = v.InferOutput<typeof Table>;

/**
 * The table of a day. `orologio` lists in order when the clock was set: the time it showed before and the time it showed afterwards, in
 * epoch seconds. The datalogger does not follow a clock that shows a time before `earliestS` (earliest.ts). `orologio` is left out on
 * days on which the clock was not set, and by dataloggers that do not report it.
 */
export const DayTable = v.strictObject({
  ...Table.entries,
  orologio: v.optional(v.array(v.strictObject({ da: v.number(), a: v.number() }))),
});
export type DayTable = v.InferOutput<typeof DayTable>;

/** Comma-separated `group`, `group.point` or `group.id.point`. */
const MeasureCodes = v.pipe(
  v.string(),
  v.maxLength(2000),
  v.regex(/^[a-z]+(\.\d{1,5})?(\.[a-z]\w*)?(,[a-z]+(\.\d{1,5})?(\.[a-z]\w*)?)*$/),
);
const Day = v.pipe(v.string(), v.isoDate());
const Month = v.pipe(v.string(), v.regex(/^\d{4}-(0[1-9]|1[0-2])$/));
const Year = v.pipe(v.string(), v.regex(/^\d{4}$/));

export const RtQuery = v.strictObject({ m: MeasureCodes });
/**
 * `passo`: minutes of a slot, 15 when left out; 1 only for `impianto`, `cci` and `spi`. Slots of 1 and 5 minutes are null where the archive no
 * longer holds the minutes.
 */
export const DailyQuery = v.strictObject({
  m: MeasureCodes,
  d: Day,
  passo: v.optional(v.picklist(['1', '5', '15'])),
});
export const MonthlyQuery = v.strictObject({ m: MeasureCodes, d: Month });
export const AnnualQuery = v.strictObject({ m: MeasureCodes, d: Year });

/** The longest time whose single samples are given at once, s. */
export const longestFineS = 21_600;
const Seconds = v.pipe(v.string(), v.regex(/^\d{1,10}$/));
/** `da` and `a`: epoch seconds, from and until before. */
export const FineQuery = v.strictObject({ m: MeasureCodes, da: Seconds, a: Seconds });

/** `t`: epoch seconds of the moment. */
export const MomentQuery = v.strictObject({ m: MeasureCodes, t: Seconds });

/**
 * What the archive holds of one moment, in columns as of `RT`: a row per device with `gruppo` (only when `m` names more than one group),
 * `id`, `stato` (of an inverter as far as its power shows it: 4, 5 while an order limited it, 2 without useful light; null otherwise,
 * because the archive keeps no states), `incerti` (only on a day with a mark or a doubted counter so far), `q` (0: nothing was measured; 64 for the plant while nothing was measured of an inverter), then the requested points that the archive keeps, null where there is no value. `t` is the start of the slot
 * and `passo` its length in minutes. A power is the mean of the slot; an energy, and a ratio of `impianto`, is that of the local day up to
 * the end of the slot. Names and configured points are not in it: `RT` has them.
 */
export const Moment = v.strictObject({ ...Table.entries, passo: v.picklist([1, 15]) });
export type Moment = v.InferOutput<typeof Moment>;

/** One energy. `valore` is null when no counter answered; `incerta` is 1 where a counter is doubted that counted it, or a time of it is marked as invalid, else left out. */
export const Energy = v.strictObject({
  valore: v.nullable(v.number()),
  unita: v.literal('kWh'),
  t: v.number(),
  incerta: v.optional(v.literal(1)),
});
export type Energy = v.InferOutput<typeof Energy>;

export const measureEndpoints = {
  'GET dati_impianto/RT': { may: 'public-or-session', query: RtQuery, reply: Table, cache: 'etag' },
  'GET dati_impianto/daily': { may: 'session', query: DailyQuery, reply: DayTable, cache: 'etag' },
  'GET dati_impianto/monthly': { may: 'session', query: MonthlyQuery, reply: Table, cache: 'etag' },
  'GET dati_impianto/annual': { may: 'session', query: AnnualQuery, reply: Table, cache: 'etag' },
  /**
   * Single samples of `cci` and `spi` of the last 24 hours, 4 s apart (CEI 0-16:2025-12, Annex O): columns as of a period, a row for each
   * time at which there is a sample. The newest minute may be missing. 400 for other groups, and for more than 6 hours at once.
   */
  'GET dati_impianto/campioni': { may: 'session', query: FineQuery, reply: Table },
  'GET dati_impianto/momento': { may: 'session', query: MomentQuery, reply: Moment, cache: 'etag' },
  'GET dati_impianto/energia_totale': { may: 'session', reply: Energy, cache: 'etag' },
  'GET dati_impianto/energia_oggi': { may: 'session', reply: Energy, cache: 'etag' },
  'GET dati_impianto/energia_prodotta_mese': {
    may: 'session',
    query: v.strictObject({ d: Month }),
    reply: Energy,
    cache: 'etag',
  },
  /** What each string lost in a day: columns `id` and `persa` (kWh). `t` is the end of the time that is counted. */
  'GET dati_impianto/energia_persa': {
    may: 'session',
    query: v.strictObject({ d: Day }),
    reply: Table,
    cache: 'etag',
  },
} as const satisfies Record<string, Endpoint>;
