import { mostSignals } from '../../../../contract/analysis-limits';
import { changeSearch } from '../../../browser/search';
import { type Comparison, readComparison } from './range';

export const kinds = ['linee', 'dispersione', 'giorni'] as const;
export type Kind = (typeof kinds)[number];

/** Everything that a view shows, as it stands in the address. */
export interface Query {
  /** A preset, a period or two times (`readRange`). */
  readonly range: string;
  /** Full names of signals. */
  readonly lines: readonly string[];
  readonly compared: Comparison | null;
  readonly kind: Kind;
  /** Of a scatter chart: the signals of its axes. `y` is also the signal whose days lie over each other. */
  readonly x: string | null;
  readonly y: string | null;
}

const usualRange = 'settimana';
/** What an address shows that names no lines. Lines that somebody chose are another array, even of the same signals. */
export const usualLines: readonly string[] = ['impianto.pac', 'impianto.poa'];
const signal = /^[a-z]+(\.\d{1,6})?\.[a-z]\w*(\.mediana)?$/;

/** Reads the query of an address. Unknown signals are left out. */
export function readQuery(search: string): Query {
  const given = new URLSearchParams(search);
  const named = given
    .get('linee')
    ?.split(',')
    .filter(each => signal.test(each));
  const known = named ? [...new Set(named)].slice(0, mostSignals) : usualLines;
  const one = (name: string) => known.find(each => each === given.get(name)) ?? null;
  return {
    range: given.get('periodo') ?? usualRange,
    lines: known,
    compared: readComparison(given.get('confronto') ?? ''),
    kind: kinds.find(each => each === given.get('grafico')) ?? 'linee',
    x: one('x'),
    y: one('y'),
  };
}

/** The query of the address of a view; what is usual is left out. */
export function searchOf({ range, lines, compared, kind, x, y }: Query): URLSearchParams {
  return new URLSearchParams({
    vista: 'analisi',
    periodo: range,
    ...(lines !== usualLines && { linee: lines.join() }),
    ...(compared && { confronto: compared }),
    ...(kind !== 'linee' && { grafico: kind }),
    ...(x !== null && lines.includes(x) && { x }),
    ...(y !== null && lines.includes(y) && { y }),
  });
}

export function change(query: Query, changes: Partial<Query>): void {
  changeSearch(searchOf({ ...query, ...changes }), true);
}
