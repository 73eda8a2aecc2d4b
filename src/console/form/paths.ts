/** A record or a part of it, as the API transmits it. */
export type Values = Readonly<Record<string, unknown>>;

/** The paths of the fields of `T`: `nome`, `azione.tipo`, `punti.0.x`. A misspelt path does not compile. */
export type PathOf<T> = Extract<Paths<T>, string>;
type Paths<T> = T extends readonly (infer Item)[]
  ? `${number}` | `${number}.${PathOf<Item>}`
  : T extends object
    ? { [K in keyof T & string]: K | `${K}.${PathOf<NonNullable<T[K]>>}` }[keyof T & string]
    : never;

const isNode = (value: unknown): value is Values => typeof value === 'object' && value !== null;

export function valueAt(values: unknown, path: string): unknown {
  let node = values;
  for (const step of path.split('.'))
    node = isNode(node) && Object.hasOwn(node, step) ? node[step] : undefined;
  return node;
}

/** A copy with another value at the path. Missing objects on the path are created. */
export function withValueAt(values: Values, path: string, value: unknown): Values {
  const [first = '', ...rest] = path.split('.');
  return { ...values, [first]: changed(values[first], rest, value) };
}

function changed(node: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value;
  if (!Array.isArray(node)) {
    const values = isNode(node) ? node : {};
    return { ...values, [step]: changed(values[step], rest, value) };
  }
  const copy: unknown[] = [...node];
  copy[Number(step)] = changed(copy[Number(step)], rest, value);
  return copy;
}

export function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
