import { usualCoverage } from '../../contract/coverage';
import type { Need, ReportColumn, ReportIndex } from '../../contract/report-figures';
import { invalidAnswer } from './api-error';
import { type Costs, type OfCost, readCosts } from './costs';
import { isZone } from './facts';
import { type LogNote, readNotes } from './log-notes';
import { isOfCalendar, kindOf, type Period } from './periods';
import {
  isObject,
  type Json,
  listIn,
  numberOrNull,
  objectsIn,
  readArray,
  readObject,
  textIn,
  textOrNull,
  timeOrNull,
} from './read';
import { type MeterReadings, readReadings } from './readings';
import { doubtsIn, type Item, itemsOf, type Numbers, numbersOf, objectOf } from './report-items';
import { reportQuery } from './report-query';
import { type Resource, resource } from './resource';
import { readWaterfall, type Waterfall } from './waterfall';

/** The rows of a period in order of time: the quarter-hours of a day, the days of a month, the months of a year, or the years. */
export interface ReportRows {
  /** Start of each row, in epoch seconds. */
  readonly starts: readonly number[];
  readonly at: (column: ReportColumn, row: number) => number | null;
}

export interface ReportPart {
  readonly period: Period;
  readonly fromS: number;
  readonly toS: number;
  readonly days: number;
  readonly isRunning: boolean;
  /** First and last time with data; null without any data. */
  readonly dataFromS: number | null;
  readonly dataToS: number | null;
  /** How much was measured of what figures need, %: of that time, or of the energy that was produced. */
  readonly coverage: Readonly<Record<Need, number | null>>;
  /** Energy of the meters in kWh, whatever the coverage. */
  readonly counted: number | null;
  readonly index: Numbers<ReportIndex>;
  readonly rows: ReportRows;
  /** Whether an index is of a counter that was doubted; or a column in a row. */
  readonly isDoubted: (name: string, row?: number) => boolean;
}

type OfInverter =
  | 'id'
  | 'kwp'
  | 'energia'
  | 'resa'
  | 'scarto'
  | 'disponibilita'
  | 'fermo'
  | 'persa'
  | 'copertura'
  | 'incerta';
type OfMeter = 'id' | 'ruolo' | 'immessa' | 'prelevata' | 'picco' | 'incerta';
type OfAlarm = 'priorita' | 'volte' | 'dispositivi' | 'durata';
type OfStop = 'inizio' | 'fine' | 'durata' | 'persa' | 'volte' | 'limite' | 'valore';
type OfLoss = 'fermo' | 'persa';
type OfAlarmFigures = 'volte' | 'al_giorno' | 'fascia' | 'riconoscimento' | 'mttr' | 'mtbf';
type OfBudget = 'p50' | 'p90' | 'irraggiamento' | 'pr' | 'disponibilita' | 'p50_intero';
type OfBasis =
  | 'kwp'
  | 'pca'
  | 'riferimento'
  | 'gamma'
  | 'soglia'
  | 'pr_atteso'
  | 'disponibilita_contrattuale'
  | 'tep';

/** The mean power in kW for each hour of each day. */
export interface Hours {
  readonly days: readonly number[];
  readonly at: (day: number, hour: number) => number | null;
}

/** What was lost, each part once: in all, by cause, and by cause for each inverter. */
export interface Losses {
  readonly of: Numbers<OfLoss | 'disponibilita'>;
  readonly causes: readonly Item<OfLoss>[];
  readonly inverters: readonly { readonly id: number | null; readonly causes: readonly Item<OfLoss>[] }[];
  /** With what was lost while inverters ran, and in €. */
  readonly all: Costs;
}

/** What was earned, by time band, and what the losses would have earned; €. */
export interface Money {
  readonly of: Numbers<'ricavo' | 'persa'>;
  readonly isByBand: boolean;
  readonly bands: readonly Item<'energia' | 'prezzo' | 'ricavo'>[];
  readonly causes: readonly Item<'valore'>[];
}

