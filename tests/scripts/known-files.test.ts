import { expect, test } from 'vitest';
import { withoutKnownFiles } from '../../scripts/build/known-files';

const first = '["assets/home-1a.css","assets/screens-1a.css"]';
const codeWith = (...files: readonly string[]) =>
  `const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=[${files.map(file => `"assets/${file}"`).join()}])))=>i.map(i=>d[i]);\n` +
  `p(()=>import("./day.js"),__vite__mapDeps([${files.map((_, index) => index)}]))`;

test('a chunk whose style is there is requested at once, beside the chunks that it needs', () => {
  const code = withoutKnownFiles(codeWith('day.js', 'plot.js', 'home-1a.css', 'screens-1a.css'), first);
  expect(code).toContain('m.f=["assets/plot.js"]');
  expect(withoutKnownFiles(codeWith('day.js', 'screens-1a.css'), first)).toBe('p(()=>import("./day.js"))');
});

test('a style of its own is waited for, with the chunk requested beside it', () => {
  const code = withoutKnownFiles(codeWith('day.js', 'day-1a.css', 'screens-1a.css'), first);
  expect(code).toContain('m.f=["assets/day.js","assets/day-1a.css"]');
  expect(code).toContain('__vite__mapDeps([0,1])');
});
