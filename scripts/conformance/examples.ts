import * as v from 'valibot';
import type { Contract, Key, KeyOf, QueryInputOf } from '../../src/contract';
import { contract, type Endpoint } from '../../src/contract';
import { General } from '../../src/contract/session';
import { parsed } from './judge';
import type { Wire } from './wire';

type Reads = KeyOf<'GET'> & keyof Contract;
type Needing<K extends Reads> =
  undefined extends QueryInputOf<K> ? never : Record<never, never> extends QueryInputOf<K> ? never : K;
/** What cannot be read without a query. */
type Asked = { [K in Reads]: Needing<K> }[Reads];

/** One query for each: an endpoint that needs one and has none here does not compile. */
function queriesOf(day: string): { readonly [K in Asked]: QueryInputOf<K> } {
  const [month, year] = [day.slice(0, 7), day.slice(0, 4)];
  return {
    'GET dati_impianto/RT': { m: 'impianto' },
    'GET dati_impianto/daily': { m: 'impianto.pac', d: day },
    'GET dati_impianto/monthly': { m: 'impianto.eday', d: month },
    'GET dati_impianto/annual': { m: 'impianto.eday', d: year },
    'GET dati_impianto/energia_prodotta_mese': { d: month },
    'GET dati_impianto/energia_persa': { d: day },
    'GET report': { tipo: 'giornaliero', d: day },
    'GET comandi': { gruppo: 'cci' },
  };
}

/** An id that no record has. */
export const idOfNothing = '999999999';

/** What only has the one record with id 1. */
const single = ['impianto', 'auth/generale'];

/** Makes addresses of endpoints: parameters from what the datalogger lists itself, queries from today. */
export class Examples {
  readonly #wire: Wire;
  readonly #token: string;
  #day: string | undefined;

  constructor(wire: Wire, token: string) {
    this.#wire = wire;
    this.#token = token;
  }

  /** Path and query of a read; null when there is no record to read. */
  async read(key: Key): Promise<string | null> {
    const [, pattern = ''] = key.split(' ');
    const [parent = '', rest] = pattern.split('/:id');
    const query = await this.#query(key);
    if (rest === undefined) return pattern + query;
    const id = single.includes(parent) ? '1' : await this.#firstId(parent);
    return id === null ? null : `${parent}/${id}${rest}${query}`;
  }

  /** The path of a write that can hit nothing that is there, but for the one plant. */
  ofNothing(key: Key): string {
    const [, pattern = ''] = key.split(' ');
    const isSingle = single.some(parent => pattern.startsWith(`${parent}/:id`));
    return pattern.replace(/:\w+/g, isSingle ? '1' : idOfNothing);
  }

  async #query(key: Key): Promise<string> {
    const { query }: Endpoint = contract[key];
    if (!query) return '';
    this.#day ??= await this.#today();
    const given = Object.entries(queriesOf(this.#day)).find(([name]) => name === key)?.[1];
    const pairs = Object.entries(given ?? {}).map(([name, value]) => [name, String(value)]);
    return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
  }

  /** The plant's date, or the one in Greenwich when it does not tell. */
  async #today(): Promise<string> {
    const { text } = await this.#wire('GET', 'auth/generale/1', { token: this.#token });
    const general = v.safeParse(General, parsed(text));
    const { ora = Date.now() / 1000, fuso = 'UTC' } = general.success ? general.output : {};
    return new Date(ora * 1000).toLocaleDateString('sv-SE', { timeZone: fuso });
  }

  /** The id of the first record that is listed at `path`, as a list or as rows of a page; of nothing without a list. */
  async #firstId(path: string): Promise<string | null> {
    const { status, text } = await this.#wire('GET', path, { token: this.#token });
    if (status === 404) return idOfNothing;
    const records = v.array(v.looseObject({ id: v.union([v.number(), v.string()]) }));
    const listed = v.safeParse(v.union([records, v.looseObject({ righe: records })]), parsed(text));
    if (!listed.success) return null;
    const [first] = Array.isArray(listed.output) ? listed.output : listed.output.righe;
    return first ? String(first.id) : null;
  }
}
