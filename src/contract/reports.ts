import * as v from 'valibot';
import { AlarmGroup, Priority } from './alarms';
import { Costs } from './costs';
import type { Endpoint } from './endpoint';
import { Declared, Reading } from './fiscal';
import { LogEntry, LogGroup } from './logbook';
import { lossCauses } from './loss-causes';
import { waterfallTerms } from './report-figures';
import { Indices, Part, ReportRows, Span, Uncertain, Value, Values } from './report-part';
import { Soiling } from './soiling';
import { timeBands } from './time-bands';

/*
 * What the plant yielded in a day, a month, a year or ever, and whether that was right. Screen, paper and CSV take their numbers
 * from this one answer, rounded once, by the datalogger.
 */

/**
 * `giornaliero` has a row for each quarter of an hour, `mensile` and `intervallo` for each day, `annuale` for each month, `storico` for each
 * year. `intervallo` is a week or any days from one to another.
 */
export const reportKinds = ['giornaliero', 'mensile', 'annuale', 'storico', 'intervallo'] as const;
export type ReportKind = (typeof reportKinds)[number];

const Device = { gruppo: AlarmGroup, dispositivo: v.nullable(v.number()), nome: v.string() };

/** A time during which inverters stood still or were limited. `fine` null: it still is. `persa` in kWh, by the plant model. */
const Stop = v.strictObject({
  inizio: v.number(),
  fine: Value,
  /** Code of the alarm that explains it. */
  codice: v.string(),
  ...Device,
  /** Seconds within the period. */
  durata: v.number(),
  persa: Value,
});
export type ReportStop = v.InferOutput<typeof Stop>;

/** Inverter-hours of standstill in useful light, and energy lost, kWh. */
const Loss = { fermo: v.number(), persa: v.number() };
const LossesByCause = v.array(v.strictObject({ causa: v.picklist(lossCauses), ...Loss }));

