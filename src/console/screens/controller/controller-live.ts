import { controllerFunctions, controllerStates, doublePoint } from '../../../contract/codes';
import type { PointOf } from '../../../contract/points';
import type { RefusalNote } from '../../../contract/refusals';
import { type MeasureTable, nameOfCode } from '../../data/table';
import { currentOf, type Device, numberOf, readDevices } from '../../device-screens/device-list';

export type FunctionName = keyof typeof controllerFunctions;

/** Current values of the controller and of the point of delivery. kW, kvar, kV, Hz; limits and set-points in % of the greatest apparent power. */
export interface Controller {
  readonly id: number;
  readonly name: string;
  readonly state: keyof typeof controllerStates | 'silent';
  readonly p: number | null;
  readonly q: number | null;
  readonly voltageKv: number | null;
  readonly powerFactor: number | null;
  readonly frequencyHz: number | null;
  readonly appliedPercent: number | null;
  readonly askedPercent: number | null;
  readonly reactivePercent: number | null;
  readonly acting: FunctionName | null;
  readonly regulating: FunctionName | null;
  readonly rated: { readonly p: number | null; readonly q: number | null; readonly s: number | null };
  /** Voltages of the bends of Q(V), ascending, in per unit; null if they are not known. */
  readonly bends: Bends | null;
  readonly breakers: { readonly main: Position; readonly interface: Position };
  readonly isOperatorLinked: boolean | null;
  readonly isMarketLinked: boolean | null;
  readonly isProtectionLinked: boolean | null;
  readonly isClockSynced: boolean | null;
  readonly offsetMs: number | null;
  readonly certificateDays: number | null;
  readonly isDoubtful: boolean;
  readonly ageS: number;
  /** Values that the controller said and that cannot be. */
  readonly refused: readonly RefusalNote[];
}

export type Bends = readonly [number, number, number, number];
export type Position = 'open' | 'closed' | 'unknown';

export interface ControllerLive {
  /** Epoch seconds by the plant's clock. */
  readonly t: number;
  /** Null if the plant has no controller. */
  readonly controller: Controller | null;
}

const points: readonly PointOf<'cci'>[] = [
  'p',
  'qac',
  'u',
  'cosphi',
  'plim',
  'psp',
  'qsp',
  'funzione',
  'funzioneq',
  'pn',
  'qmax',
  'smax',
  'qv1',
  'qv2',
  'qv3',
  'qv4',
  'link_a',
  'link_b',
  'gps',
  'scarto',
  'cert',
];

export function readLive(table: MeasureTable): ControllerLive {
  const [device] = readDevices(table, 'cci', points).devices;
  const protections = readDevices(table, 'spi', ['link', 'f', 'dg', 'ddi']).devices;
  return { t: table.t, controller: device ? readController(device, protections) : null };
}

function readController(device: Device, protections: readonly Device[]): Controller {
  const { name, state, isSilent, isDoubtful, ageS } = device;
  const at = (point: PointOf<'cci'>) => numberOf(device, point);
  const flag = (point: PointOf<'cci'>) => (at(point) === null ? null : at(point) === 1);
  const ofAll = (point: PointOf<'spi'>) => protections.map(each => currentOf(each, point));
  const links = ofAll('link');
  return {
    id: Number(device.id) || 1,
    name,
    state: isSilent ? 'silent' : (nameOfCode(controllerStates, state) ?? 'unavailable'),
    p: at('p'),
    q: at('qac'),
    voltageKv: at('u'),
    powerFactor: at('cosphi'),
    frequencyHz: ofAll('f')[0] ?? null,
    appliedPercent: at('plim'),
    askedPercent: at('psp'),
    reactivePercent: at('qsp'),
    acting: nameOfCode(controllerFunctions, at('funzione')),
    regulating: nameOfCode(controllerFunctions, at('funzioneq')),
    rated: { p: at('pn'), q: at('qmax'), s: at('smax') },
    bends: bendsOf([at('qv1'), at('qv2'), at('qv3'), at('qv4')]),
    breakers: {
      main: positionOf(ofAll('dg')),
      interface: positionOf(ofAll('ddi')),
    },
    isOperatorLinked: flag('link_a'),
    isMarketLinked: flag('link_b'),
    isProtectionLinked: links.length === 0 || links.includes(null) ? null : links.every(link => link === 1),
    isClockSynced: flag('gps'),
    offsetMs: at('scarto'),
    certificateDays: at('cert'),
    isDoubtful,
    ageS,
    refused: device.refused ?? [],
  };
}

function bendsOf([a = null, b = null, c = null, d = null]: readonly (number | null)[]): Bends | null {
  return a === null || b === null || c === null || d === null ? null : [a, b, c, d];
}

/** Several switches in parallel count as closed if one of them is closed. */
function positionOf(codes: readonly (number | null)[]): Position {
  if (codes.includes(doublePoint.closed)) return 'closed';
  return codes.length > 0 && codes.every(code => code === doublePoint.open) ? 'open' : 'unknown';
}

/** Whether it is the datalogger itself: every other controller has its Q(V) curve. */
export const isDatalogger = ({ bends }: Controller) => bends === null;

/** Converts a share of the greatest apparent power into kW or kvar; null if either is not known. */
export function ofGreatest(percent: number | null, { rated }: Controller): number | null {
  return percent === null || rated.s === null ? null : (percent * rated.s) / 100;
}

/** kW that a limit allows: not more than the rated power. */
export function limitKwOf(percent: number | null, controller: Controller): number | null {
  const kw = ofGreatest(percent, controller);
  return kw === null ? null : Math.min(kw, controller.rated.p ?? kw);
}

/** A power in % of the greatest apparent power. */
export function percentOfGreatest(power: number | null, { rated }: Controller): number | null {
  return power === null || !rated.s ? null : (100 * power) / rated.s;
}

/** Whether the active power is limited. */
export function isLimited({ askedPercent, appliedPercent }: Controller): boolean {
  return Math.min(askedPercent ?? 100, appliedPercent ?? 100) < 100;
}

const prevailingLimits = ['limitAtHighVoltage', 'limitByOperator', 'setPointByOperator'] as const;

/** Whether a function limits the active power whatever the plant's own operator orders. */
export function isPrevailingLimit(name: FunctionName | null): name is (typeof prevailingLimits)[number] {
  return prevailingLimits.some(each => each === name);
}
