import { replaceUnseen } from '../../../contract/text';

/**
 * What was stored as JSON, by whichever version: texts without the characters that nobody sees, which older ones took and no schema
 * takes any more. A text of nothing else becomes `#`, so that what must have a name has one.
 */
export function parseStored(json: string): unknown {
  return JSON.parse(json, (_, value: unknown) => (typeof value === 'string' ? shown(value) : value));
}

/** The same for what was read from a file. */
export const withoutUnseen = (value: unknown): unknown => parseStored(JSON.stringify(value));

/**
 * A function that reads a stored text and reads it again only when it has changed: some settings are asked for at every sample, and reading
 * them takes longer than fetching them. The caller must not change the value.
 */
export function readOnce<T>(read: (json: string) => T): (json: string) => T {
  let last: { readonly json: string; readonly value: T } | null = null;
  return json => {
    if (last?.json !== json) last = { json, value: read(json) };
    return last.value;
  };
}

function shown(text: string): string {
  const visible = replaceUnseen(text, () => '');
  return visible !== text && visible.trim() === '' ? '#' : visible;
}
