import { isObject, type Json, listIn, numberOrNull, textIn, textOrNull } from './read';

/** Numbers by their names in the API; null if absent. */
export type Numbers<Name extends string> = (name: Name) => number | null;

/** A row of a list: its name or its code, and its numbers. */
export interface Item<Name extends string> {
  readonly name: string;
  readonly code: string;
  readonly group: string;
  readonly device: number | null;
  readonly of: Numbers<Name>;
}

const none: Json = {};
export const objectOf = (raw: unknown): Json => (isObject(raw) ? raw : none);
export const numbersOf =
  (json: Json): Numbers<string> =>
  name =>
    numberOrNull(json[name]);

export function itemsOf(raw: unknown): readonly Item<string>[] {
  return listIn(raw)
    .map(objectOf)
    .map(json => ({
      name: textIn(json.nome),
      code: textOrNull(json.codice) ?? textOrNull(json.causa) ?? textIn(json.fascia),
      group: textIn(json.gruppo),
      device: numberOrNull(json.dispositivo),
      of: numbersOf(json),
    }));
}

/** Of what a report says in doubt: whether an index is, or a column in a row. */
export function doubtsIn({ indici, righe }: Json): (name: string, row?: number) => boolean {
  const rows = objectOf(righe);
  return (name, row) =>
    row === undefined ? listIn(indici).includes(name) : listIn(rows[name]).includes(row);
}
