/*
 * What a chunk exports has one name in all chunks. The bundler names it three times: `export{Nn as $}` in one chunk, `import{$ as l}` in
 * each of the others; these lists were a twentieth of the code. With one name they are `export{l}` and `import{l}`. What is used most has
 * names of one letter.
 */

const imports = /import\{([^}]*)\}from"\.\/([\w-]+\.js)"/g;
const exports = /export\{([^}]*)\}/g;

/** `a as b,c` as pairs: the name on the left, the name on the right. */
const pairsIn = (list: string) =>
  list.split(',').map((each): readonly [string, string] => {
    const [left = '', right = left] = each.split(' as ');
    return [left, right];
  });

const later = /import\(["'`]\.\/([\w-]+\.js)["'`]\)(?:\.then\(([\w$]+)=>\2\.([\w$]+)\))?/g;

/** The exports that code reaches as fields of a module that is loaded later keep their names; `file *` where it takes the whole module. */
const reachedLater = (code: string) =>
  Array.from(code.matchAll(later), ([, file, , name = '*']) => `${file} ${name}`);

const timesIn = (code: string, name: string) =>
  code.split(new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}(?![\\w$])`)).length - 2;

/** Letters that the minifier gives to few variables come first. */
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZzqjkxvwybgpmhfdu'];
const seconds = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const words = ['do', 'if', 'in', 'is', 'as', 'of'];

/** The name of each export, by `file name`, for chunks by their file. Names of two letters of one chunk begin with the same letters. */
export function sharedNames(chunks: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const kept = new Set([...chunks.values()].flatMap(reachedLater));
  const taken = new Set([...words, ...[...kept].map(key => key.replace(/^.* /, ''))]);
  const single = letters.filter(letter => !taken.has(letter));
  const double = letters.flatMap(first => seconds.map(second => first + second));
  const byUse = [...usesOf(chunks)]
    .filter(([key]) => !kept.has(key) && !kept.has(key.replace(/ .*/, ' *')))
    .sort(([one, times], [other, more]) => more - times || (one < other ? -1 : 1))
    .map(([key]) => key);
  const most = byUse.slice(0, single.length);
  const files = [...chunks.keys()];
  const fileIndex = (key: string) => files.indexOf(key.replace(/ .*/, ''));
  const rest = byUse.slice(single.length).sort((one, other) => fileIndex(one) - fileIndex(other));
  const free = [...single, ...double.filter(name => !taken.has(name))];
  return new Map([...most, ...rest].map((key, index) => [key, free[index] ?? key]));
}

/** How often each export is used in all chunks. */
function usesOf(chunks: ReadonlyMap<string, string>): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  const add = (key: string, code: string, local: string) =>
    uses.set(key, (uses.get(key) ?? 0) + timesIn(code, local));
  for (const [file, code] of chunks) {
    for (const [, list = ''] of code.matchAll(exports))
      for (const [local, exported] of pairsIn(list)) add(`${file} ${exported}`, code, local);
    for (const [, list = '', from] of code.matchAll(imports))
      for (const [exported, local] of pairsIn(list)) add(`${from} ${exported}`, code, local);
  }
  return uses;
}

/** The names that variables of a chunk shall have, for the minifier. */
export function namesWithin(
  file: string,
  code: string,
  names: ReadonlyMap<string, string>,
): Map<string, string> {
  const within = new Map<string, string>();
  const give = (local: string, name: string | undefined) =>
    name && !within.has(local) && within.set(local, name);
  for (const [, list = '', from] of code.matchAll(imports))
    for (const [exported, local] of pairsIn(list)) give(local, names.get(`${from} ${exported}`));
  for (const [, list = ''] of code.matchAll(exports))
    for (const [local, exported] of pairsIn(list)) give(local, names.get(`${file} ${exported}`));
  return within;
}

const written = (left: string, right: string) => (left === right ? left : `${left} as ${right}`);

/** The code with the new names in its lists. */
export function withSharedNames(file: string, code: string, names: ReadonlyMap<string, string>): string {
  return code
    .replace(imports, (_, list: string, from: string) => {
      const short = pairsIn(list).map(([name, local]) =>
        written(names.get(`${from} ${name}`) ?? name, local),
      );
      return `import{${short.sort().join()}}from"./${from}"`;
    })
    .replace(exports, (_, list: string) => {
      const short = pairsIn(list).map(([local, name]) =>
        written(local, names.get(`${file} ${name}`) ?? name),
      );
      return `export{${short.sort().join()}}`;
    });
}
