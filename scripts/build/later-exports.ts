/*
 * A module that is loaded later and shares its chunk with others is exported as an object with its exports, of which the caller takes one:
 * `var b=e({Panels:()=>P});export{b as n}` and `import("./a.js").then(e=>e.n).then(e=>e.Panels)`. Where that is the only use, the chunk
 * exports `Panels` in the place of the object: `export{P as n}` and `import("./a.js").then(e=>e.n)`.
 */
const objects = /([,;]|\bvar )(\w+)=\w+\(\{(\w+):\(\)=>([\w$]+)\}\)([,;])/g;
const takes =
  /(import\(["'`]\.\/([\w-]+\.js)["'`]\)\.then\((\w+)=>\3\.([\w$]+)\))\.then\(\(?(\w+)\)?=>\5\.(\w+)\)/g;

const exportOf = (local: string) =>
  new RegExp(`(?<=export\\{[^}]*\\b)${local.replaceAll('$', '\\$')} as ([\\w$]+)`);
const timesOf = (code: string, pattern: RegExp) => code.match(pattern)?.length ?? 0;

/** Whether all uses of an export, `file name`, are of that kind. */
function isOnlyTaken(codes: readonly string[], file: string, name: string, field: string): boolean {
  const address = `["'\`]\\./${file.replaceAll('.', '\\.')}["'\`]`;
  const named = name.replaceAll('$', '\\$');
  const reads = new RegExp(`import\\(${address}\\)\\.then\\((\\w+)=>\\1\\.${named}\\)`, 'g');
  const others = new RegExp(
    `import\\{(?:[^}]*,)?${named}\\b[^}]*\\}from${address}|import\\(${address}\\)(?!\\.then\\((\\w+)=>\\1\\.[\\w$]+\\))`,
    'g',
  );
  const taken = codes.flatMap(code => [...code.matchAll(takes)]);
  const count = taken.filter(
    ([, , from, , at, , last]) => from === file && at === name && last === field,
  ).length;
  return (
    count > 0 &&
    codes.every(code => !others.test(code)) &&
    count === codes.reduce((sum, code) => sum + timesOf(code, reads), 0)
  );
}

/** The code of chunks without these objects. */
export function withoutLaterObjects(chunks: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const codes = [...chunks.values()];
  const direct = new Set<string>();
  const shortened = new Map<string, string>();
  for (const [file, code] of chunks) {
    let left = code;
    for (const [whole, before = '', object = '', field = '', local = '', after = ''] of code.matchAll(
      objects,
    )) {
      const [, name] = exportOf(object).exec(code) ?? [];
      if (name === undefined || !isOnlyTaken(codes, file, name, field)) continue;
      direct.add(`${file} ${name}`);
      left = left
        .replace(exportOf(object), () => `${local} as ${name}`)
        .replace(whole, () => (before === 'var ' && after === ',' ? before : before === 'var ' ? '' : after));
    }
    shortened.set(file, left);
  }
  const shorter = (code: string) =>
    code.replace(takes, (all, taken: string, file: string, _, name: string) =>
      direct.has(`${file} ${name}`) ? taken : all,
    );
  return new Map([...shortened].map(([file, code]) => [file, shorter(code)]));
}
