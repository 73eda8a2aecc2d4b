import { defaultsOf } from '../../../../contract/config/facts';
import { schemaOf } from '../../../../contract/config/kinds';
import type { ConfigRecord } from '../../../data/records';
import { checkBody, type Faults } from '../../../form/check';
import { factsAt } from '../../../form/facts';
import { wireOf } from '../../../form/inputs';
import type { Candidate, FoundKind } from './candidates';

/** What a person has to say of devices of a kind, because no device says it. */
const asked: Readonly<Record<FoundKind, readonly string[]>> = {
  inverters: ['kwp'],
  contatori: ['ruolo'],
  'box-stringhe': ['inverter'],
  sensori: [],
  trackers: [],
};
const needed: Readonly<Partial<Record<FoundKind, readonly string[]>>> = {
  inverters: ['pn'],
  'box-stringhe': ['ingressi'],
};
/** The columns in their order. */
export const columns = ['pn', 'kwp', 'ruolo', 'ingressi', 'inverter'] as const;
/** An inverter that is saved before the box that names it. */
export const newInverter = 'new ';

/** What was typed or unticked, by the key of the candidate and the field. */
export type Typed = Readonly<Record<string, string>>;
export const typedKey = ({ key }: Candidate, path: string) => `${key}/${path}`;

/** A row: what its record will be, and what is wrong with it. */
export interface Row {
  readonly candidate: Candidate;
  readonly isTicked: boolean;
  /** The text of each field that a person may change. */
  readonly texts: Readonly<Record<string, string>>;
  readonly record: ConfigRecord;
  readonly faults: Faults;
}

/** Inverters by the value that names them, those to come included. */
export function inverterNames(
  known: readonly ConfigRecord[],
  candidates: readonly Candidate[],
  typed: Typed,
): ReadonlyMap<string, string> {
  const coming = candidates.filter(
    each => each.kind === 'inverters' && (typed[typedKey(each, 'tick')] ?? '1') === '1',
  );
  const nameOf = (each: Candidate) => typed[typedKey(each, 'nome')] ?? String(each.record.nome);
  return new Map([
    ...known.map(({ id, nome }) => [String(id), String(nome)] as const),
    ...coming.map(each => [newInverter + each.key, nameOf(each)] as const),
  ]);
}

/** The rows: a kWp that was not typed is that of the row above, and boxes are spread over the inverters in their order. */
export function rowsOf(candidates: readonly Candidate[], typed: Typed, names: readonly string[]): Row[] {
  const boxes = candidates.filter(({ kind }) => kind === 'box-stringhe').length;
  const above = new Map<string, string>();
  let box = 0;
  return candidates.map(candidate => {
    const { kind, record } = candidate;
    const schema = schemaOf(kind);
    const untold = (needed[kind] ?? []).filter(path => record[path] === undefined);
    const parent = kind === 'box-stringhe' ? names[Math.floor((box++ * names.length) / boxes)] : undefined;
    const texts: Record<string, string> = { nome: typed[typedKey(candidate, 'nome')] ?? String(record.nome) };
    for (const path of [...untold, ...asked[kind]]) {
      const usual =
        path === 'inverter' ? parent : path === 'ruolo' ? undefined : above.get(`${kind} ${path}`);
      const text = typed[typedKey(candidate, path)] ?? usual ?? '';
      texts[path] = text;
      above.set(`${kind} ${path}`, text);
    }
    const values = Object.entries(texts).map(([path, text]) => {
      const facts = factsAt(schema, path);
      return [path, facts && !text.startsWith(newInverter) ? wireOf(facts, text) : text];
    });
    const whole = { ...record, ...Object.fromEntries(values) };
    const isNew = String(texts.inverter).startsWith(newInverter);
    const { faults } = checkBody(schema, { ...defaultsOf(schema), ...whole, ...(isNew && { inverter: 1 }) });
    const isTicked = (typed[typedKey(candidate, 'tick')] ?? (candidate.isSecond ? '' : '1')) === '1';
    return { candidate, isTicked, texts, record: whole, faults };
  });
}
