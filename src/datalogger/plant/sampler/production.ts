import { quarterS } from '../../../contract/zone';
import { combineInto } from '../../storage/measures/frame';
import { fieldIndex, fieldsOf } from '../../storage/measures/kept';
import type { Measures } from '../../storage/measures/measures';
import { minuteFrames, quarterFrames } from '../../storage/measures/rollup';
import { sunAt } from '../counters/average-sun';
import { clearPower } from '../solar/clear-power';
import type { Site } from '../source';
import { type Gap, stepOfGap } from './gap-shares';

/** What is known of a plant where nothing was read. */
export interface QuietPlant {
  readonly zone: string;
  /** Null until the plant's place is configured: then the sun of an average day shines on it. */
  readonly site: Site | null;
  readonly hasTrackers: boolean;
  readonly peakKwp: number;
  readonly ratedKw: number;
}

/** °C, for the power under a clear sky. */
const usualAmbient = 20;
/** A slot is known where this share of it was measured. */
const tellingShare = 0.5;
/** kW per kWp and kW/m² of light. */
const usualRatio = 0.85;

/** kW that the plant makes at `t` under a clear sky, or on an average day. */
function clearKw(t: number, { zone, site, ...plant }: QuietPlant): number {
  return site ? clearPower(t, { site, ...plant }, usualAmbient) : plant.peakKwp * sunAt(zone, t);
}

/** What a gap is divided by. */
export interface Production {
  /** By what the plant likely made in [from, to) of the gap; only the proportions count. */
  readonly weightIn: (from: number, to: number) => number;
  /** Ratios of the plant of which the other part was measured around `t`. */
  readonly ratiosAt: (t: number) => readonly PlantRatio[];
}

/** Ratios of the plant's energy to what the light promised. */
const ratios = ['pr', 'atteso'] as const;
export type PlantRatio = (typeof ratios)[number];

interface Slot {
  readonly kw: number | null;
  readonly ratios: readonly PlantRatio[];
}

/**
 * Likely production in a gap: as the plant's own power was measured meanwhile, else by the measured irradiance, else under a clear sky.
 */
export function productionIn(store: Measures, gap: Pick<Gap, 'from' | 'to'>, plant: QuietPlant): Production {
  const stepS = stepOfGap(gap);
  const known = measuredIn(store, gap, stepS, plant.peakKwp);
  const slotOf = (t: number) => known.get(Math.floor(t / stepS) * stepS);
  return {
    weightIn: (from, to) => {
      const kw = slotOf(from)?.kw ?? clearKw((from + to) / 2, plant);
      return Math.max(0, kw) * (to - from);
    },
    ratiosAt: t => slotOf(t)?.ratios ?? [],
  };
}

/** What was measured of the plant by the start of each slot. */
function measuredIn(
  store: Measures,
  { from, to }: Pick<Gap, 'from' | 'to'>,
  stepS: number,
  peakKwp: number,
): ReadonlyMap<number, Slot> {
  const fields = fieldsOf('impianto');
  const [power, light] = [fieldIndex('impianto', 'pac'), fieldIndex('impianto', 'poa')];
  const read = (values: Float64Array, at: number) => (values[at] ?? Number.NaN) / (fields[at]?.scale ?? 1);
  const frames = (stepS < quarterS ? minuteFrames : quarterFrames)(store, 'impianto', from, to);
  const slots = combineInto('impianto', frames, t => Math.floor(t / stepS) * stepS);
  return new Map(
    slots.map(({ t, values }) => {
      const within = Math.min(to, t + stepS) - Math.max(from, t);
      const measured = read(values, power);
      const kw = Number.isNaN(measured) ? (usualRatio * peakKwp * read(values, light)) / 1000 : measured;
      const isKnown = (values[0] ?? 0) >= tellingShare * within && !Number.isNaN(kw);
      const lit = ratios.filter(name => (values[fieldIndex('impianto', name) + 1] ?? 0) > 0);
      return [t, { kw: isKnown ? kw : null, ratios: lit }];
    }),
  );
}
