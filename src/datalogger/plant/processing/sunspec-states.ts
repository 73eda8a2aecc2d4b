import { inverterStates } from '../../../contract/codes';

/** The SunSpec models in which devices report their operating state. */
export type StateModel = 103 | 701;

const { off, sleeping, starting, mppt, throttled, shuttingDown, fault, standby, unknown } = inverterStates;
const inOrder: readonly number[] = [off, sleeping, starting, mppt, throttled, shuttingDown, fault, standby];

/** Raw code of the first state: `St` of 101 to 103 counts from 1, `InvSt` of 701 the same states from 0. */
const firstCode: Readonly<Record<StateModel, number>> = { 103: 1, 701: 0 };

/** The state that a raw code means; unknown for a code that the model does not have, or none. */
export function inverterState(model: StateModel, code: number | null): number {
  return (code === null ? undefined : inOrder[code - firstCode[model]]) ?? unknown;
}

/** The raw code for a state in that model; null for a state that no device reports itself. */
export function rawState(model: StateModel, state: number): number | null {
  const index = inOrder.indexOf(state);
  return index < 0 ? null : index + firstCode[model];
}
