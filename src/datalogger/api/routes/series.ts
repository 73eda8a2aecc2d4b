import type { KeyOf, Role } from '../../../contract';
import { mostSeriesValues } from '../../../contract/analysis-limits';
import { sensorKinds } from '../../../contract/codes';
import { type Group, pointOf } from '../../../contract/points';
import { readableGroups } from '../../../contract/readable-groups';
import type { Archived } from '../../../contract/series';
import { archiveStart } from '../../analytics/reports/bounds';
import { rowEdges } from '../../core/time/rows';
import type { Snapshot } from '../../plant/snapshot';
import { archive, type KeptGroup, keptGroups } from '../../storage/measures/kept';
import type { Measures } from '../../storage/measures/measures';
import { archiveEnd } from '../../storage/measures/rollup';
import { isTooMuch, stepFor } from '../../storage/measures/series';
import { type Handlers, ProblemError, Versioned } from '../http/handler';
import type { LongWork } from '../long-work/long-work';
import { type Code, readCodes } from '../support/measures-live';
import { columnsOf, versionOfPast } from '../support/measures-past';
import type { Signal } from '../support/series-rows';

export type SeriesKey = Extract<KeyOf<'GET'>, 'GET dati_impianto/serie' | 'GET dati_impianto/archivio'>;

interface SeriesDeps {
  readonly store: Measures;
  readonly sampler: { snapshot(): Snapshot };
  /** The plant's IANA zone. */
  readonly zone: () => string;
  /** Below this coverage a figure is uncertain, %. */
  readonly certain: () => number;
  readonly longWork: LongWork;
}

export function seriesHandlers(deps: SeriesDeps): Pick<Handlers, SeriesKey> {
  const { store, sampler, zone, certain, longWork } = deps;
  return {
    'GET dati_impianto/serie': async ({ query: { m, da, a, passo }, caller, left }) => {
      const signals = signalsOf(store, m, caller.role, sampler.snapshot());
      const [from, to] = [Number(da), Number(a)];
      if (!(from < to))
        throw new ProblemError(400, 'invalid', 'The end is after the beginning.', { campo: 'a' });
      const read = [...new Set(signals.map(({ group }) => group))];
      const asked = { groups: read, from, to, columns: signals.length, most: mostSeriesValues };
      const step = passo ?? stepFor(store, zone(), asked);
      if (isTooMuch(asked, step))
        throw new ProblemError(400, 'too_high', `More than ${mostSeriesValues} values.`, { campo: 'passo' });
      const edges = rowEdges(zone(), step, from, to);
      const end = edges.at(-1) ?? to;
      const version = `${versionOfPast(store, zone(), { to: end })}-${step}-${certain()}`;
      const input = { signals, rows: { step, edges }, zone: zone(), certain: certain() };
      const reply = await longWork.run('series', () => ({ input }), { caller, left });
      return new Versioned({ m, passo: step, ...reply }, version);
    },
    'GET dati_impianto/archivio': ({ caller }) => {
      const snapshot = sampler.snapshot();
      const readable = readableGroups[caller.role];
      return {
        da: archiveStart(store, zone()),
        a: archiveEnd(store),
        gruppi: keptGroups
          .filter(group => readable.includes(group))
          .map(group => archivedGroup(store, group, snapshot)),
      };
    },
  };
}

/** Points whose values are codes: a line through them says nothing. */
const codes: Partial<Record<Group, readonly string[]>> = {
  impianto: ['fonte_pac', 'poa_dubbia'],
  sensori: ['tipo'],
  cci: ['funzione', 'funzioneq'],
  spi: ['avviate', 'intervento'],
};

/** The devices of a group that there are, or were. */
function idsOf(store: Measures, group: KeptGroup, { groups: now }: Snapshot): readonly number[] {
  return [...new Set([...now[group].id, ...store.deviceIds(group)])].sort((a, b) => a - b);
}

function archivedGroup(store: Measures, group: KeptGroup, snapshot: Snapshot): Archived['gruppi'][number] {
  const { id: ids, nome, values } = snapshot.groups[group];
  const id = idsOf(store, group, snapshot);
  const rowOf = (device: number) => ids.indexOf(device);
  const kindOf = (device: number) => sensorKinds[values.tipo?.[rowOf(device)] ?? -1];
  const signals = archive[group].points.flatMap(name => {
    const point = pointOf(group, name);
    return point && !codes[group]?.includes(name) ? [[name, ...point] as const] : [];
  });
  return {
    gruppo: group,
    id: [...id],
    nome: id.map(device => (group === 'impianto' ? '' : (nome[rowOf(device)] ?? ''))),
    ...(group === 'sensori' && {
      unita: id.map(device => kindOf(device)?.[1] ?? ''),
      decimali: id.map(device => kindOf(device)?.[2] ?? 1),
    }),
    segnali: {
      punto: signals.map(([name]) => name),
      unita: signals.map(([, unit]) => unit),
      decimali: signals.map(([, , decimals]) => decimals),
    },
  };
}

const median = '.mediana';

/** The signals that a question names. 400 for what the archive does not have, 403 for what the role may not read. */
function signalsOf(store: Measures, m: string, role: Role, snapshot: Snapshot): readonly Signal[] {
  // A device of which nothing is archived yet has empty columns.
  const known = { deviceIds: (group: KeptGroup) => idsOf(store, group, snapshot) };
  const signals = m.split(',').flatMap((text): readonly Signal[] => {
    const plain = text.endsWith(median) ? text.slice(0, -median.length) : text;
    const asked = readCodes(plain, role);
    const columns = columnsOf(known, asked);
    if (plain === text) return columns.map(column => ({ ...column, peers: null }));
    return columns.map(column => ({
      ...column,
      name: `${column.name}${median}`,
      peers: peersOf(store, asked[0], column.group, snapshot),
    }));
  });
  return [...new Map(signals.map(signal => [signal.name, signal])).values()];
}

/** Which devices of a group may be compared. */
const alike: Partial<Record<Group, string>> = { stringhe: 'inverter', sensori: 'tipo' };

/** The devices with which one is compared, itself included. */
function peersOf(store: Measures, code: Code | undefined, group: KeptGroup, { groups: now }: Snapshot) {
  const all = store.deviceIds(group);
  const { id: ids, values } = now[group];
  const of = values[alike[group] ?? ''];
  const own = code?.id ?? null;
  if (!of || own === null) return all;
  const kindOf = (device: number) => of[ids.indexOf(device)] ?? null;
  return all.filter(device => device === own || (kindOf(device) !== null && kindOf(device) === kindOf(own)));
}
