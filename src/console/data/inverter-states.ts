import type { inverterStates } from '../../contract/codes';
import { ageAt, staleAfterS } from './samples';
import { type MeasureTable, numberAt, textAt } from './table';

// The codes are checked against the contract's by type alone: its tables are no part of a screen's chunk.
type Code = (typeof inverterStates)[keyof typeof inverterStates];
const kinds = {
  0: 'unknown',
  1: 'stopped',
  2: 'waiting',
  3: 'starting',
  4: 'producing',
  5: 'limited',
  6: 'stopped',
  7: 'fault',
  8: 'waiting',
  90: 'silent',
  91: 'service',
  92: 'service',
} as const satisfies Record<Code, string>;

/** What an inverter does. `silent`: it does not communicate, or its sample is too old. */
export type InverterKind = (typeof kinds)[Code];

/** Whether it feeds in: what the others are compared to. */
export function isProducing({ kind }: { readonly kind: InverterKind }): boolean {
  return kind === 'producing' || kind === 'limited';
}

/** What an inverter does, by its state code. */
export function inverterKind(state: number | null, isSilent: boolean): InverterKind {
  if (isSilent) return 'silent';
  return state !== null && isCode(state) ? kinds[state] : 'unknown';
}

/** What the inverter of a row does. */
export function inverterKindAt(table: MeasureTable, row: number): InverterKind {
  return inverterKind(numberAt(table, 'stato', row), ageAt(table, row) > staleAfterS);
}

function isCode(code: number): code is Code {
  return Object.hasOwn(kinds, code);
}

/** The name of a row's device, or its id where it has none. */
export function nameAt(table: MeasureTable, row: number): string {
  return textAt(table, 'nome', row) ?? textAt(table, 'id', row) ?? '';
}
