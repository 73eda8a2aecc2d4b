import type { Fault, OverrideFault } from '../../contract/faults';

export type { Fault, OverrideFault };

/** A fault and its time, epoch seconds; `to` may be infinite. */
export interface TimedFault {
  readonly fault: Fault;
  readonly from: number;
  readonly to: number;
}