/** How the alarms themselves did. */
export interface AlarmFigures {
  readonly of: Numbers<OfAlarmFigures>;
  /** Of priority 1, 2, and 3 with 4, %. */
  readonly shares: readonly (number | null)[];
  readonly worst: readonly Item<'volte' | 'durata'>[];
}

/** The yield of the plant in a period, with the figures that assess it. */
export interface Report extends ReportPart, MeterReadings {
  /** The time zone of all times on the screen. */
  readonly zone: string;
  /** Start of the archive, in epoch seconds. */
  readonly archiveFromS: number | null;
  /** The comparison period; null where it has no data. */
  readonly compared: ReportPart | null;
  readonly inverters: readonly Item<OfInverter>[];
  readonly meters: readonly Item<OfMeter>[];
  readonly hours: Hours | null;
  readonly alarms: readonly Item<OfAlarm>[];
  readonly stops: readonly Item<OfStop>[];
  readonly causes: readonly Item<OfStop>[];
  readonly losses: Losses;
  readonly alarmFigures: AlarmFigures;
  readonly waterfall: Waterfall | null;
  /** Ratio (%), rate (% a day), and from when on a wash pays (epoch seconds); and the times between two cleanings. */
  readonly soiling: Numbers<'rapporto' | 'tasso' | 'conviene'>;
  /** What dirt took since the last cleaning: kWh and €. */
  readonly sinceCleaning: Numbers<'persa' | 'valore'>;
  readonly cleanings: readonly Item<'inizio' | 'fine' | 'rapporto' | 'persa' | 'valore'>[];
  /** What the plant's budget asks of the time that has passed; null without one. */
  readonly budget: Numbers<OfBudget> | null;
  readonly money: Money | null;
  readonly notes: readonly LogNote[];
  /** Orders of work, as the datalogger answers them. */
  readonly work: readonly Json[];
  /** Registers of the meters at each midnight of the 1st; `er1` to `er4` by quadrant. */
  readonly limits: readonly Item<OfStop>[];
  readonly strings: readonly Item<'id' | OfCost>[];
  /** Years with data; and the yearly change of the temperature-corrected PR, in %. */
  readonly years: readonly Item<'anno' | 'energia' | 'resa' | 'pr25' | 'copertura'>[];
  readonly ageing: number | null;
  readonly basis: Numbers<OfBasis>;
  /** Below this coverage (%) a figure is uncertain; below that one it is missing. */
  readonly coverageLimits: { readonly certain: number; readonly least: number };
  /** Emission factor in kg/kWh, and the year for which it holds. */
  readonly co2: Numbers<'fattore' | 'anno'>;
}

function readRows(raw: unknown): ReportRows {
  const rows = readObject(raw, 'the rows of a report');
  return {
    starts: readArray(rows.t, 'the times of a report').flatMap(t => timeOrNull(t) ?? []),
    at: (column, row) => numberOrNull(listIn(rows[column])[row]),
  };
}

function readPart(raw: Json): ReportPart {
  const span = readObject(raw.periodo, 'the period of a report');
  const of = numbersOf(span);
  const [fromS, toS] = [timeOrNull(span.da), timeOrNull(span.a)];
  const period = textIn(span.d);
  if (fromS === null || toS === null || (period !== '' && !isOfCalendar(period)))
    throw invalidAnswer('a report without a period');
  return {
    period,
    fromS,
    toS,
    days: of('giorni') ?? 0,
    isRunning: span.in_corso === true,
    dataFromS: timeOrNull(span.inizio_dati),
    dataToS: timeOrNull(span.fine_dati),
    coverage: {
      tempo: of('copertura'),
      luce: of('copertura_luce'),
      temperatura: of('copertura_temperatura'),
    },
    counted: of('contata'),
    index: numbersOf(objectOf(raw.indici)),
    rows: readRows(raw.righe),
    isDoubted: doubtsIn(objectOf(raw.incerti)),
  };
}

