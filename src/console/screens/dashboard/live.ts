import { powerSources } from '../../../contract/codes';
import type { InverterKind } from '../../data/inverter-states';

export interface Inverter {
  /** Id by which the alarms refer to the inverter. */
  readonly id: number | null;
  readonly name: string;
  readonly kind: InverterKind;
  /** The inverter reports that its values are not reliable. */
  readonly isDoubtful: boolean;
  /** kW; the last known value if the inverter does not respond. */
  readonly powerKw: number | null;
  readonly nominalKw: number | null;
  /** Time of its sample, epoch seconds by the plant's clock. */
  readonly sampledS: number;
}

export type Breaker = 'open' | 'closed' | 'unknown';

export const plantPoints = [
  'pac',
  'fonte_pac',
  'pattesa',
  'pimm',
  'pprel',
  'pauto',
  'eday',
  'eattesa',
  'emese',
  'etot',
  'poa',
  'poa_dubbia',
  'tmod',
  'pr',
  'copertura',
] as const;
export type PlantPoint = (typeof plantPoints)[number];

/** The plant aggregates. kW, kWh, W/m², °C, %. */
export type Plant = Readonly<Record<PlantPoint, number | null>>;

export interface Meter {
  /** Of all meters that are counted together. */
  readonly ids: readonly string[];
  readonly name: string;
  readonly powerKw: number | null;
}

/** The interface protection and its measurements of the grid. */
export interface Protection {
  readonly ids: readonly string[];
  /** Code of contract/points.ts; null if it is not known. */
  readonly state: number | null;
  readonly interfaceDevice: Breaker;
  readonly mainBreaker: Breaker;
  readonly frequencyHz: number | null;
  readonly voltageV: number | null;
}

/** One snapshot of the plant as the dashboard needs it. */
export interface Live {
  /** Time of the sample of the plant's totals, epoch seconds by the plant's clock. */
  readonly t: number;
  /** The datalogger answers, but its values of the plant are too old to be shown as live. */
  readonly isOld: boolean;
  readonly plant: Plant;
  /** Some parts are missing in the plant's totals, so they are not compared with values of the whole plant. */
  readonly isPartial: boolean;
  /** The energies and ratios of the plant that lack a time which is marked as invalid, in one text. */
  readonly lacking: string;
  readonly inverters: readonly Inverter[];
  /** Null if the plant has no such meter. */
  readonly production: Meter | null;
  readonly exchange: Meter | null;
  readonly protection: Protection | null;
  /** Limit of the grid operator in % of nominal power; null if absent. */
  readonly limitPercent: number | null;
}

/** Whether the power comes from the production meter, because an inverter does not respond: then it is that of the whole plant. */
export const isMetered = ({ fonte_pac }: Pick<Plant, 'fonte_pac'>) =>
  fonte_pac === powerSources.productionMeter;

/** Totals without any known value. */
export const noPlant: Plant = {
  pac: null,
  fonte_pac: null,
  pattesa: null,
  pimm: null,
  pprel: null,
  pauto: null,
  eday: null,
  eattesa: null,
  emese: null,
  etot: null,
  poa: null,
  poa_dubbia: null,
  tmod: null,
  pr: null,
  copertura: null,
};
