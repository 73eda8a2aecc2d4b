import { inverterStates } from '../../../contract/codes';
import { healthyMedian } from '../processing/median';
import type { DeviceRows } from '../snapshot';
import { acPower } from '../solar/module';
import { type RatioBasis, runs } from './ratios';
import { limitOf } from './sums';

/**
 * The energy between the modules and the inverters, Wh, of a time in which irradiance and module temperature were measured. What is
 * expected of clean modules is `direct`; less `soiling`, `mismatch`, `clipping` and `conversion`, and less what is lost while inverters
 * stand still or are limited (sampler/sums.ts), it is what they feed. A term may be negative: a model errs both ways.
 */
export interface Chain {
  readonly direct: number;
  /** By what the middle inverter makes less of each kWp: all modules have it. */
  readonly soiling: number;
  /** By what an inverter makes less than the middle one: its strings differ, are open, or stand wrong. */
  readonly mismatch: number;
  /** What the inverters could not take: more than their rated power. */
  readonly clipping: number;
  readonly conversion: number;
}

/** An inverter that feeds so near to its rated power is at its limit. */
const fullShare = 0.998;
/** In less light than this share of full light, what an inverter is given says more of the sensor than of its modules. */
const tellingShare = 0.1;
const wattHours = (kilowatt: number, seconds: number) => (kilowatt * seconds) / 3.6;

/** What an inverter does in a sample, and what clean modules would give it, kW. */
interface Fed {
  readonly id: number;
  readonly kwp: number;
  readonly ratedKw: number;
  readonly cleanKw: number;
  readonly pac: number;
  readonly pdc: number;
  readonly kind: 'free' | 'full' | 'ordered' | 'down' | 'silent';
}

/** Remembers, for each inverter, what share of the expected power its modules give: at the limit of the inverter it cannot be seen. */
export class ChainMeter {
  readonly #shares = new Map<number, number>();

  /** Null while light, temperature or an installed power is not known. */
  read(rows: DeviceRows | undefined, basis: RatioBasis, isGood: (device: number) => boolean): Chain | null {
    const { expectedDirectKw, installedKwp, soundIrradiance, seconds } = basis;
    if (!rows || expectedDirectKw === null || installedKwp === null || soundIrradiance === null) return null;
    const perKwp = expectedDirectKw / installedKwp;
    const fed = rows.id.flatMap((_, device) => fedOf(rows, device, perKwp, isGood(device)) ?? []);
    const shares = fed.map(each => this.#shareOf(each));
    const middle = healthyMedian(shares.flatMap(share => share ?? [])) ?? 1;
    const sum = { direct: 0, soiling: 0, mismatch: 0, clipping: 0, conversion: 0 };
    fed.forEach((each, index) => {
      const part = partOf(each, shares[index] ?? middle, middle);
      for (const name of Object.keys(sum) as (keyof Chain)[]) sum[name] += wattHours(part[name], seconds);
    });
    return sum;
  }

  /** The share of the expected DC power that the modules of an inverter give; null where it was never seen. */
  #shareOf({ id, kind, cleanKw, pdc, kwp }: Fed): number | null {
    if (kind === 'free' && cleanKw >= tellingShare * kwp) this.#shares.set(id, pdc / cleanKw);
    return this.#shares.get(id) ?? null;
  }
}

function fedOf(rows: DeviceRows, device: number, perKwp: number, isGood: boolean): Fed | null {
  const { kwp = [], pn = [], pac = [], pdc = [] } = rows.values;
  const [peak, rated] = [kwp[device] ?? null, pn[device] ?? null];
  const state = rows.stato[device];
  if (peak === null || rated === null || state === inverterStates.disabled) return null;
  const known = {
    id: rows.id[device] ?? 0,
    kwp: peak,
    ratedKw: rated,
    cleanKw: perKwp * peak,
    pac: pac[device] ?? 0,
    pdc: pdc[device] ?? 0,
  };
  if (!isGood) return { ...known, kind: 'silent' };
  if (runs(state) !== true || state === inverterStates.starting) return { ...known, kind: 'down' };
  if (limitOf(rows, device) !== null) return { ...known, kind: 'ordered' };
  const isFull = state === inverterStates.throttled || known.pac >= fullShare * rated;
  return { ...known, kind: isFull ? 'full' : 'free' };
}

/** The terms of an inverter, kW. `share`: what its modules give of what is expected; `middle`: what those of the others give. */
function partOf({ kind, cleanKw, ratedKw, pac, pdc }: Fed, share: number, middle: number): Chain {
  if (kind === 'down' || kind === 'ordered') {
    // The loss is counted against clean modules, so that it is that of the table of losses.
    const possible = acPower(cleanKw, ratedKw);
    const clipping = Math.max(0, possible - ratedKw);
    return { direct: cleanKw, soiling: 0, mismatch: 0, clipping, conversion: cleanKw - possible };
  }
  const given = share * cleanKw;
  const soiling = (1 - middle) * cleanKw;
  const mismatch = (middle - share) * cleanKw;
  if (kind === 'silent') {
    const possible = Math.min(ratedKw, acPower(given, ratedKw));
    return { direct: cleanKw, soiling, mismatch, clipping: 0, conversion: given - possible };
  }
  const conversion = pdc - pac;
  return kind === 'full'
    ? { direct: cleanKw, soiling, mismatch, clipping: given - pdc, conversion }
    : { direct: cleanKw, soiling, mismatch: middle * cleanKw - pdc, clipping: 0, conversion };
}