function readHours(raw: unknown): Hours | null {
  if (!isObject(raw)) return null;
  const powers = listIn(raw.potenza).map(listIn);
  return {
    days: listIn(raw.t).flatMap(t => timeOrNull(t) ?? []),
    at: (day, hour) => numberOrNull(powers[day]?.[hour]),
  };
}

function readLosses(raw: Json): Losses {
  return {
    of: numbersOf(raw),
    causes: itemsOf(raw.cause),
    inverters: objectsIn(raw.inverter).map(({ id, cause }) => ({
      id: numberOrNull(id),
      causes: itemsOf(cause),
    })),
    // A datalogger that does not know these losses has those of standstills.
    all: readCosts(isObject(raw.tutte) ? raw.tutte : { ...raw, dispositivi: raw.inverter }),
  };
}

function readMoney(raw: unknown): Money | null {
  if (!isObject(raw)) return null;
  const { a_fasce, fasce, cause } = raw;
  return { of: numbersOf(raw), isByBand: a_fasce === true, bands: itemsOf(fasce), causes: itemsOf(cause) };
}

/** How the alarms themselves did. */
function readAlarmFigures(raw: Json): AlarmFigures {
  return {
    of: numbersOf(raw),
    shares: listIn(raw.priorita).map(numberOrNull),
    worst: itemsOf(raw.peggiori),
  };
}

const coverageLimitsIn = ({ copertura_certa, copertura_minima }: Json) => ({
  certain: numberOrNull(copertura_certa) ?? usualCoverage.certain,
  least: numberOrNull(copertura_minima) ?? usualCoverage.least,
});

/** A missing list (another datalogger) is read as empty. An answer without period and rows is invalid. */
export function readReport(answer: unknown): Report {
  const raw = readObject(answer, 'a report');
  const compared = isObject(raw.confronto) ? readPart(raw.confronto) : null;
  const [trend, basis] = [objectOf(raw.andamento), objectOf(raw.dati)];
  const soiling = objectOf(raw.sporcamento);
  const zone = textOrNull(raw.fuso) ?? 'UTC';
  if (!isZone(zone)) throw invalidAnswer('a report of an unknown time zone');
  return {
    ...readPart(raw),
    zone,
    archiveFromS: timeOrNull(raw.inizio_archivio),
    compared: compared !== null && compared.dataFromS !== null ? compared : null,
    inverters: itemsOf(raw.inverter),
    meters: itemsOf(raw.contatori),
    hours: readHours(raw.ore),
    alarms: itemsOf(raw.allarmi),
    stops: itemsOf(raw.fermi),
    causes: itemsOf(raw.cause),
    losses: readLosses(objectOf(raw.perdite)),
    alarmFigures: readAlarmFigures(objectOf(raw.figure_allarmi)),
    waterfall: readWaterfall(raw.cascata),
    soiling: numbersOf(soiling),
    sinceCleaning: numbersOf(objectOf(soiling.da_pulizia)),
    cleanings: itemsOf(soiling.pulizie),
    budget: isObject(raw.budget) ? numbersOf(raw.budget) : null,
    money: readMoney(raw.economia),
    notes: readNotes(raw.note),
    work: objectsIn(raw.lavori),
    ...readReadings(raw),
    limits: itemsOf(raw.limitazioni),
    strings: itemsOf(raw.stringhe),
    years: itemsOf(trend.anni),
    ageing: numberOrNull(trend.degrado),
    basis: numbersOf(basis),
    coverageLimits: coverageLimitsIn(basis),
    co2: numbersOf(objectOf(basis.co2)),
  };
}

const todayEveryMs = 60_000;
const longerEveryMs = 300_000;

/** The report of a period. The report of a past period is read once, that of a current one is polled. */
export function reportOf(period: Period, compared: Period | null, isRunning: boolean): Resource<Report> {
  const kind = kindOf(period);
  const query = reportQuery(period, compared);
  const everyMs = isRunning ? (kind === 'day' ? todayEveryMs : longerEveryMs) : null;
  return resource('GET report', { query }, readReport, { everyMs });
}
