import type { controllerFunctions, controllerStates } from '../../../contract/codes';
import { nameAt } from '../../data/inverter-states';
import { ageAt, goodAt, staleAfterS } from '../../data/samples';
import { type MeasureTable, numberAt, rowsOf } from '../../data/table';

// The codes are checked against the contract's by type alone.
type Code<T> = T[keyof T] & number;
const states = {
  0: 'unavailable',
  1: 'autonomous',
  2: 'automatic',
} as const satisfies Record<Code<typeof controllerStates>, string>;
export const functions = {
  0: 'none',
  1: 'limitAtHighVoltage',
  2: 'limitByOperator',
  3: 'setPointByOperator',
  4: 'setPointByMarket',
  5: 'reactiveByOperator',
  6: 'fixedPowerFactor',
  7: 'reactiveByVoltage',
  8: 'powerFactorByPower',
  9: 'reactiveByMarket',
} as const satisfies Record<Code<typeof controllerFunctions>, string>;

export type FunctionName = (typeof functions)[keyof typeof functions];

/** The controller now, and the point of delivery. kW, kvar, kV, Hz; limits and set-points in % of the rated power. */
export interface Controller {
  readonly id: number;
  readonly name: string;
  readonly state: (typeof states)[keyof typeof states] | 'silent';
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
  /** Voltages in per unit where Q(V) bends, rising; null where they are not told. */
  readonly bends: Bends | null;
  readonly breakers: { readonly main: Position; readonly interface: Position };
  readonly isOperatorLinked: boolean | null;
  readonly isMarketLinked: boolean | null;
  readonly isProtectionLinked: boolean | null;
  readonly isClockSynced: boolean | null;
  readonly offsetMs: number | null;
  readonly certificateDays: number | null;
  readonly ageS: number;
}

export type Bends = readonly [number, number, number, number];
export type Position = 'open' | 'closed' | 'unknown';

export interface ControllerLive {
  /** Epoch seconds of the plant's clock. */
  readonly t: number;
  /** Null where the plant has none. */
  readonly controller: Controller | null;
}

export const liveCodes = 'cci,spi.link,spi.f,spi.dg,spi.ddi';

export function readLive(table: MeasureTable): ControllerLive {
  const [row] = rowsOf(table, 'cci');
  return { t: table.t, controller: row === undefined ? null : readController(table, row) };
}

function readController(table: MeasureTable, row: number): Controller {
  const at = (point: string) => numberAt(table, point, row);
  const flag = (value: number | null) => (value === null ? null : value === 1);
  const protections = rowsOf(table, 'spi');
  const links = protections.map(each => goodAt(table, 'link', each));
  const ageS = ageAt(table, row);
  const isSilent = at('q') === 0 || ageS > staleAfterS;
  return {
    id: at('id') ?? 1,
    name: nameAt(table, row),
    state: isSilent ? 'silent' : (named(states, at('stato')) ?? 'unavailable'),
    p: at('p'),
    q: at('qac'),
    voltageKv: at('u'),
    powerFactor: at('cosphi'),
    frequencyHz: protections[0] === undefined ? null : goodAt(table, 'f', protections[0]),
    appliedPercent: at('plim'),
    askedPercent: at('psp'),
    reactivePercent: at('qsp'),
    acting: named(functions, at('funzione')),
    regulating: named(functions, at('funzioneq')),
    rated: { p: at('pn'), q: at('qmax'), s: at('smax') },
    bends: bendsOf(['qv1', 'qv2', 'qv3', 'qv4'].map(at)),
    breakers: {
      main: positionOf(protections.map(each => goodAt(table, 'dg', each))),
      interface: positionOf(protections.map(each => goodAt(table, 'ddi', each))),
    },
    isOperatorLinked: flag(at('link_a')),
    isMarketLinked: flag(at('link_b')),
    isProtectionLinked: links.length === 0 || links.includes(null) ? null : links.every(link => link === 1),
    isClockSynced: flag(at('gps')),
    offsetMs: at('scarto'),
    certificateDays: at('cert'),
    ageS,
  };
}

function bendsOf([a = null, b = null, c = null, d = null]: readonly (number | null)[]): Bends | null {
  return a === null || b === null || c === null || d === null ? null : [a, b, c, d];
}

/** Of several switches in parallel: closed when one is. IEC 61850 double points: 1 open, 2 closed. */
function positionOf(points: readonly (number | null)[]): Position {
  if (points.includes(2)) return 'closed';
  return points.length > 0 && points.every(point => point === 1) ? 'open' : 'unknown';
}

function named<T extends string>(words: Readonly<Record<number, T>>, code: number | null): T | null {
  return (code === null ? undefined : words[code]) ?? null;
}

/** A share of the rated power in its unit; null where either is not known. */
export function ofRated(percent: number | null, { rated }: Controller): number | null {
  return percent === null || rated.p === null ? null : (percent * rated.p) / 100;
}

/** A power in % of the rated one. */
export function percentOfRated(power: number | null, { rated }: Controller): number | null {
  return power === null || !rated.p ? null : (100 * power) / rated.p;
}

/** Whether the active power is held back. */
export function isLimited({ askedPercent, appliedPercent }: Controller): boolean {
  return Math.min(askedPercent ?? 100, appliedPercent ?? 100) < 100;
}
