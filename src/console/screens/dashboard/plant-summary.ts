import type { InverterKind } from '../../data/inverter-states';
import type { Inverter, Live } from './live';

/** How the plant is doing, in one word. */
export type Title =
  | 'empty'
  | 'unknown'
  | 'disconnected'
  | 'night'
  | 'heldByOperator'
  | 'stopped'
  | 'limitedByOperator'
  | 'anomalies'
  | 'producing';

/** Kinds of inverter that a sentence names, in the order of their weight. */
export const exceptions = ['fault', 'silent', 'stopped', 'service', 'unknown'] as const;
export type Exception = (typeof exceptions)[number];

export interface PlantSummary {
  readonly title: Title;
  readonly total: number;
  /** Inverters that feed in, limited ones included. */
  readonly producing: number;
  readonly limited: number;
  /** The inverters of each exceptional kind that occurs. */
  readonly named: Readonly<Partial<Record<Exception, readonly Inverter[]>>>;
  readonly limitPercent: number | null;
  readonly openBreaker: 'interfaceDevice' | 'mainBreaker' | null;
}

/** Below this irradiance (W/m²) no inverter can be expected to produce. */
const darkBelow = 20;

/** Reads the summary off a snapshot: what the title and the sentences of the dashboard say. */
export function summaryOf(live: Live): PlantSummary {
  const { inverters, limitPercent } = live;
  const count = (...kinds: readonly InverterKind[]) =>
    inverters.filter(({ kind }) => kinds.includes(kind)).length;
  const named = Object.fromEntries(
    exceptions
      .map(kind => [kind, inverters.filter(inverter => inverter.kind === kind)] as const)
      .filter(([, list]) => list.length > 0),
  );
  const partial = {
    total: inverters.length,
    producing: count('producing', 'limited'),
    limited: count('limited'),
    named,
    limitPercent,
    openBreaker: openBreakerOf(live),
  };
  return { ...partial, title: titleOf(live, partial) };
}

function openBreakerOf({ protection }: Live): PlantSummary['openBreaker'] {
  if (protection?.mainBreaker === 'open') return 'mainBreaker';
  return protection?.interfaceDevice === 'open' ? 'interfaceDevice' : null;
}

function titleOf(live: Live, summary: Omit<PlantSummary, 'title'>): Title {
  const { total, producing, named, limitPercent, openBreaker } = summary;
  if (total === 0) return 'empty';
  if ((named.silent?.length ?? 0) + (named.unknown?.length ?? 0) === total) return 'unknown';
  if (openBreaker) return 'disconnected';
  if (producing > 0) {
    if (limitPercent !== null) return 'limitedByOperator';
    return Object.keys(named).length > 0 ? 'anomalies' : 'producing';
  }
  if (isDark(live)) return 'night';
  return limitPercent === 0 ? 'heldByOperator' : 'stopped';
}

/** Without a sensor of the light, inverters that wait say that it is dark. */
function isDark({ plant, inverters }: Live): boolean {
  return plant.poa === null ? inverters.some(({ kind }) => kind === 'waiting') : plant.poa < darkBelow;
}
