/*
 * The numbers of a report and how they are written. One list each: the schemas, the datalogger's rounding, screens, paper and CSV
 * read it.
 */

/**
 * What a figure needs that may not have been measured all the time: any measures of the plant, the irradiance as well, or also the
 * temperature of the modules.
 */
export type Need = 'tempo' | 'luce' | 'temperatura';

/** A number of the report: [unit, decimals, need]. The order is the order in which it is shown. */
export type Figure = readonly [unit: string, decimals: number, need: Need];

/**
 * Indices of a period, IEC 61724-1. P0 = installed kWp, G = irradiance on the plane of the modules, E = energy of the counters.
 */
export const reportIndices = {
  /** E, AC. */
  energia: ['kWh', 1, 'tempo'],
  /** What the model of the plant expects at the measured irradiance and temperature: of the time in which they were measured. */
  attesa: ['kWh', 1, 'temperatura'],
  /** EPI: E / expected, both of the time in which irradiance and module temperature were measured. */
  epi: ['%', 1, 'temperatura'],
  /** Yf = E / P0: the specific yield. */
  resa: ['kWh/kWp', 2, 'tempo'],
  /** Yr = sum(G dt) / 1000 W/m², in hours; the same number is the irradiation in kWh/m², as far as it was measured. */
  resa_riferimento: ['kWh/m²', 2, 'luce'],
  /** Ya = E DC / P0. */
  resa_cc: ['kWh/kWp', 2, 'tempo'],
  /** Lc = Yr - Ya, of the time in which the irradiance was measured; and Ls = Ya - Yf. */
  perdite_campo: ['kWh/kWp', 2, 'luce'],
  perdite_sistema: ['kWh/kWp', 2, 'tempo'],
  /** E / (P0 sum(G dt) / 1000 W/m²), both only while both are measured. */
  pr: ['%', 1, 'luce'],
  /** The same at 25 °C: G is weighted by C = 1 + gamma (Tmod - 25 °C). */
  pr25: ['%', 1, 'temperatura'],
  /** (useful - down) / useful time, weighted by kWp over the inverters; useful is light above the threshold. */
  disponibilita: ['%', 2, 'tempo'],
  /** E / (E + lost). */
  disponibilita_energia: ['%', 2, 'tempo'],
  /** Inverter-hours of standstill in useful light, and what the plant model expected meanwhile (without irradiance: what the middle inverter made of each kWp). */
  fermo: ['h', 2, 'tempo'],
  persa: ['kWh', 1, 'tempo'],
  /** E / (rated AC power x hours). */
  fattore_capacita: ['%', 1, 'tempo'],
  /** By the counters of the exchange meter. */
  immessa: ['kWh', 1, 'tempo'],
  prelevata: ['kWh', 1, 'tempo'],
  /** E - exported. */
  autoconsumata: ['kWh', 1, 'tempo'],
  /** (E - exported) / E. */
  autoconsumo: ['%', 1, 'tempo'],
  /** (E - exported) / (E - exported + imported). */
  autarchia: ['%', 1, 'tempo'],
  /** Highest AC power. */
  picco: ['kW', 1, 'tempo'],
  /** E x factor. */
  co2: ['kg', 0, 'tempo'],
  tep: ['tep', 3, 'tempo'],
} as const satisfies Record<string, Figure>;
export type ReportIndex = keyof typeof reportIndices;

/** Columns of the rows beside `t`, the start of the row. Null is a gap; a ratio is also null below the least coverage. */
export const reportColumns = {
  energia: ['kWh', 2, 'tempo'],
  attesa: ['kWh', 2, 'temperatura'],
  /** Mean AC power, expected power and irradiance: of quarters only. */
  potenza: ['kW', 1, 'tempo'],
  potenza_attesa: ['kW', 1, 'temperatura'],
  poa: ['W/m²', 0, 'luce'],
  irraggiamento: ['kWh/m²', 3, 'luce'],
  epi: ['%', 1, 'temperatura'],
  pr: ['%', 1, 'luce'],
  pr25: ['%', 1, 'temperatura'],
  disponibilita: ['%', 2, 'tempo'],
  /** Measured share of the time; and of the energy, the share that was made while the irradiance was measured. */
  copertura: ['%', 1, 'tempo'],
  copertura_luce: ['%', 1, 'tempo'],
  picco: ['kW', 1, 'tempo'],
  /** Energy that was counted during a gap is in the row after it. */
  immessa: ['kWh', 2, 'tempo'],
  prelevata: ['kWh', 2, 'tempo'],
  fermo: ['h', 2, 'tempo'],
  persa: ['kWh', 2, 'tempo'],
  /** Mean of the modules and of the air. */
  tmod: ['°C', 1, 'tempo'],
  tamb: ['°C', 1, 'tempo'],
  /** What the exported energy earned (without an exchange meter: the produced one), at the price of its time. Null without a price. */
  ricavo: ['€', 2, 'tempo'],
} as const satisfies Record<string, Figure>;
export type ReportColumn = keyof typeof reportColumns;

const exactDecimals: Readonly<Record<string, number>> = { kWh: 3, '€': 5 };

/** Decimals with which a number is sent: energies in whole Wh, as the archive counts them, so that parts add up to their sum. */
export const sentDecimals = ([unit, decimals]: readonly [
  unit: string,
  decimals: number,
  ...unknown[],
]): number => exactDecimals[unit] ?? decimals;

// The names of an object that nobody extends are its keys.
const namesOf = <T extends object>(figures: T) => Object.keys(figures) as (keyof T & string)[];

export const indexNames: readonly ReportIndex[] = namesOf(reportIndices);
export const columnNames: readonly ReportColumn[] = namesOf(reportColumns);

/**
 * Steps from the light on the modules to the energy at the meter: heat, nominal losses (glass, wiring), dirt, differences between strings,
 * standstills and orders (each by cause), limits of the inverters themselves, their conversion, what nothing explains, and transformer and
 * lines.
 */
export const waterfallTerms = [
  'temperatura',
  'nominali',
  'sporcamento',
  'disuniformita',
  'fermi',
  'limiti',
  'taglio',
  'conversione',
  'resto',
  'trasporto',
] as const;
export type WaterfallTerm = (typeof waterfallTerms)[number];
