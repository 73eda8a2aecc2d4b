import {
  doublePoint,
  type ProtectionFunctionCode,
  protectionFunctionCodes,
  spiStates,
} from '../../../contract/codes';
import type { PointOf } from '../../../contract/points';
import type { RefusalNote } from '../../../contract/refusals';
import { type MeasureTable, nameOfCode } from '../../data/table';
import { type Device, numberOf, readDevices } from '../../device-screens/device-list';

export type RelayState = keyof typeof spiStates | 'silent';
/** Position of a switch; `missing` if it is not known. */
export type Position = keyof typeof doublePoint | 'missing';

/** Current values of one interface protection; if it does not respond, its last values. */
export interface Protection {
  readonly id: number;
  readonly name: string;
  readonly state: RelayState;
  readonly interfaceDevice: Position;
  readonly mainBreaker: Position;
  readonly generatorDevice: Position;
  /** Line voltages L1-L2, L2-L3, L3-L1, V. */
  readonly voltagesV: readonly (number | null)[];
  /** Ten-minute mean and residual voltage, in % of the nominal voltage. */
  readonly meanPercent: number | null;
  readonly residualPercent: number | null;
  /** Sequences of the voltages, in % of the nominal voltage. */
  readonly positivePercent: number | null;
  readonly negativePercent: number | null;
  readonly frequencyHz: number | null;
  readonly started: readonly ProtectionFunctionCode[];
  /** The function that opened the switch. */
  readonly trippedBy: ProtectionFunctionCode | null;
  /** Seconds until a trip or a closing. */
  readonly leftS: number | null;
  readonly trips: number | null;
  readonly isRemoteTrip: boolean | null;
  readonly isLocal: boolean | null;
  readonly isSignalThere: boolean | null;
  /** The restrictive frequency thresholds are active: as the relay says, else by local command or because the external signal is missing. */
  readonly isRestrictive: boolean;
  readonly checkDays: number | null;
  readonly isDoubtful: boolean;
  readonly ageS: number;
  /** Values that the relay said and that cannot be. */
  readonly refused: readonly RefusalNote[];
}

export interface ProtectionList {
  /** Epoch seconds of the plant's clock. */
  readonly t: number;
  readonly protections: readonly Protection[];
}

const points: readonly PointOf<'spi'>[] = [
  'ddi',
  'dg',
  'ddg',
  'uab',
  'ubc',
  'uca',
  'u10',
  'v0',
  'vd',
  'vi',
  'f',
  'avviate',
  'intervento',
  'resta',
  'scatti',
  'telescatto',
  'locale',
  'link',
  'esterno',
  'finestra',
  'verifica',
];

export function readProtectionList(table: MeasureTable): ProtectionList {
  return { t: table.t, protections: readDevices(table, 'spi', points).devices.map(readProtection) };
}

function readProtection(device: Device, row: number): Protection {
  const { name, state, isSilent, isDoubtful, ageS } = device;
  const at = (point: PointOf<'spi'>) => numberOf(device, point);
  const flag = (point: PointOf<'spi'>) => (at(point) === null ? null : at(point) === 1);
  const position = (point: PointOf<'spi'>) => nameOfCode(doublePoint, at(point)) ?? 'missing';
  const bits = at('avviate') ?? 0;
  return {
    id: Number(device.id) || row + 1,
    name,
    state: isSilent ? 'silent' : (nameOfCode(spiStates, state) ?? 'unknown'),
    interfaceDevice: position('ddi'),
    mainBreaker: position('dg'),
    generatorDevice: position('ddg'),
    voltagesV: [at('uab'), at('ubc'), at('uca')],
    meanPercent: at('u10'),
    residualPercent: at('v0'),
    positivePercent: at('vd'),
    negativePercent: at('vi'),
    frequencyHz: at('f'),
    started: protectionFunctionCodes.filter((_, bit) => bits & (1 << bit)),
    trippedBy: protectionFunctionCodes[(at('intervento') ?? 0) - 1] ?? null,
    leftS: at('resta') || null,
    trips: at('scatti'),
    isRemoteTrip: flag('telescatto'),
    isLocal: flag('locale'),
    isSignalThere: flag('link'),
    isRestrictive: at('finestra') === null ? at('locale') === 1 || at('esterno') === 1 : at('finestra') === 1,
    checkDays: at('verifica'),
    isDoubtful,
    ageS,
    refused: device.refused ?? [],
  };
}

/** Higher numbers are more serious and come first. */
const weights: Record<RelayState, number> = {
  normal: 0,
  test: 1,
  unknown: 2,
  starting: 3,
  silent: 4,
  waiting: 5,
  fault: 6,
  tripped: 7,
};

/** How serious the state is; a switch that is not closed counts as well. */
export function weightOf({ state, interfaceDevice }: Protection): number {
  return weights[state] + (interfaceDevice === 'closed' ? 0 : 0.5);
}
