import type { DeviceGroup, Values } from '../source';
import type { Judge } from './judge';

/** A power that differs by more than this factor from voltage times current was scaled by another factor than they were. */
const mostFactor = 5;
/** Below this power nothing is compared, kW. */
const tellingKw = 0.1;

/**
 * Whether power, voltage and current of an input fit together. Where the inputs take several requests, the scale factors come with the
 * first one: a device that changes them in between would give values ten times too large or too small.
 */
export function isConsistent({ p = null, u = null, i = null }: Values): boolean {
  if (p === null || u === null || i === null) return true;
  const product = Math.abs(u * i) / 1000;
  const [least, most] = [Math.min(Math.abs(p), product), Math.max(Math.abs(p), product)];
  return most < tellingKw || most <= mostFactor * least;
}

const ofInput = ['u', 'i', 'p'] as const;

const ofOutput = ['pac', 'qac'] as const;

/** Whether active and reactive power, each possible, are together more than the apparent power can be. */
function isBeyond({ pac = null, qac = null }: Values, judge: Judge): boolean {
  if (pac === null || qac === null || judge('pac', pac) !== null || judge('qac', qac) !== null) return false;
  return judge('sac', Math.hypot(pac, qac)) !== null;
}

/** The points of which one must be wrong, as they contradict each other. */
export function contradictions(group: DeviceGroup, values: Values, judge: Judge): readonly string[] {
  if (group === 'mppt' && !isConsistent(values)) return ofInput;
  return group === 'inverter' && isBeyond(values, judge) ? ofOutput : [];
}