export const Report = v.strictObject({
  tipo: v.picklist(reportKinds),
  /** The plant's zone: every `t` is shown in it. */
  fuso: v.string(),
  /** When the archive begins: no earlier period can be asked for with success. Null of an empty one. */
  inizio_archivio: Value,
  periodo: Span,
  indici: Indices,
  righe: ReportRows,
  incerti: v.optional(Uncertain),
  /** The period that `con` names, or the one before: as far as the period itself has come in `indici`, whole in `righe`. */
  confronto: v.nullable(Part),
  inverter: v.array(
    v.strictObject({
      id: v.number(),
      nome: v.string(),
      kwp: Value,
      energia: Value,
      resa: Value,
      /** Deviation of the yield from that of the healthy inverters on the same planes, %, of the time in which another one fed; null without any. */
      scarto: Value,
      disponibilita: Value,
      /** h */
      fermo: Value,
      persa: Value,
      copertura: Value,
      /** 1 where its counter was doubted when a day ended, or is now; else left out. So of a meter. */
      incerta: v.optional(v.literal(1)),
    }),
  ),
  contatori: v.array(
    v.strictObject({
      id: v.number(),
      nome: v.string(),
      /** `meterRoles` */
      ruolo: Value,
      immessa: Value,
      prelevata: Value,
      /** Highest power towards the grid, kW; null where there was none. */
      picco: Value,
      incerta: v.optional(v.literal(1)),
    }),
  ),
  /**
   * Hour by hour: for each local day (`t`) the mean AC power of its 24 hours in kW, null where nothing was measured. The hour that
   * the clocks repeat is one, the one that they skip is null. Null but for months and years.
   */
  ore: v.nullable(v.strictObject({ t: v.array(v.number()), potenza: v.array(Values) })),
  /** Alarms that were there in the period, by code, the longest first; seconds within the period. */
  allarmi: v.array(
    v.strictObject({
      codice: v.string(),
      priorita: Priority,
      volte: v.number(),
      dispositivi: v.number(),
      durata: v.number(),
    }),
  ),
  /**
   * How the alarms themselves did (ISA-18.2, IEC 62682): those that were announced in the period, events excluded. `fascia`: the most in ten
   * minutes; `priorita`: shares of priority 1, 2, and 3 with 4, %; `riconoscimento`, `mttr`, `mtbf`: mean seconds until acknowledged,
   * from a fault that stops an inverter to its end, and of operation between two of them. `peggiori`: the ten that came most often.
   */
  figure_allarmi: v.strictObject({
    volte: v.number(),
    al_giorno: Value,
    fascia: v.number(),
    priorita: v.array(v.number()),
    riconoscimento: Value,
    mttr: Value,
    mtbf: Value,
    peggiori: v.array(
      v.strictObject({ codice: v.string(), ...Device, volte: v.number(), durata: v.number() }),
    ),
  }),
  /** Standstills, the longest first, at most 50; and all of them by code. */
  fermi: v.array(Stop),
  cause: v.array(v.strictObject({ codice: v.string(), volte: v.number(), durata: v.number(), persa: Value })),
  /**
   * All that was lost, each part once, by cause, and by cause for each inverter; the stops above are its parts. What rows, indices and
   * inverters have as `fermo` and `persa` is this without the limits. `disponibilita` in %: without what comes from the grid (`rete`,
   * `interfaccia`) and force majeure, as contracts count it.
   */
  perdite: v.strictObject({
    ...Loss,
    cause: LossesByCause,
    inverter: v.array(v.strictObject({ id: v.number(), cause: LossesByCause })),
    disponibilita: Value,
    /** All of that, and what was lost while inverters ran. */
    tutte: Costs,
  }),
  /**
   * From what the installed power would make of the measured light (`riferimento`, kWh) to the energy at the meter, of the time in which
   * irradiance and module temperature were measured: `riferimento` less all `termini` is `contatore`. A term may be negative. `causa` of
   * `fermi` and `limiti`: as in `perdite`. Null where it was not measured.
   */
  cascata: v.nullable(
    v.strictObject({
      riferimento: v.number(),
      termini: v.array(
        v.strictObject({
          termine: v.picklist(waterfallTerms),
          causa: v.nullable(v.picklist(lossCauses)),
          energia: v.number(),
        }),
      ),
      contatore: v.number(),
    }),
  ),
  sporcamento: Soiling,
  /**
   * What the plant's budget asks of the time that has passed: energies (kWh) that are exceeded with 50 and 90 % probability, irradiation
   * (kWh/m²), guaranteed PR and availability (%); and `p50` of the whole period. Null without a budget for it.
   */
  budget: v.nullable(
    v.strictObject({
      p50: v.number(),
      p90: Value,
      irraggiamento: Value,
      pr: Value,
      disponibilita: Value,
      p50_intero: Value,
    }),
  ),
  /**
   * €: what the exported energy earned, by band where there is a price for each (else all is in one), and what each cause of
   * `perdite` would have earned (`perdite.tutte` has all). Null without a price, and for all years with prices by band.
   */
  economia: v.nullable(
    v.strictObject({
      a_fasce: v.boolean(),
      fasce: v.array(
        v.strictObject({
          fascia: v.picklist(timeBands),
          energia: v.number(),
          prezzo: v.number(),
          ricavo: v.number(),
        }),
      ),
      ricavo: v.number(),
      cause: v.array(v.strictObject({ causa: v.picklist(lossCauses), valore: v.number() })),
      persa: v.number(),
    }),
  ),
  /** What people wrote down of this time, newest first, at most 100. */
  note: v.array(LogEntry),
  /** Orders of work that were open at some time of it, oldest first, at most 100; a cost is of the period in which the order was closed. */
  lavori: v.optional(
    v.array(
      v.strictObject({
        id: v.number(),
        titolo: v.string(),
        /** Names change, and two devices may have the same one. Null for the plant. */
        gruppo: LogGroup,
        dispositivo: Value,
        nome: v.string(),
        persona: v.string(),
        creato: v.number(),
        chiuso: Value,
        /** € */
        costo: Value,
      }),
    ),
  ),
  /** Of months and years, by time. */
  letture: v.array(Reading),
  /** Of years. A meter that was replaced, or got other transformers, is there once for each. */
  dichiarazione: v.array(Declared),
  /**
   * Limits of the active power that were received, oldest first, at most 50; the lowest of each in %, and what it cost within the period:
   * kWh, and € by the prices of its times.
   */
  limitazioni: v.array(
    v.strictObject({
      inizio: v.number(),
      fine: Value,
      durata: v.number(),
      limite: Value,
      persa: Value,
      valore: Value,
    }),
  ),
  /** The strings that lost most against the median of their inverter, at most 10; kWh. Null where none are kept. */
  stringhe: v.nullable(
    v.array(v.strictObject({ id: v.number(), nome: v.string(), persa: v.number(), valore: Value })),
  ),
  /** Of years and all years: every year that has data. */
  andamento: v.nullable(
    v.strictObject({
      anni: v.array(
        v.strictObject({ anno: v.number(), energia: Value, resa: Value, pr25: Value, copertura: Value }),
      ),
      /** Change of `pr25` by year, % of its first value; least squares over whole years, null with fewer than three. */
      degrado: Value,
    }),
  ),
  /** What the formulae are computed with. */
  dati: v.strictObject({
    /** P0 in kWp and rated AC power in kW. */
    kwp: Value,
    pca: Value,
    /** What the peak power of each moment would have made of its light, kWh: the performance ratio divides by it. */
    riferimento: Value,
    /** %/K */
    gamma: Value,
    /** Of useful light, W/m². */
    soglia: v.number(),
    /** Below this coverage (%) a figure is uncertain; below that one it is null. */
    copertura_certa: v.number(),
    copertura_minima: v.number(),
    pr_atteso: Value,
    disponibilita_contrattuale: Value,
    /** kg/kWh, and the year that the factor is of; null where the plant has its own. */
    co2: v.strictObject({ fattore: v.number(), anno: Value }),
    /** tep/kWh */
    tep: v.number(),
  }),
});
export type Report = v.InferOutput<typeof Report>;

const day = String.raw`\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])`;
const PeriodText = v.pipe(
  v.string(),
  v.regex(new RegExp(`^(\\d{4}(-(0[1-9]|1[0-2]))?|${day}(\\.\\.${day})?|\\d{4}-W(0[1-9]|[1-4]\\d|5[0-3]))$`)),
);

export const ReportQuery = v.strictObject({
  tipo: v.picklist(reportKinds),
  /**
   * `YYYY-MM-DD`, `YYYY-MM` or `YYYY`, as `tipo` says; none with `storico`. With `intervallo` an ISO 8601 week, `2026-W23`, or the first and
   * the last day, `2026-06-03..2026-06-17`, at most 366 days: 400 `too_long` of more, `too_high` where the first is still to come.
   */
  d: v.optional(PeriodText),
  /** The period to compare with, written as `d`; without it the one before, of `intervallo` the same number of days before. */
  con: v.optional(PeriodText),
});

export const reportEndpoints = {
  /** Not for a cci user. A period that is over keeps its ETag for good. */
  'GET report': { may: 'session', query: ReportQuery, reply: Report, cache: 'etag' },
} as const satisfies Record<string, Endpoint>;
