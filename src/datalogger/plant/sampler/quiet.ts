import type { FigureLimits } from '../source';
import type { QuietPlant } from './production';

/** A time in which an inverter said nothing, and by how much its lifetime counter moved meanwhile. */
export interface QuietTime {
  readonly id: number;
  readonly kwp: number;
  /** Its last answer and the next one, epoch seconds. */
  readonly from: number;
  readonly to: number;
  readonly movedKwh: number;
  /** In what steps that counter moves. */
  readonly stepKwh: number;
  /** What it may give by its own limit, the lesser of before and after, kW; null where none is known. */
  readonly mostKw: number | null;
  /** Whether it was under maintenance meanwhile. */
  readonly isPlanned: boolean;
  /** W/m² that the plant measures when it answers again; null where nothing does. */
  readonly lightAfter: number | null;
}

/** What has to be known of the plant beside its archive. */
export interface QuietKnowledge extends QuietPlant {
  readonly limits: FigureLimits;
  /** kWp of each inverter. */
  readonly peaks: ReadonlyMap<number, number>;
}

/** A part of a silence in which there was light to make energy of. */
export interface QuietSlot {
  /** Start of its first whole minute, epoch seconds. */
  readonly t: number;
  readonly seconds: number;
  /** What each kWp was expected to make, kW. */
  readonly perKwp: number;
  /** Whether light or other inverters were measured in it; else the sky is taken to be as before and after. */
  readonly isMeasured: boolean;
  /** Of each inverter that answered in it: for how many seconds, and what it made, kWh. */
  readonly answered: ReadonlyMap<number, { readonly seconds: number; readonly kwh: number }>;
}
