import type { InverterKind } from '../../data/inverter-states';

export interface Inverter {
  /** By which its alarms know it. */
  readonly id: number | null;
  readonly name: string;
  readonly kind: InverterKind;
  /** It says itself that its values are not to be relied on. */
  readonly isDoubtful: boolean;
  /** kW; of a silent one the last that it said. */
  readonly powerKw: number | null;
  readonly nominalKw: number | null;
  /** When its sample was taken, epoch seconds by the plant's clock. */
  readonly sampledS: number;
}

export type Breaker = 'open' | 'closed' | 'unknown';

export const plantPoints = [
  'pac',
  'pattesa',
  'pimm',
  'pprel',
  'pauto',
  'eday',
  'eattesa',
  'emese',
  'etot',
  'poa',
  'tmod',
  'pr',
  'copertura',
] as const;
export type PlantPoint = (typeof plantPoints)[number];

/** The plant aggregates. kW, kWh, W/m², °C, %. */
export type Plant = Readonly<Record<PlantPoint, number | null>>;

export interface Meter {
  readonly name: string;
  readonly powerKw: number | null;
}

/** The interface protection and what it sees of the grid. */
export interface Protection {
  /** Code of contract/points.ts; null when it is not known. */
  readonly state: number | null;
  readonly interfaceDevice: Breaker;
  readonly mainBreaker: Breaker;
  readonly frequencyHz: number | null;
  readonly voltageV: number | null;
}

/** One snapshot of the plant as the dashboard needs it. */
export interface Live {
  /** When the aggregates were sampled, epoch seconds by the plant's clock. */
  readonly t: number;
  /** The datalogger answers, but what it tells of the plant is too old to be called live. */
  readonly isOld: boolean;
  readonly plant: Plant;
  /** The aggregates are made of parts of which some are missing: no comparison with the whole holds. */
  readonly isPartial: boolean;
  readonly inverters: readonly Inverter[];
  /** Null where the plant has no such meter. */
  readonly production: Meter | null;
  readonly exchange: Meter | null;
  readonly protection: Protection | null;
  /** Limit of the grid operator in % of nominal; null when there is none. */
  readonly limitPercent: number | null;
}

/** Aggregates of which nothing is known. */
export const noPlant: Plant = {
  pac: null,
  pattesa: null,
  pimm: null,
  pprel: null,
  pauto: null,
  eday: null,
  eattesa: null,
  emese: null,
  etot: null,
  poa: null,
  tmod: null,
  pr: null,
  copertura: null,
};
