/*
 * The numbers of a report and how they are written. One list each: the schemas, the datalogger's rounding, screens, paper and CSV
 * read it.
 */

/** Below this measured share of the time (%) the indices of a period are null. */
export const leastCoverage = 90;

/** A number of the report: [unit, decimals]. The order is the order in which it is shown. */
type Figure = readonly [unit: string, decimals: number];

/**
 * Indices of a period, IEC 61724-1. P0 = installed kWp, G = irradiance on the plane of the modules, E = energy of the counters.
 */
export const reportIndices = {
  /** E, AC. */
  energia: ['kWh', 1],
  /** What the model of the plant expects at the measured irradiance and temperature. */
  attesa: ['kWh', 1],
  /** EPI: E / expected, both of the time in which the irradiance was measured. */
  epi: ['%', 1],
  /** Yf = E / P0: the specific yield. */
  resa: ['kWh/kWp', 2],
  /** Yr = sum(G dt) / 1000 W/m², in hours; the same number is the irradiation in kWh/m². */
  resa_riferimento: ['kWh/m²', 2],
  /** Ya = E DC / P0. */
  resa_cc: ['kWh/kWp', 2],
  /** Lc = Yr - Ya and Ls = Ya - Yf. */
  perdite_campo: ['kWh/kWp', 2],
  perdite_sistema: ['kWh/kWp', 2],
  /** E / (P0 sum(G dt) / 1000 W/m²), both only while both are measured. */
  pr: ['%', 1],
  /** The same at 25 °C: G is weighted by C = 1 + gamma (Tmod - 25 °C). */
  pr25: ['%', 1],
  /** (useful - down) / useful time, weighted by kWp over the inverters; useful is light above the threshold. */
  disponibilita: ['%', 2],
  /** E / (E + lost). */
  disponibilita_energia: ['%', 2],
  /** Inverter-hours of standstill in useful light, and what the plant model expected meanwhile (without irradiance: what the middle inverter made of each kWp). */
  fermo: ['h', 2],
  persa: ['kWh', 1],
  /** E / (rated AC power x hours). */
  fattore_capacita: ['%', 1],
  /** By the counters of the exchange meter. */
  immessa: ['kWh', 1],
  prelevata: ['kWh', 1],
  /** E - exported. */
  autoconsumata: ['kWh', 1],
  /** (E - exported) / E. */
  autoconsumo: ['%', 1],
  /** (E - exported) / (E - exported + imported). */
  autarchia: ['%', 1],
  /** Highest AC power. */
  picco: ['kW', 1],
  /** E x factor. */
  co2: ['kg', 0],
  tep: ['tep', 3],
} as const satisfies Record<string, Figure>;
export type ReportIndex = keyof typeof reportIndices;

/** Columns of the rows beside `t`, the start of the row. Null is a gap; a ratio is also null below `leastCoverage`. */
export const reportColumns = {
  energia: ['kWh', 2],
  attesa: ['kWh', 2],
  /** Mean AC power, expected power and irradiance: of quarters only. */
  potenza: ['kW', 1],
  potenza_attesa: ['kW', 1],
  poa: ['W/m²', 0],
  irraggiamento: ['kWh/m²', 3],
  pr: ['%', 1],
  pr25: ['%', 1],
  disponibilita: ['%', 2],
  copertura: ['%', 1],
  picco: ['kW', 1],
  /** Energy that was counted during a gap is in the row after it. */
  immessa: ['kWh', 2],
  prelevata: ['kWh', 2],
  fermo: ['h', 2],
  persa: ['kWh', 2],
  /** Mean of the modules and of the air. */
  tmod: ['°C', 1],
  tamb: ['°C', 1],
} as const satisfies Record<string, Figure>;
export type ReportColumn = keyof typeof reportColumns;

// The names of an object that nobody extends are its keys.
const namesOf = <T extends object>(figures: T) => Object.keys(figures) as (keyof T & string)[];

export const indexNames: readonly ReportIndex[] = namesOf(reportIndices);
export const columnNames: readonly ReportColumn[] = namesOf(reportColumns);

/**
 * Why inverters made less than expected: no grid, a trip of the interface protection, a limit of the grid operator or of the plant's own,
 * maintenance, a fault; a standstill without any alarm that explains it.
 */
export const lossCauses = [
  ...(['rete', 'interfaccia', 'limite_gestore', 'limite_proprio'] as const),
  ...(['manutenzione', 'guasto', 'ignota'] as const),
] as const;
export type LossCause = (typeof lossCauses)[number];
