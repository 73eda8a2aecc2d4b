import * as v from 'valibot';
import { usualCoverage } from './coverage';
import type { Endpoint } from './endpoint';
import { type LossCause, lossCauses, usualExclusions } from './loss-causes';
import { range, unit, wholeRange } from './quantity';
import { Nome } from './session';
import { HostName, isOneLine, line, webAddress } from './text';
import { Ups } from './ups';

const power = (unitName: string) => v.pipe(v.number(), v.gtValue(0), v.maxValue(1e6), unit(unitName));
const price = v.nullable(range(0, 10, '€/kWh'));
const optionalDate = v.nullable(v.pipe(v.string(), v.isoDate()));

/** Whether a date `MM-DD` or `YYYY-MM-DD` is in the calendar; 29 February is there every year. */
export function isDate(text: string): boolean {
  const full = text.length === 5 ? `2000-${text}` : text;
  const at = Date.parse(`${full}T12:00Z`);
  // A day that a month does not have would be read as one of the next month.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(full);
}

/** Dates as `MM-DD` for every year, or `YYYY-MM-DD`. */
const dates = v.pipe(
  v.array(v.pipe(v.string(), v.regex(/^(\d{4}-)?\d\d-\d\d$/), v.check(isDate))),
  v.maxLength(40),
);

const ipv4 = v.pipe(v.string(), v.ipv4());

const BudgetMonth = v.strictObject({
  mese: wholeRange(1, 12),
  p50: range(0, 1e8, 'kWh'),
  p90: range(0, 1e8, 'kWh'),
  irraggiamento: range(0, 400, 'kWh/m²'),
  pr: range(30, 100, '%'),
  disponibilita: range(50, 100, '%'),
});

/** Hours within which somebody must have acknowledged an alarm of a priority, and within which it must be over. */
const AgreedTimes = v.strictObject({
  priorita: wholeRange(1, 4),
  risposta: range(0.1, 8760, 'h'),
  riparazione: range(0.1, 8760, 'h'),
});

const money = v.optional(v.nullable(range(0, 1e7, '€')));
const leastPercent = v.optional(v.nullable(range(50, 100, '%')));

/** What holds where nothing else was agreed. */
export const usualTerms = {
  formula_disponibilita: 'tempo',
  esclusioni: [...usualExclusions] as LossCause[],
  premio_su: 'disponibilita',
  scatto: 1,
} as const;

/** Of the agreement between owner and operator, beside the targets and the budget. */
const agreementFields = {
  /** `tempo`: time weighted by kWp (IEC 61724-3). `energia`: energy made of what could have been made (IEC TS 63019). */
  formula_disponibilita: v.optional(v.picklist(['tempo', 'energia']), usualTerms.formula_disponibilita),
  /** Causes of losses for which the operator does not answer. */
  esclusioni: v.optional(
    v.pipe(v.array(v.picklist(lossCauses)), v.maxLength(lossCauses.length)),
    usualTerms.esclusioni,
  ),
  /** Least availability of each inverter, and least share of the time with measurements; null where not agreed. */
  disponibilita_inverter: leastPercent,
  disponibilita_dati: leastPercent,
  tempi: v.optional(v.pipe(v.array(AgreedTimes), v.maxLength(4))),
  /** Whole steps above or below what is guaranteed are paid, at most `tetto` in a month. */
  premio_su: v.optional(v.picklist(['disponibilita', 'energia']), usualTerms.premio_su),
  scatto: v.optional(range(0.05, 10, '%'), usualTerms.scatto),
  bonus: money,
  malus: money,
  tetto: money,
  /** Month x hour of PVsyst as pasted: 12 lines of 24 numbers of any unit, which divide the budget of each month among its hours. 422 names a wrong line in `da`. */
  budget_orario: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(8000))),
} as const;

