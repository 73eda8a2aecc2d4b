import type { GenericSchema } from 'valibot';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A field of a body that contains or may contain a text. */
export interface TextPlace {
  /** `destinatari.0.email` */
  readonly path: string;
  /** The body with `text` in this field. */
  readonly with: (text: string) => Json;
}

/** Every text of an example, and the optional text fields of its schema that the example omits. */
export function textPlaces(example: object, schema: GenericSchema): TextPlace[] {
  const body: { readonly [key: string]: Json } = JSON.parse(JSON.stringify(example));
  const known = 'entries' in schema && schema.entries ? Object.keys(schema.entries) : [];
  const absent = known.filter(name => !(name in body));
  return [
    ...textsIn(body),
    ...absent.map(path => ({ path, with: (text: string) => ({ ...body, [path]: text }) })),
    ...absent.map(path => ({ path, with: (text: string) => ({ ...body, [path]: [text] }) })),
  ];
}

function textsIn(value: Json): TextPlace[] {
  if (typeof value === 'string') return [{ path: '', with: text => text }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]: [string, Json]) =>
    textsIn(part).map(inner => ({
      path: inner.path === '' ? key : `${key}.${inner.path}`,
      with: text => replaced(value, key, inner.with(text)),
    })),
  );
}

function replaced(value: object, key: string, part: Json): Json {
  return Array.isArray(value)
    ? value.map((item, at) => (String(at) === key ? part : item))
    : { ...value, [key]: part };
}
