/**
 * What inverters do by themselves for a disturbed grid. P(f): start at 50.2 Hz, droop 2.6 % (the usual settings of CEI 0-16). Ride through
 * dips and swells with reactive current, within the limits of the interface protection, which trips by itself.
 */

/** The grid at the inverters: Hz, and the mean line voltage in per unit. */
export interface GridNow {
  readonly hertz: number;
  readonly voltage: number;
}

export const quietGrid: GridNow = { hertz: 50, voltage: 1 };

const startHertz = 50.2;
const droop = 0.026;
const nominalHertz = 50;
/** The power stays reduced until the frequency has been this near to the nominal one for so long. */
const returnHertz = 0.1;
const returnS = 300;

/** An inverter that has reduced its power: kW at the beginning, kW that it gives at most, seconds of good frequency. */
export interface Reduction {
  readonly fromKw: number;
  readonly limitKw: number;
  readonly goodS: number;
}

/** The reduction of an inverter that gives `kw`, after `seconds` with this frequency; null for none. It never becomes less while it lasts. */
export function reductionAt(
  before: Reduction | null,
  kw: number,
  hertz: number,
  seconds: number,
): Reduction | null {
  if (hertz > startHertz) {
    const fromKw = before?.fromKw ?? Math.max(0, kw);
    const share = Math.max(0, 1 - (hertz - startHertz) / (droop * nominalHertz));
    return { fromKw, limitKw: Math.min(before?.limitKw ?? fromKw, fromKw * share), goodS: 0 };
  }
  if (!before) return null;
  const goodS = Math.abs(hertz - nominalHertz) <= returnHertz ? before.goodS + seconds : 0;
  return goodS >= returnS ? null : { ...before, goodS };
}

/** Within these voltages an inverter follows its set-points. */
const least = 0.9;
const most = 1.1;
/** Reactive current for each per unit of missing or excess voltage. */
const gain = 2;

/** Reactive current in a dip (capacitive) or a swell (inductive), per unit; null for an undisturbed voltage. */
export function supportAt(voltage: number): number | null {
  if (voltage >= least && voltage <= most) return null;
  return Math.max(-1, Math.min(1, gain * (1 - voltage)));
}
