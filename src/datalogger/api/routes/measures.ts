import type { KeyOf } from '../../../contract';
import { type DayTable, longestFineS, type Table } from '../../../contract/measures';
import type { Group } from '../../../contract/points';
import type { Period } from '../../core/time/period';
import type { SteadyClock } from '../../core/time/steady-clock';
import type { Snapshot } from '../../plant/snapshot';
import { combine } from '../../storage/measures/frame';
import { fieldIndex, fieldsOf } from '../../storage/measures/kept';
import type { Measures } from '../../storage/measures/measures';
import { archiveEnd, quarterFrames } from '../../storage/measures/rollup';
import { type Handler, type Handlers, ProblemError, Versioned } from '../http/handler';
import type { LongWork } from '../long-work/long-work';
import { live, readCodes } from '../support/measures-live';
import { moment, slotAt } from '../support/measures-moment';
import { fine, versionOfPast } from '../support/measures-past';
import { energyHandlers } from './energies';
import { periodOf } from './measured-period';
import type { SeriesKey } from './series';
import type { UnreportedKey } from './unreported';

interface MeasureDeps {
  readonly store: Measures;
  readonly sampler: { snapshot(): Snapshot };
  readonly clock: Pick<SteadyClock, 'steps'>;
  /** The plant's IANA zone. */
  readonly zone: () => string;
  readonly longWork: LongWork;
}

type MeasureKey = Exclude<Extract<KeyOf<'GET'>, `GET dati_impianto/${string}`>, SeriesKey | UnreportedKey>;
export type MeasureHandlers = Pick<Handlers, MeasureKey>;

export function measureHandlers(deps: MeasureDeps): MeasureHandlers {
  const { store, sampler, clock, zone } = deps;
  // After the clock is set back, the same second comes twice with different values; a mark changes those of a second.
  const versionOf = ({ t }: Snapshot) =>
    [t, clock.steps, store.spans.all().map(({ id }) => id)].flat().join('.');
  return {
    'GET dati_impianto/RT': ({ query: { m }, caller }) => {
      const codes = readCodes(m, caller.role);
      const snapshot = sampler.snapshot();
      return new Versioned(live(snapshot, m, codes, caller.role), `${versionOf(snapshot)}-${caller.role}`);
    },
    'GET dati_impianto/daily': periodHandler('daily', deps),
    'GET dati_impianto/monthly': periodHandler('monthly', deps),
    'GET dati_impianto/annual': periodHandler('annual', deps),
    'GET dati_impianto/campioni': ({ query: { m, da, a }, caller }) => {
      const codes = readCodes(m, caller.role);
      const [from, to] = [Number(da), Number(a)];
      if (!(from < to && to - from <= longestFineS))
        throw new ProblemError(400, 'invalid', `At most ${longestFineS} s, forwards.`, { campo: 'a' });
      sampler.snapshot();
      return fine(store, m, codes, from, to);
    },
    'GET dati_impianto/momento': momentHandler(deps),
    ...energyHandlers({ ...deps, versionOf }),
    'GET dati_impianto/energia_persa': ({ query: { d }, caller }) => {
      readCodes('stringhe', caller.role);
      const period = periodOf('daily', zone(), d);
      sampler.snapshot();
      return new Versioned(lostByStrings(store, period), versionOfPast(store, zone(), period));
    },
  };
}

/** Groups with so few devices that a day may be asked for in minutes. */
const minuteGroups: readonly Group[] = ['impianto', 'cci', 'spi'];

function periodHandler(kind: 'daily' | 'monthly' | 'annual', { store, zone, longWork }: MeasureDeps) {
  const handler: Handler<'GET dati_impianto/daily'> = async call => {
    const { query, caller, left } = call;
    const { m, d, passo = '15' } = query;
    const codes = readCodes(m, caller.role);
    const many = codes.find(({ group }) => passo === '1' && !minuteGroups.includes(group));
    if (many) throw new ProblemError(400, 'invalid', `${many.group} has no minutes.`, { campo: 'passo' });
    const period = periodOf(kind, zone(), d, Number(passo) * 60);
    const version = versionOfPast(store, zone(), period);
    const input = { m, codes, period, zone: zone() };
    const table = await longWork.run('table', () => ({ input }), { caller, left });
    return new Versioned(kind === 'daily' ? withClockSteps(table, store, period) : table, version);
  };
  return handler;
}

function momentHandler({ store, sampler, zone }: MeasureDeps): Handler<'GET dati_impianto/momento'> {
  return ({ query: { m, t }, caller }) => {
    const codes = readCodes(m, caller.role);
    sampler.snapshot();
    const slot = slotAt(store, codes, Number(t));
    return new Versioned(moment(store, zone(), m, codes, slot), versionOfPast(store, zone(), slot));
  };
}

function withClockSteps(table: DayTable, store: Measures, { from, to }: Period): DayTable {
  const steps = store.clockSteps.within(from, to);
  return steps.length === 0
    ? table
    : { ...table, orologio: steps.map(({ said, says }) => ({ da: said, a: says })) };
}

/** Rounds to hundredths of a kWh; the archive is not more precise. */
const hundredths = (wattHours: number) => Math.round(wattHours / 10) / 100;

/** kWh that each string lost in a day. A string of which nothing was measured has no row. */
function lostByStrings(store: Measures, { from, to }: Pick<Period, 'from' | 'to'>): Table {
  const { ids, values } = combine('stringhe', from, quarterFrames(store, 'stringhe', from, to));
  const width = fieldsOf('stringhe').length;
  const at = fieldIndex('stringhe', 'persa');
  const lost = ids.flatMap((id, device) => {
    const wattHours = values[device * width + at] ?? Number.NaN;
    return Number.isNaN(wattHours) ? [] : [{ id, persa: hundredths(wattHours) }];
  });
  return {
    m: 'stringhe.persa',
    t: Math.min(archiveEnd(store) ?? from, to),
    colonne: { id: lost.map(({ id }) => id), persa: lost.map(({ persa }) => persa) },
  };
}
