import type { Plugin } from 'vite';

export type Cut = readonly [from: RegExp | string, to: string];

/** The code of a package without what the console never uses. Throws when a part is not in it, as after an update of the package. */
export function trimmed(code: string, cuts: readonly Cut[]): string {
  return cuts.reduce((left, [from, to]) => {
    const cut = left.replace(from, to);
    if (cut === left) throw new Error(`a package has changed: ${from} is not in it`);
    return cut;
  }, code);
}

/** Trims one file of a package in the built console. */
export const trimPlugin = (name: string, id: RegExp, cuts: readonly Cut[]): Plugin => ({
  name: `trim-${name}`,
  apply: 'build',
  transform: { filter: { id }, handler: code => trimmed(code, cuts) },
});
