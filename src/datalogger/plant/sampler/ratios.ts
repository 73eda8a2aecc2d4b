import { inverterStates } from '../../../contract/codes';
import { isFeeding } from '../processing/inverters';
import { countedLight, isUseful, peakOf } from '../processing/limits';
import { median } from '../processing/median';
import type { DeviceRows } from '../snapshot';
import type { FigureLimits, PastSlot } from '../source';

/** The parts of a ratio that are summed up, [numerator, denominator] in one unit; null where the sample does not count. */
export type Parts = readonly [number, number] | null;

/** What the ratios of one sample share. */
export interface RatioBasis {
  readonly seconds: number;
  /** W/m² */
  readonly irradiance: number | null;
  /** The irradiance where it is not doubted: what is measured against the light. */
  readonly soundIrradiance: number | null;
  /** Installed power of all inverters, kWp; null when one is not known. */
  readonly installedKwp: number | null;
  /** What the reference energy is of, kWp (`peakOf`). */
  readonly peakKwp: number | null;
  /** What the plant's model expects, kW. */
  readonly expectedKw: number | null;
  /** The DC power that clean modules should give, kW. */
  readonly expectedDirectKw: number | null;
  /** Of the modules, °C. */
  readonly moduleTemperature: number | null;
  /** Median over the inverters of power by installed power, kW/kWp. */
  readonly medianYield: number | null;
  /** Whether there is light to make energy of. */
  readonly isUseful: boolean;
  readonly availability: Parts;
}

const wattHours = (kilowatt: number, seconds: number) => (kilowatt * seconds) / 3.6;

const states = inverterStates;
const running = new Set<number>([states.starting, states.mppt, states.throttled]);
/** Inverters in these states are not counted: their state is not known, or they are not meant to run. */
const outOfCount = new Set<number>([states.commLost, states.maintenance, states.disabled]);

/** Whether an inverter in this state runs; null where it does not count. */
export const runs = (state: number | undefined): boolean | null =>
  state === undefined || outOfCount.has(state) ? null : running.has(state);

function yieldOf({ values }: DeviceRows, device: number): number | null {
  const power = values.pac?.[device] ?? null;
  const kwp = values.kwp?.[device] ?? null;
  return power === null || kwp === null || kwp <= 0 ? null : power / kwp;
}

/** Time that inverters ran in useful light, weighted by their installed power (kWp s). */
function availabilityOf(inverters: DeviceRows, seconds: number): Parts {
  let available = 0;
  let counted = 0;
  inverters.stato.forEach((state, device) => {
    const kwp = inverters.values.kwp?.[device] ?? null;
    const isRunning = runs(state);
    if (kwp === null || isRunning === null) return;
    counted += kwp * seconds;
    if (isRunning) available += kwp * seconds;
  });
  return counted > 0 ? [available, counted] : null;
}

/** The median of the inverters that feed; of all that respond where none does, because then nothing but the night may be the reason. */
function medianYieldOf(inverters: DeviceRows, isGood: (device: number) => boolean): number | null {
  const responding = inverters.id.map((_, device) => device).filter(isGood);
  const feeding = responding.filter(device => isFeeding(inverters.stato[device] ?? 0));
  const compared = feeding.length > 0 ? feeding : responding;
  return median(compared.flatMap(device => yieldOf(inverters, device) ?? []));
}

/** Where a sample comes from, and how it is judged. */
interface Sampled {
  readonly groups: PastSlot['groups'];
  readonly seconds: number;
  readonly limits: FigureLimits;
  /** The last values of a device that does not respond do not count. */
  readonly isGood: (group: 'impianto' | 'inverter', rows: DeviceRows, device: number) => boolean;
}

export function ratioBasis({ groups, seconds, limits, isGood }: Sampled): RatioBasis {
  const { impianto, inverter } = groups;
  const isResponding = impianto !== undefined && isGood('impianto', impianto, 0);
  const plantPoint = (point: string) => (isResponding ? (impianto.values[point]?.[0] ?? null) : null);
  const irradiance = plantPoint('poa');
  const isDoubted = plantPoint('poa_dubbia') === 1;
  // An inverter that is not asked counts neither with its yield nor with its installed power.
  const powers = (inverter?.values.kwp ?? []).filter(
    (_, device) => inverter?.stato[device] !== states.disabled,
  );
  const isComplete = powers.length > 0 && powers.every(kwp => kwp !== null);
  const installedKwp = isComplete ? powers.reduce<number>((sum, kwp) => sum + (kwp ?? 0), 0) : null;
  const medianYield = inverter
    ? medianYieldOf(inverter, device => isGood('inverter', inverter, device))
    : null;
  const isLight = isUseful(irradiance, medianYield ?? 0, limits);
  return {
    seconds,
    irradiance,
    soundIrradiance: isDoubted ? null : irradiance,
    installedKwp,
    peakKwp: peakOf(limits, installedKwp),
    expectedKw: plantPoint('pattesa'),
    expectedDirectKw: plantPoint('pattesa_cc'),
    moduleTemperature: plantPoint('tmod'),
    medianYield,
    isUseful: isLight,
    availability: inverter && isLight ? availabilityOf(inverter, seconds) : null,
  };
}

/**
 * Performance ratio: energy by what the peak power would have yielded at the measured irradiance (Yf / Yr), Wh. Both count whenever
 * the irradiance was measured, so that the ratio is that of the energy and the irradiation that a report shows.
 */
export function performanceParts(basis: RatioBasis, energyWh: number | null): Parts {
  const { soundIrradiance: irradiance, peakKwp, seconds } = basis;
  if (energyWh === null || irradiance === null || peakKwp === null) return null;
  return [energyWh, wattHours((peakKwp * countedLight(irradiance)) / 1000, seconds)];
}

/** Efficiency: AC by DC energy, in tenths of a Wh (a slot of dawn is small). */
export function efficiencyParts(basis: RatioBasis, rows: DeviceRows, device: number): Parts {
  const ac = rows.values.pac?.[device] ?? null;
  const dc = rows.values.pdc?.[device] ?? null;
  if (ac === null || dc === null || dc <= 0) return null;
  return [10 * wattHours(Math.max(ac, 0), basis.seconds), 10 * wattHours(dc, basis.seconds)];
}

/**
 * What an inverter yields by what the healthy ones on its planes yield, as its deviation says (`inverterDeviations`): weighted by the yield
 * of the middle one, W s/kWp.
 */
export function deviationParts(basis: RatioBasis, rows: DeviceRows, device: number): Parts {
  const deviation = rows.values.dev?.[device] ?? null;
  const { medianYield, seconds } = basis;
  if (deviation === null || medianYield === null || medianYield <= 0) return null;
  return [medianYield * (1 + deviation / 100) * 1000 * seconds, medianYield * 1000 * seconds];
}
