import * as v from 'valibot';
import { mostSignals, seriesSteps } from './analysis-limits';
import type { Endpoint } from './endpoint';
import { groups } from './points';

/*
 * What the archive holds, signal by signal: which signals there are, and the values of some of them over any time. A signal is
 * `impianto.point`, `group.id.point`, or `group.point` for all devices of a group. With `.mediana` at the end it is the median of the
 * device's peers, itself included: of a string those of its inverter, of a sensor those of its kind, of others all of the group.
 */

const code = String.raw`[a-z]+(\.\d{1,6})?\.[a-z]\w*(\.mediana)?`;
const Signals = v.pipe(
  v.string(),
  v.maxLength(400),
  v.regex(new RegExp(`^${code}(,${code}){0,${mostSignals - 1}}$`)),
);
const Seconds = v.pipe(v.string(), v.regex(/^\d{1,10}$/));

/** Epoch seconds, from and until before. Without `passo` the length of the rows follows from the time, and from how finely it is kept. */
export const SeriesQuery = v.strictObject({
  m: Signals,
  da: Seconds,
  a: Seconds,
  passo: v.optional(v.picklist(seriesSteps)),
});

const Numbers = v.array(v.nullable(v.number()));

/**
 * `colonne.t` are the starts of the rows, which are whole: the first may begin before `da`. Then a column for each signal, named in full
 * (`inverter.3.pac`). A quantity is the mean of its row, an energy what was made in it, a ratio that of the row, a counter or state the
 * last; null where nothing was measured, never 0. `t`: end of the archive. `incerti`: of a column, the positions of the rows of
 * which less was measured than a certain figure needs, or that are doubted. `media` of all that was measured in the time, `totale` of
 * its energies: both are of the whole rows.
 */
export const Series = v.strictObject({
  m: v.string(),
  t: v.number(),
  passo: v.picklist(seriesSteps),
  /** End of the last row. */
  a: v.number(),
  colonne: v.record(v.string(), Numbers),
  incerti: v.record(v.string(), v.array(v.number())),
  media: v.record(v.string(), v.nullable(v.number())),
  totale: v.record(v.string(), v.nullable(v.number())),
});
export type Series = v.InferOutput<typeof Series>;

/** Columns of equal length: the devices of a group, those that are gone included (without a name), and its signals. */
export const ArchivedGroup = v.strictObject({
  gruppo: v.picklist(groups),
  id: v.array(v.number()),
  nome: v.array(v.string()),
  /** Of sensors: unit and decimals of each. */
  unita: v.optional(v.array(v.string())),
  decimali: v.optional(v.array(v.number())),
  segnali: v.strictObject({
    punto: v.array(v.string()),
    unita: v.array(v.string()),
    decimali: v.array(v.number()),
  }),
});

/** From when to when there are values, epoch seconds; null while the archive is empty. */
export const Archived = v.strictObject({
  da: v.nullable(v.number()),
  a: v.nullable(v.number()),
  gruppi: v.array(ArchivedGroup),
});
export type Archived = v.InferOutput<typeof Archived>;

export const seriesEndpoints = {
  'GET dati_impianto/serie': { may: 'session', query: SeriesQuery, reply: Series, cache: 'etag' },
  /** What the caller may read. Codes, such as the function of a controller that acts, are no signals. */
  'GET dati_impianto/archivio': { may: 'session', reply: Archived, cache: 'etag' },
} as const satisfies Record<string, Endpoint>;
