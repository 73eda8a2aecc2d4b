import type { Fault, OverrideFault } from '../../../../contract/faults';
import type { Group } from '../../../../contract/points';

export type { Fault, OverrideFault };

/** A fault and its time, epoch seconds; `to` may be infinite. */
export interface TimedFault {
  readonly fault: Fault;
  readonly from: number;
  readonly to: number;
}

/** The faults that replace values of the devices of a group. */
export function overridesOf(active: readonly TimedFault[], group: Group): OverrideFault[] {
  return active.flatMap(({ fault }) => ('group' in fault && fault.group === group ? [fault] : []));
}
