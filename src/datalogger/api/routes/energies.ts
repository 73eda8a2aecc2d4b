import type { KeyOf } from '../../../contract';
import type { Energy } from '../../../contract/measures';
import { startOfLocalDay } from '../../../contract/zone';
import { doubtedTimes, isOf } from '../../analytics/doubted';
import type { Snapshot } from '../../plant/snapshot';
import { combine } from '../../storage/measures/frame';
import { fieldIndex, fieldsOf } from '../../storage/measures/kept';
import type { Measures } from '../../storage/measures/measures';
import { dayFrames } from '../../storage/measures/rollup';
import { type Handlers, Versioned } from '../http/handler';
import { roundPoint } from '../support/measures-live';
import { versionOfPast } from '../support/measures-past';
import { periodOf } from './measured-period';

interface EnergyDeps {
  readonly store: Measures;
  readonly sampler: { snapshot(): Snapshot };
  /** The plant's IANA zone. */
  readonly zone: () => string;
  readonly versionOf: (snapshot: Snapshot) => string;
}

type Totals = 'totale' | 'oggi' | 'prodotta_mese';
export type EnergyKey = Extract<KeyOf<'GET'>, `GET dati_impianto/energia_${Totals}`>;

/** What the plant has made: ever, today, in a month. */
export function energyHandlers({ store, sampler, zone, versionOf }: EnergyDeps): Pick<Handlers, EnergyKey> {
  const doubtsToday = ({ t }: Snapshot) => doubtsIn(store, zone(), startOfLocalDay(zone(), t), t + 1);
  return {
    'GET dati_impianto/energia_totale': () => {
      const snapshot = sampler.snapshot();
      const total = livePoint(snapshot, 'etot') ?? lastTotal(store);
      // A mark takes nothing off what the devices have counted in their life.
      const isDoubted = doubtsToday(snapshot).some(({ isMark }) => !isMark);
      return energyReply(total, { t: snapshot.t, isDoubted }, versionOf(snapshot));
    },
    'GET dati_impianto/energia_oggi': () => {
      const snapshot = sampler.snapshot();
      const today = energyToday(store, zone(), snapshot);
      const isDoubted = doubtsToday(snapshot).length > 0;
      return energyReply(today, { t: snapshot.t, isDoubted }, versionOf(snapshot));
    },
    'GET dati_impianto/energia_prodotta_mese': ({ query: { d } }) => {
      const snapshot = sampler.snapshot();
      const { from, to } = periodOf('monthly', zone(), d);
      const isOver = to <= snapshot.t;
      const closedTo = isOver ? to : Math.max(from, startOfLocalDay(zone(), snapshot.t));
      const closed = archivedEnergy(store, zone(), from, closedTo);
      const isNow = !isOver && from <= snapshot.t;
      const today = isNow ? energyToday(store, zone(), snapshot) : null;
      const total = closed === null ? today : closed + (today ?? 0);
      const version = isOver ? versionOfPast(store, zone(), { to }) : versionOf(snapshot);
      const isDoubted = doubtsIn(store, zone(), from, to).length > 0;
      return energyReply(total, { t: Math.min(snapshot.t, to), isDoubted }, version);
    },
  };
}

function livePoint(snapshot: Snapshot, point: string): number | null {
  return snapshot.groups.impianto.values[point]?.[0] ?? null;
}

/** Energy produced in [from, to) by the archive, kWh; null when it has no day of it. */
function archivedEnergy(store: Measures, zone: string, from: number, to: number): number | null {
  const index = fieldIndex('impianto', 'eday');
  const total = combine('impianto', from, dayFrames(store, 'impianto', zone, from, to)).values[index];
  const scale = fieldsOf('impianto')[index]?.scale ?? 1;
  return total === undefined || Number.isNaN(total) ? null : total / scale;
}

/**
 * The plant's counter of today. The archive's energy of today instead where the counter does not respond or was reset, or where the clock
 * was set to or from another day, which the counter does not notice.
 */
function energyToday(store: Measures, zone: string, snapshot: Snapshot): number | null {
  const counter = livePoint(snapshot, 'eday');
  const dayStart = startOfLocalDay(zone, snapshot.t);
  const archived = archivedEnergy(store, zone, dayStart, snapshot.t);
  const isOtherDay = store.clockSteps
    .within(dayStart, snapshot.t + 1)
    .some(({ said, says }) => startOfLocalDay(zone, said) !== startOfLocalDay(zone, says));
  if (counter === null || isOtherDay) return archived;
  return Math.max(counter, archived ?? 0);
}

/** The newest total of the archive, kWh. */
function lastTotal(store: Measures): number | null {
  const newest = store.newest('minute', 'impianto') ?? 0;
  const index = fieldIndex('impianto', 'etot');
  const total = store.frames('minute', 'impianto', newest, newest + 1)[0]?.values[index];
  const scale = fieldsOf('impianto')[index]?.scale ?? 1;
  return total === undefined || Number.isNaN(total) ? null : total / scale;
}

/** Times in which a counter of the production was doubted at the end of its day, or is now, or that are marked as invalid. */
const doubtsIn = (store: Measures, zone: string, from: number, to: number) =>
  doubtedTimes(store, zone, from, to).filter(time => isOf(time, 'inverter'));

function energyReply(
  kwh: number | null,
  { t, isDoubted }: { readonly t: number; readonly isDoubted: boolean },
  version: string,
): Versioned<Energy> {
  const valore = kwh === null ? null : roundPoint('impianto', 'eday', kwh, null);
  const isUncertain = isDoubted && valore !== null;
  return new Versioned({ valore, unita: 'kWh', t, ...(isUncertain && { incerta: 1 as const }) }, version);
}
