import { inverterStates } from '../../../contract/codes';
import { countedLight } from '../processing/limits';
import { median } from '../processing/median';
import type { DeviceRows } from '../snapshot';
import { type Parts, performanceParts, type RatioBasis, runs } from './ratios';

/*
 * What reports divide (store/measures-kept.ts): summed up sample by sample, because it cannot be computed from the means of longer slots.
 */

/** Irradiation in J/m², and the seconds for which it was measured. */
export function irradiationParts({ soundIrradiance, seconds }: RatioBasis): Parts {
  return soundIrradiance === null ? null : [countedLight(soundIrradiance) * seconds, seconds];
}

/**
 * The reference energy of `performanceParts` times the temperature of the modules, Wh °C, and that energy: IEC 61724-1 weights
 * it by 1 + gamma (Tmod - 25 °C), which is linear in Tmod, so that these two sums give the weighted one for any gamma.
 */
export function heatParts(basis: RatioBasis, energyWh: number | null): Parts {
  const reference = performanceParts(basis, energyWh)?.[1];
  const { moduleTemperature } = basis;
  return reference === undefined || moduleTemperature === null
    ? null
    : [reference * moduleTemperature, reference];
}

/** The plant's energy of a sample while the expected one is known, and that one, Wh: what an energy performance index divides. */
export function expectedParts(
  { soundIrradiance, expectedKw }: RatioBasis,
  energies: ReadonlyMap<string, number>,
): Parts {
  const [produced, expected] = [energies.get('eday'), energies.get('eattesa')];
  const isKnown = soundIrradiance !== null && expectedKw !== null;
  return isKnown && produced !== undefined && expected !== undefined ? [produced, expected] : null;
}

/** What the plant's own equipment took of the production, Wh: produced, and neither used on site nor exported. */
export function ownUseWh({ values }: DeviceRows, seconds: number): number | null {
  const at = (point: string) => values[point]?.[0] ?? null;
  const [produced, used, exported] = [at('pac'), at('pauto'), at('pimm')];
  if (produced === null || used === null || exported === null) return null;
  return (Math.max(0, Math.max(0, produced) - used - exported) * seconds) / 3.6;
}

/** Seconds for which an inverter stood still in useful light, and the useful seconds. */
export function standstillParts(
  basis: Pick<RatioBasis, 'isUseful' | 'seconds'>,
  rows: DeviceRows,
  device: number,
): Parts {
  const { seconds } = basis;
  const isRunning = runs(rows.stato[device]);
  return !basis.isUseful || isRunning === null ? null : [isRunning ? 0 : seconds, seconds];
}

/**
 * What an inverter that stands still in useful light, or is under maintenance, did not make of what is expected of it, Wh: never less
 * than 0, and 0 where it runs.
 */
export function standstillWh(basis: RatioBasis, rows: DeviceRows, device: number): number | null {
  const state = rows.stato[device];
  const isRunning = state === inverterStates.maintenance ? false : runs(state);
  if (!basis.isUseful || isRunning === null) return null;
  const missing = missingWh(basis, rows, device);
  return isRunning && missing !== null ? 0 : missing;
}

/** Bits of SunSpec 701 `ThrotSrc`: an order, the grid (frequency, voltage), and the inverter itself (heat, a fault of a part). */
const limitBits = { order: 1, grid: (1 << 5) | (1 << 10), derated: 1 << 14 } as const;
/** At so much of its rated power an inverter is not held below it. */
const fullShare = 0.98;

/** What holds the power of an inverter below what it could feed; null where nothing does. */
export function limitOf(rows: DeviceRows, device: number): keyof typeof limitBits | null {
  const { plimsrc = [], plim = [], pac = [], pn = [] } = rows.values;
  if (rows.stato[device] !== inverterStates.throttled) return null;
  const source = plimsrc[device] ?? 0;
  if ((source & limitBits.order) !== 0 && (plim[device] ?? 100) < 100) return 'order';
  if ((source & limitBits.grid) !== 0) return 'grid';
  const isFull = (pac[device] ?? 0) >= fullShare * (pn[device] ?? Number.POSITIVE_INFINITY);
  return (source & limitBits.derated) !== 0 && !isFull ? 'derated' : null;
}

/** What an inverter that runs did not make because something limits its power, Wh: never less than 0. */
export function limitedWh(
  basis: RatioBasis,
  rows: DeviceRows,
  device: number,
  limit: keyof typeof limitBits,
): number | null {
  if (!basis.isUseful || runs(rows.stato[device]) === null) return null;
  return limitOf(rows, device) === limit ? missingWh(basis, rows, device) : 0;
}

/**
 * Wh that an inverter made less than its share of the expected power by kWp; where nothing is expected because no sensor measures the
 * light, less than the middle inverter makes of each kWp.
 */
function missingWh(basis: RatioBasis, rows: DeviceRows, device: number): number | null {
  const { expectedKw, installedKwp, medianYield, seconds } = basis;
  const kwp = rows.values.kwp?.[device] ?? null;
  const perKwp = expectedKw === null || installedKwp === null ? medianYield : expectedKw / installedKwp;
  if (perKwp === null || kwp === null) return null;
  const producedKw = Math.max(0, rows.values.pac?.[device] ?? 0);
  return (Math.max(0, perKwp * kwp - producedKw) * seconds) / 3.6;
}

/** Deviation (%) beyond which the current of a string is no reference for its peers. */
const tellingDeviation = -90;

/**
 * Wh that each string (by position) lost: max(0, healthy - I) U dt (domain brief, 1.2). The current of a healthy string is what the
 * strings of its inverter say by their deviations from it; their median where they are not compared. Null where current or voltage is
 * not known.
 */
export function stringLossesWh(
  rows: DeviceRows,
  seconds: number,
  isGood: (device: number) => boolean,
): readonly (number | null)[] {
  const { i = [], u = [], inverter = [], dev = [] } = rows.values;
  const byInverter = new Map<number | null, number[]>();
  rows.id.forEach((_, device) => {
    if (!isGood(device) || (i[device] ?? null) === null) return;
    const owner = inverter[device] ?? null;
    const siblings = byInverter.get(owner);
    if (siblings) siblings.push(device);
    else byInverter.set(owner, [device]);
  });
  const losses: (number | null)[] = rows.id.map(() => null);
  for (const siblings of byInverter.values()) {
    const compared = siblings.filter(device => (dev[device] ?? tellingDeviation) > tellingDeviation);
    const said = compared.map(device => (i[device] ?? 0) / (1 + (dev[device] ?? 0) / 100));
    const healthy = median(said) ?? median(siblings.map(device => i[device] ?? 0)) ?? 0;
    for (const device of siblings) {
      const volt = u[device] ?? null;
      if (volt === null) continue;
      // A string of other modules, or on another plane than its siblings, is not measured against them.
      if (compared.length > 0 && (dev[device] ?? null) === null) {
        losses[device] = 0;
        continue;
      }
      losses[device] = (Math.max(0, healthy - (i[device] ?? 0)) * volt * seconds) / 3600;
    }
  }
  return losses;
}