/** What identifies and describes the plant. */
const plantFields = {
  nome: Nome,
  indirizzo: line(64),
  comune: line(64),
  provincia: v.pipe(v.string(), v.regex(/^([A-Z]{2})?$/)),
  cap: v.pipe(v.string(), v.regex(/^(\d{5})?$/)),
  lat: v.nullable(range(-90, 90, '°')),
  long: v.nullable(range(-180, 180, '°')),
  altitudine: v.nullable(range(-10, 3000, 'm')),
  potenza_picco: power('kWp'),
  potenza_ca: power('kW'),
  potenza_immissione: range(0, 1e6, 'kW'),
  livello_tensione: v.picklist(['BT', 'MT', 'AT']),
  tensione: range(100, 400_000, 'V'),
  /** Rated power of the transformer; null if absent. */
  trasformatore: v.nullable(range(1, 1e6, 'kVA')),
  pod: v.pipe(v.string(), v.regex(/^(IT\d{3}E\d{8}[0-9A-Z]?)?$/)),
  censimp: line(20),
  up: line(20),
  rintracciabilita: line(20),
  data_connessione: optionalDate,
  data_esercizio: optionalDate,
  incentivo: line(64),
  /** What a sold kWh earns; one price, or one for each time band (time-bands.ts) where all three are given. */
  tariffa: price,
  tariffa_f1: v.optional(price),
  tariffa_f2: v.optional(price),
  tariffa_f3: v.optional(price),
  /** Which days are paid as holidays: the Italian ones, others beside them, and which of the Italian ones are not. */
  festivi_italia: v.optional(v.boolean(), true),
  festivi: v.optional(dates),
  feriali: v.optional(dates),
  /** What a wash of all modules costs: with a price, the datalogger says from when on one pays. */
  costo_lavaggio: v.optional(v.nullable(range(0, 1e6, '€'))),
  scadenza_incentivo: optionalDate,
  dso: line(64),
  titolare: line(64),
  contatto: line(128),
  fuso: v.pipe(v.string(), v.maxLength(64), v.regex(/^[A-Za-z]+(\/[A-Za-z0-9_+-]+){0,2}$/)),
  tilt: range(0, 90, '°'),
  azimut: range(0, 359, '°'),
  /** Of crystalline silicon, as its data sheets have it; grass and soil; and what contracts have as a rule. */
  gamma: v.optional(range(-0.6, 0, '%/K'), -0.35),
  albedo: v.optional(range(0.05, 0.9), 0.2),
  pr_atteso: v.optional(range(50, 100, '%'), 85),
  disponibilita_contrattuale: v.optional(range(90, 100, '%'), 98),
  soglia_irraggiamento: v.optional(range(20, 200, 'W/m²'), 50),
  /** Of what a key figure needs, this much must have been measured: below the first it is uncertain, below the second it is not shown. */
  copertura_certa: v.optional(range(50, 100, '%'), usualCoverage.certain),
  copertura_minima: v.optional(range(0, 50, '%'), usualCoverage.least),
  /** CO2 avoided by a kWh. Without a value the datalogger uses its table of factors by year. */
  fattore_co2: v.optional(v.nullable(range(0, 2, 'kg/kWh'))),
  /** What is expected of each month (1 to 12): energies exceeded with 50 and 90 % probability, irradiation, guaranteed PR and availability. */
  budget: v.optional(v.pipe(v.array(BudgetMonth), v.maxLength(12))),
  ...agreementFields,
} as const;

export const Network = v.strictObject({
  modalita: v.picklist(['dhcp', 'statico']),
  ip: v.optional(ipv4),
  maschera: v.optional(wholeRange(8, 30)),
  gateway: v.optional(ipv4),
  dns: v.optional(v.pipe(v.array(ipv4), v.maxLength(2))),
  ntp: v.optional(v.pipe(v.array(HostName), v.maxLength(3))),
  hostname: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/))),
  vlan: v.optional(wholeRange(0, 4094)),
});
export type Network = v.InferOutput<typeof Network>;

