import type { doublePoint, ProtectionFunctionCode, spiStates } from '../../../contract/codes';
import { nameAt } from '../../data/inverter-states';
import { ageAt, staleAfterS } from '../../data/samples';
import { type MeasureTable, numberAt, rowsOf } from '../../data/table';

// The codes are checked against the contract's by type alone: its tables are no part of this chunk.
type Code<T> = T[keyof T] & number;
const states = {
  0: 'unknown',
  1: 'normal',
  2: 'starting',
  3: 'tripped',
  4: 'waiting',
  5: 'test',
  6: 'fault',
} as const satisfies Record<Code<typeof spiStates>, string>;
const positions = {
  0: 'intermediate',
  1: 'open',
  2: 'closed',
  3: 'bad',
} as const satisfies Record<Code<typeof doublePoint>, string>;
/** By their bit in `avviate`. */
const functionCodes = [
  '59.S1',
  '59.S2',
  '27.S1',
  '27.S2',
  '81>.S2',
  '81<.S2',
  '59N',
  '81>.S1',
  '81<.S1',
] as const satisfies readonly ProtectionFunctionCode[];

export type RelayState = (typeof states)[keyof typeof states] | 'silent';
/** A switch; `missing` where its position is not told. */
export type Position = (typeof positions)[keyof typeof positions] | 'missing';

/** One interface protection now; of a silent one, what it said last. */
export interface Protection {
  readonly id: number;
  readonly name: string;
  readonly state: RelayState;
  readonly interfaceDevice: Position;
  readonly mainBreaker: Position;
  readonly generatorDevice: Position;
  /** V: L1-L2, L2-L3, L3-L1. */
  readonly voltagesV: readonly (number | null)[];
  /** % of the nominal voltage: mean of ten minutes, residual. */
  readonly meanPercent: number | null;
  readonly residualPercent: number | null;
  readonly frequencyHz: number | null;
  readonly started: readonly ProtectionFunctionCode[];
  /** The function that opened the switch. */
  readonly trippedBy: ProtectionFunctionCode | null;
  /** Until a trip or a closing. */
  readonly leftS: number | null;
  readonly trips: number | null;
  readonly isRemoteTrip: boolean | null;
  readonly isLocal: boolean | null;
  readonly isSignalThere: boolean | null;
  /** Of the frequency: local command, or the external signal is missing. */
  readonly isRestrictive: boolean;
  readonly checkDays: number | null;
  readonly ageS: number;
}

export interface ProtectionList {
  /** Epoch seconds of the plant's clock. */
  readonly t: number;
  readonly protections: readonly Protection[];
}

export const listCodes = 'spi';

export function readProtectionList(table: MeasureTable): ProtectionList {
  return { t: table.t, protections: rowsOf(table, 'spi').map(row => readProtection(table, row)) };
}

function readProtection(table: MeasureTable, row: number): Protection {
  const at = (point: string) => numberAt(table, point, row);
  const flag = (point: string) => (at(point) === null ? null : at(point) === 1);
  const bits = at('avviate') ?? 0;
  const ageS = ageAt(table, row);
  const isSilent = at('q') === 0 || ageS > staleAfterS;
  return {
    id: at('id') ?? row + 1,
    name: nameAt(table, row),
    state: isSilent ? 'silent' : named(states, at('stato'), 'unknown'),
    interfaceDevice: named(positions, at('ddi'), 'missing'),
    mainBreaker: named(positions, at('dg'), 'missing'),
    generatorDevice: named(positions, at('ddg'), 'missing'),
    voltagesV: ['uab', 'ubc', 'uca'].map(at),
    meanPercent: at('u10'),
    residualPercent: at('v0'),
    frequencyHz: at('f'),
    started: functionCodes.filter((_, bit) => bits & (1 << bit)),
    trippedBy: functionCodes[(at('intervento') ?? 0) - 1] ?? null,
    leftS: at('resta') || null,
    trips: at('scatti'),
    isRemoteTrip: flag('telescatto'),
    isLocal: flag('locale'),
    isSignalThere: flag('link'),
    isRestrictive: at('locale') === 1 || at('esterno') === 1,
    checkDays: at('verifica'),
    ageS,
  };
}

function named<T extends string, Other extends string>(
  words: Readonly<Record<number, T>>,
  code: number | null,
  otherwise: Other,
): T | Other {
  return (code === null ? undefined : words[code]) ?? otherwise;
}

/** What is to be said first of several: the higher the graver. */
const weights: Record<RelayState, number> = {
  ...{ normal: 0, test: 1, unknown: 2, starting: 3, silent: 4, waiting: 5, fault: 6, tripped: 7 },
};

/** How grave its state is; a switch that is not closed counts as well. */
export function weightOf({ state, interfaceDevice }: Protection): number {
  return weights[state] + (interfaceDevice === 'closed' ? 0 : 0.5);
}
