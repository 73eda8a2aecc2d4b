import { inverterStates } from '../../contract/codes';
import { nameOfCode, type Sample } from './table';

const kinds = {
  unknown: 'unknown',
  off: 'stopped',
  sleeping: 'waiting',
  starting: 'starting',
  mppt: 'producing',
  throttled: 'limited',
  shuttingDown: 'stopped',
  fault: 'fault',
  standby: 'waiting',
  commLost: 'silent',
  maintenance: 'service',
  disabled: 'service',
} as const satisfies Record<keyof typeof inverterStates, string>;

/** The state of an inverter. `silent`: it does not communicate, or its sample is too old. */
export type InverterKind = (typeof kinds)[keyof typeof kinds];

/** Whether it produces: only producing inverters are compared. */
export function isProducing({ kind }: { readonly kind: InverterKind }): boolean {
  return kind === 'producing' || kind === 'limited';
}

export function inverterKind({ state, isSilent }: Sample): InverterKind {
  return isSilent ? 'silent' : kinds[nameOfCode(inverterStates, state) ?? 'unknown'];
}