const groupAddress = v.union([
  v.literal(''),
  v.pipe(v.string(), v.regex(/^([12]?\d|3[01])\/[0-7]\/(\d{1,2}|1\d\d|2[0-4]\d|25[0-5])$/)),
]);

export const Knx = v.strictObject({
  abilitato: v.boolean(),
  indirizzo: v.pipe(v.string(), v.regex(/^(\d|1[0-5])\.(\d|1[0-5])\.(\d{1,2}|1\d\d|2[0-4]\d|25[0-5])$/)),
  gateway: v.optional(ipv4),
  porta: v.optional(wholeRange(1, 65535)),
  modalita: v.picklist(['tunnel', 'routing']),
  potenza: v.optional(groupAddress),
  energia: v.optional(groupAddress),
  allarme: v.optional(groupAddress),
});

/**
 * `password` is write-only: when it is left out, the stored one stays. 422 `required` when it is left out although provider, address or
 * user are new.
 */
export const DynDns = v.strictObject({
  abilitato: v.boolean(),
  provider: v.picklist(['dyndns2', 'noip', 'custom']),
  url: v.optional(v.union([v.literal(''), v.pipe(v.string(), v.maxLength(200), v.url(), webAddress)])),
  hostname: v.optional(HostName),
  utente: v.optional(line(64)),
  password: v.optional(v.pipe(v.string(), v.maxLength(128), isOneLine)),
  /** Time between two checks. */
  intervallo: range(10, 1440, 'min'),
});

/** A plant as a client sends it. With an `id` it is an update, without one a creation (specification, section 7). */
export const PlantBody = v.strictObject({ id: v.optional(v.literal(1)), ...plantFields });
export type PlantBody = v.InferOutput<typeof PlantBody>;

/** Prices are for nobody with the role `cci`. */
const { tariffa, tariffa_f1, tariffa_f2, tariffa_f3, bonus, malus, tetto, ...plainFields } = plantFields;
export const priceFields = [
  'tariffa',
  'tariffa_f1',
  'tariffa_f2',
  'tariffa_f3',
  'bonus',
  'malus',
  'tetto',
] as const;

/** A plant as the datalogger sends it. The four settings are included for those who may read System setup (admin, cci). */
export const Plant = v.strictObject({
  id: v.literal(1),
  ...plainFields,
  tariffa: v.optional(tariffa),
  tariffa_f1,
  tariffa_f2,
  tariffa_f3,
  bonus,
  malus,
  tetto,
  ups: v.boolean(),
  /** Number of configured devices of each kind. They are counted, never typed. */
  conteggi: v.record(v.string(), v.number()),
  rete: v.optional(Network),
  knx: v.optional(Knx),
  dyn_dns: v.optional(v.omit(DynDns, ['password'])),
  gruppo_continuita: v.optional(v.omit(Ups, ['ups', 'password'])),
  /** The record's version: its ETag is `"<versione>"`. */
  versione: v.number(),
});
export type Plant = v.InferOutput<typeof Plant>;

export const plantEndpoints = {
  'GET impianto/:id': { may: 'session', reply: Plant, cache: 'etag' },
  /** Creates the plant (id 1). 409 when it exists. */
  'POST impianto': { may: 'admin', body: PlantBody, reply: Plant },
  'PUT impianto/:id': { may: 'admin', body: PlantBody, reply: Plant, ifMatch: true },
  'PATCH impianto/:id/network': {
    may: 'admin',
    body: Network,
    reply: Plant,
    ifMatch: true,
    asksPassword: true,
  },
  'PATCH impianto/:id/KNX': { may: 'admin', body: Knx, reply: Plant, ifMatch: true },
  'PATCH impianto/:id/dyn-dns': { may: 'admin', body: DynDns, reply: Plant, ifMatch: true },
  'PATCH impianto/:id/ups': { may: 'admin', body: Ups, reply: Plant, ifMatch: true },
} as const satisfies Record<string, Endpoint>;
