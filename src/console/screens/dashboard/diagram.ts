import { type AlarmCounts, type AlarmMark, markOf } from '../../data/alarm-counts';
import type { PlantFacts } from '../../data/facts';
import type { InverterKind } from '../../data/inverter-states';
import { faultPriority } from '../../ui/inverter-words';
import type { Conductor } from '../../ui/Wire';
import type { Breaker, Inverter, Live } from './live';

/** A branch of the field: one inverter, or all inverters in one state if there are too many to draw. */
export interface Feeder {
  readonly key: string;
  readonly label: string;
  readonly kind: InverterKind;
  /** The most serious alarm of the inverter. */
  readonly alarm: AlarmMark | undefined;
  readonly conductor: Conductor;
  /** Number of inverters in the branch; null for a single inverter. */
  readonly count: number | null;
}

export interface Diagram {
  readonly feeders: readonly Feeder[];
  /** The conductors from the busbar to the node, from there to the grid, and to the loads. */
  readonly production: Conductor;
  readonly exchange: Conductor;
  readonly loads: Conductor;
  readonly interfaceDevice: Breaker;
  readonly mainBreaker: Breaker;
  /** kW to the grid; negative if power is drawn from it. */
  readonly netKw: number | null;
  /** kW used on the site, from the plant or from the grid. */
  readonly loadsKw: number | null;
}

/** With more inverters than this, they are drawn in groups. */
export const drawnSingly = 24;
/** A power below this share of the nominal power counts as none, because meters are not more accurate. */
const leastLoad = 0.0005;

const unknown: Conductor = { flow: 'unknown', load: 0, direction: null };

interface Known {
  readonly facts: PlantFacts | undefined;
  readonly alarms: AlarmCounts | undefined;
}

/** The content of the one-line diagram. `isOld`: the values are not up to date, so nothing is shown as live. */
export function diagramOf(live: Live, { facts, alarms }: Known, isOld: boolean): Diagram {
  const { plant } = live;
  const installed = live.inverters.reduce((sum, { nominalKw }) => sum + (nominalKw ?? 0), 0);
  const nominal = facts?.acKw ?? installed;
  const netKw = plant.pimm === null || plant.pprel === null ? null : plant.pimm - plant.pprel;
  const loadsKw = plant.pauto === null || plant.pprel === null ? null : plant.pauto + plant.pprel;
  const made = plant.pac;
  const conductor = (powerKw: number | null): Conductor => (isOld ? unknown : conductorOf(powerKw, nominal));
  const isMaking = made === null || made > leastLoad * nominal;
  // At night all conductors are grey; arrowheads show that energy is drawn from the grid.
  const atNight = ({ flow, load, direction }: Conductor): Conductor =>
    flow === 'live' && !isMaking ? { flow: 'off', load, direction } : { flow, load, direction };
  return {
    feeders: feedersOf(live.inverters, alarms, isOld),
    production: conductor(made === null ? null : Math.max(0, made)),
    exchange: atNight(conductor(netKw)),
    loads: atNight(conductor(loadsKw)),
    interfaceDevice: live.protection?.interfaceDevice ?? 'unknown',
    mainBreaker: live.protection?.mainBreaker ?? 'unknown',
    netKw,
    loadsKw,
  };
}

function conductorOf(powerKw: number | null, nominalKw: number): Conductor {
  if (powerKw === null) return unknown;
  const load = nominalKw > 0 ? Math.min(1, Math.abs(powerKw) / nominalKw) : 0;
  if (load < leastLoad) return { flow: 'off', load: 0, direction: null };
  return { flow: 'live', load, direction: powerKw > 0 ? 'forward' : 'back' };
}

function feedersOf(
  inverters: readonly Inverter[],
  alarms: AlarmCounts | undefined,
  isOld: boolean,
): readonly Feeder[] {
  if (inverters.length > drawnSingly) return blocksOf(inverters, alarms, isOld);
  return inverters.map(({ id, name, kind, powerKw, nominalKw }, index) => ({
    key: `${index}`,
    label: /\d+$/.exec(name)?.[0] ?? name.slice(-2),
    kind,
    alarm: alarmOf(kind, id === null ? undefined : markOf(alarms, 'inverter', id)),
    conductor: isOld || kind === 'silent' || kind === 'unknown' ? unknown : feeding(powerKw, nominalKw),
    count: null,
  }));
}

/** An inverter only feeds in; its own consumption at night is not drawn. */
function feeding(powerKw: number | null, nominalKw: number | null): Conductor {
  return conductorOf(powerKw === null ? null : Math.max(0, powerKw), nominalKw ?? 0);
}

/** A fault is shown as an alarm, even if the datalogger does not report one. */
function alarmOf(kind: InverterKind, mark: AlarmMark | undefined): AlarmMark | undefined {
  const hasReason = mark !== undefined || kind !== 'fault';
  return hasReason ? mark : { priority: faultPriority, look: 'active', isUnacknowledged: false };
}

function blocksOf(
  inverters: readonly Inverter[],
  alarms: AlarmCounts | undefined,
  isOld: boolean,
): readonly Feeder[] {
  const kinds = [...new Set(inverters.map(({ kind }) => kind))];
  return kinds.map(kind => {
    const block = inverters.filter(inverter => inverter.kind === kind);
    const sum = (of: (inverter: Inverter) => number | null) =>
      block.reduce((total, inverter) => total + (of(inverter) ?? 0), 0);
    const isUnknown = isOld || kind === 'silent' || kind === 'unknown';
    return {
      key: kind,
      label: String(block.length),
      kind,
      alarm: alarmOf(kind, gravest(block, alarms)),
      conductor: isUnknown
        ? unknown
        : feeding(
            sum(({ powerKw }) => powerKw),
            sum(({ nominalKw }) => nominalKw),
          ),
      count: block.length,
    };
  });
}

function gravest(block: readonly Inverter[], alarms: AlarmCounts | undefined): AlarmMark | undefined {
  const [first] = block
    .flatMap(({ id }) => (id === null ? [] : (markOf(alarms, 'inverter', id) ?? [])))
    .sort((a, b) => a.priority - b.priority);
  return first;
}
