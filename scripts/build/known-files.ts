/** `const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["assets/a.js","assets/b.css"])))=>i.map(i=>d[i]);` */
const list = /const __vite__mapDeps=.*?=\[([^\]]*)\].*?\n/;
const calls = /(import\(["'`]\.\/([\w-]+\.js)["'`]\)(?:(?!import\().)*?),__vite__mapDeps\(\[([\d,]*)\]\)/gs;

/**
 * The code of a chunk without the names of files that are there when it runs. Vite lists, for each chunk that is loaded later, the chunk
 * itself and every style; styles that `first`, the code that runs before, asks for are there, and a chunk is requested at once where no style
 * is waited for.
 */
export function withoutKnownFiles(code: string, first: string): string {
  const [whole = '', names = ''] = list.exec(code) ?? [];
  if (whole === '') return code;
  const files = names.split(',').map(name => name.slice(1, -1));
  const kept: string[] = [];
  const placeOf = (file: string) => (kept.includes(file) ? kept.indexOf(file) : kept.push(file) - 1);
  const short = code.replace(calls, (_, before: string, chunk: string, indexes: string) => {
    const needed = indexes.split(',').flatMap(index => files[Number(index)] ?? []);
    const isThere = (file: string) => file.endsWith('.css') && first.includes(file);
    const isStyled = needed.some(file => file.endsWith('.css') && !isThere(file));
    const later = needed.filter(file => !isThere(file) && (isStyled || file !== `assets/${chunk}`));
    return later.length === 0 ? before : `${before},__vite__mapDeps([${later.map(placeOf)}])`;
  });
  const rest = kept.map(file => `"${file}"`).join();
  return short.replace(whole, kept.length === 0 ? '' : whole.replace(names, rest));
}
