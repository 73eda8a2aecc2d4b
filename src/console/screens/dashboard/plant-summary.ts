import type { InverterKind } from '../../data/inverter-states';
import type { Inverter, Live } from './live';

/** The state of the plant in one word. */
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

/** States of inverters that a sentence names, the most serious first. */
export const exceptions = ['fault', 'silent', 'stopped', 'service', 'unknown'] as const;
export type Exception = (typeof exceptions)[number];

export interface PlantSummary {
  readonly title: Title;
  readonly total: number;
  /** Inverters that feed in, including limited ones. */
  readonly producing: number;
  readonly limited: number;
  /** The inverters in each exceptional state. */
  readonly named: Readonly<Partial<Record<Exception, readonly Inverter[]>>>;
  readonly limitPercent: number | null;
  readonly openBreaker: 'interfaceDevice' | 'mainBreaker' | null;
}

/** Below this irradiance (W/m²) no inverter can be expected to produce. */
const darkBelow = 20;

/** The summary of a snapshot for the title and the sentences of the dashboard. */
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

/** Without an irradiance sensor, inverters that wait show that it is dark. */
function isDark({ plant, inverters }: Live): boolean {
  return plant.poa === null ? inverters.some(({ kind }) => kind === 'waiting') : plant.poa < darkBelow;
}
