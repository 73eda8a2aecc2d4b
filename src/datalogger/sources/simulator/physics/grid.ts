import type { TimedFault } from '../faults/faults';
import { gaussian, noise } from './random';
import { streams } from './streams';

/** The grid at the point of delivery; voltages in per unit of the nominal voltage. */
export interface GridState {
  ab: number;
  bc: number;
  ca: number;
  /** Hz; 0 when there is no voltage. */
  frequency: number;
  /** Residual voltage, per unit. */
  residual: number;
}

export const emptyGrid = (): GridState => ({ ab: 1, bc: 1, ca: 1, frequency: 50, residual: 0 });

const dayS = 86_400;

/** Frequency without grid events, Hz: standard deviation 0.015 Hz, correlated over about a minute. */
function quietFrequency(seed: number, t: number): number {
  const slow = noise(seed, streams.frequency, t, 60);
  return 50 + 0.015 * (0.85 * slow + 0.53 * noise(seed, streams.frequencyQuick, t, 9));
}

/** Mean voltage without grid events, per unit; `p` and `q` are the plant's powers as shares of its rated power. */
export function quietVoltage(seed: number, t: number, p: number, q: number): number {
  const daily = 0.01 * Math.cos((2 * Math.PI * ((t % dayS) - 10_800)) / dayS);
  const slow = 0.002 * noise(seed, streams.voltageSlow, t, 1800);
  return 1 + 0.02 * p + 0.01 * q + daily + slow + 0.001 * noise(seed, streams.voltageQuick, t, 12);
}

export function isGridFault({ fault }: TimedFault): boolean {
  return fault.kind.startsWith('grid-');
}

/** Writes the grid at `t` into `out`, with the grid events among `faults` that are present at `t`. */
export function gridAt(
  seed: number,
  t: number,
  { p, q, faults }: { p: number; q: number; faults: readonly TimedFault[] },
  out: GridState,
): GridState {
  let voltage = quietVoltage(seed, t, p, q);
  let earth: number | null = null;
  let unbalance = 1;
  out.frequency = quietFrequency(seed, t);
  for (const { fault, from, to } of faults) {
    if (t < from || t >= to) continue;
    if (fault.kind === 'grid-dip') voltage *= fault.percent / 100;
    if (fault.kind === 'grid-swell') voltage = fault.percent / 100;
    if (fault.kind === 'grid-frequency') out.frequency = fault.hertz;
    if (fault.kind === 'grid-outage') voltage = 0;
    if (fault.kind === 'grid-earth') earth = fault.percent / 100;
    if (fault.kind === 'grid-unbalance') unbalance = fault.percent / 100;
  }
  if (voltage < 0.05) out.frequency = 0;
  out.ab = unbalance * voltage * (1 + 0.002 * gaussian(seed, streams.unbalance, 1));
  out.bc = voltage * (1 + 0.003 * gaussian(seed, streams.unbalance, 2));
  out.ca = voltage * (1 + 0.002 * gaussian(seed, streams.unbalance, 3));
  out.residual = earth ?? 0.003 * voltage * (1 + 0.3 * noise(seed, streams.residual, t, 20));
  return out;
}

/** Positive and negative sequence of three line voltages, which need not be equal; in their unit (IEC 61000-4-30, 5.7). */
export function sequences({ ab, bc, ca }: Pick<GridState, 'ab' | 'bc' | 'ca'>): {
  readonly positive: number;
  readonly negative: number;
} {
  const squares = ab ** 2 + bc ** 2 + ca ** 2;
  if (squares === 0) return { positive: 0, negative: 0 };
  const beta = (ab ** 4 + bc ** 4 + ca ** 4) / squares ** 2;
  const root = Math.sqrt(Math.max(0, 3 - 6 * beta));
  return {
    positive: Math.sqrt((squares * (1 + root)) / 6),
    negative: Math.sqrt(Math.max(0, (squares * (1 - root)) / 6)),
  };
}
