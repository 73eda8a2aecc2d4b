import * as v from 'valibot';
import type { Contract, Key, KeyOf, QueryInputOf } from '../../src/contract';
import { contract, type Endpoint } from '../../src/contract';
import { General } from '../../src/contract/session';
import { parsed } from './judge';
import type { Wire } from './wire';

type Reads = KeyOf<'GET'> & keyof Contract;
type Needing<K extends Reads> =
  undefined extends QueryInputOf<K> ? never : Record<never, never> extends QueryInputOf<K> ? never : K;
/** Endpoints that cannot be read without a query. */
type Asked = { [K in Reads]: Needing<K> }[Reads];

/** One query for each: an endpoint that requires a query and is missing here does not compile. */
function queriesOf(day: string): { readonly [K in Asked]: QueryInputOf<K> } {
  const [month, year] = [day.slice(0, 7), day.slice(0, 4)];
  const noon = String(Date.parse(`${day}T12:00:00Z`) / 1000);
  return {
    'GET dati_impianto/RT': { m: 'impianto' },
    'GET dati_impianto/daily': { m: 'impianto.pac', d: day },
    'GET dati_impianto/monthly': { m: 'impianto.eday', d: month },
    'GET dati_impianto/annual': { m: 'impianto.eday', d: year },
    'GET dati_impianto/campioni': { m: 'cci', da: noon, a: String(Number(noon) + 600) },
    'GET dati_impianto/momento': { m: 'impianto', t: noon },
    'GET dati_impianto/serie': { m: 'impianto.pac', da: noon, a: String(Number(noon) + 3600) },
    'GET dati_impianto/energia_prodotta_mese': { d: month },
    'GET dati_impianto/energia_persa': { d: day },
    'GET aiuti': { lingua: 'it' },
    'GET allarmi/momento': { t: noon },
    'GET report': { tipo: 'giornaliero', d: day },
    'GET verifiche': { tipo: 'mensile', d: month },
    'GET contratto/pdf': { d: month, lingua: 'it' },
    'GET tensione/pdf': { d: day, lingua: 'it' },
    'GET report/pdf': { tipo: 'giornaliero', d: day, lingua: 'it' },
    'GET comandi': { gruppo: 'cci' },
  };
}

/** An id that no record has. */
export const idOfNothing = '999999999';

/** A kind of devices, where an address names one. */
const anyKind = 'inverters';

/** Paths with only one record, whose id is 1. */
const single = ['impianto', 'auth/generale'];

/** Makes the addresses of endpoints: parameters from the lists of the datalogger, queries from the plant's date. */
export class Examples {
  readonly #wire: Wire;
  readonly #token: string;
  #day: string | undefined;

  constructor(wire: Wire, token: string) {
    this.#wire = wire;
    this.#token = token;
  }

  /** Path and query of a read; null if there is no record to read. */
  async read(key: Key): Promise<string | null> {
    const [, pattern = ''] = key.split(' ');
    const [parent = '', rest] = pattern.replace(':tipo', anyKind).split('/:id');
    const query = await this.#query(key);
    if (rest === undefined) return pattern + query;
    const id = single.includes(parent) ? '1' : await this.#firstId(parent);
    return id === null ? null : `${parent}/${id}${rest}${query}`;
  }

  /** The path of a write with an id that does not exist, except for records that exist only once. */
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

  /** The plant's date; the UTC date if the datalogger does not give it. */
  async #today(): Promise<string> {
    const { text } = await this.#wire('GET', 'auth/generale/1', { token: this.#token });
    const general = v.safeParse(General, parsed(text));
    const { ora = Date.now() / 1000, fuso = 'UTC' } = general.success ? general.output : {};
    return new Date(ora * 1000).toLocaleDateString('sv-SE', { timeZone: fuso });
  }

  /** The id of the first record listed at `path`, as a list or as rows of a page; an id that does not exist if there is no list. */
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
