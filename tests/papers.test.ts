import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = new URL('..', import.meta.url).pathname;
const rooms = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('README.md'))
  .map(name => join('src', name));
const papers = [
  'README.md',
  '.github/CONTRIBUTING.md',
  '.github/SECURITY.md',
  'deploy/README.md',
  'deploy/OTHER-DATALOGGERS.md',
  'src/contract/GLOSSARY.md',
  'tests/support/README.md',
  ...rooms,
];

const read = (paper: string) => readFileSync(join(root, paper), 'utf8');

const foldersOf = (place: string) =>
  readdirSync(join(root, place), { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(({ name }) => name);

test.each(papers.map(paper => [paper]))('%s names only files that exist', paper => {
  const named = [...read(paper).matchAll(/`((?:src|tests|scripts|deploy)\/[\w./-]+)`/g)].map(
    ([, path = '']) => path,
  );
  expect(named.filter(path => !existsSync(join(root, path)))).toEqual([]);
});

test('the way of a value from a device to a cell names only files that exist', () => {
  const [, picture = ''] =
    /travels from a device to a cell\n([\s\S]*?)\n## /.exec(read('.github/CONTRIBUTING.md')) ?? [];
  const named = [...picture.matchAll(/(?:datalogger|console|contract)\/[\w./-]+\.tsx?/g)].map(
    ([path]) => path,
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(path => !existsSync(join(root, 'src', path)))).toEqual([]);
});

test.each([['console'], ['datalogger']])('the README of src/%s names each of its folders', island => {
  const text = read(`src/${island}/README.md`);
  expect(foldersOf(`src/${island}`).filter(folder => !text.includes(`\`${folder}\``))).toEqual([]);
});

test('every room of the datalogger has a README of 18 to 60 lines', () => {
  const lengths = foldersOf('src/datalogger').map(room => {
    const path = `src/datalogger/${room}/README.md`;
    return [room, existsSync(join(root, path)) ? read(path).trimEnd().split('\n').length : 0] as const;
  });
  expect(lengths.filter(([, lines]) => lines < 18 || lines > 60)).toEqual([]);
});

test('the README of the product fits a first page', () => {
  expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(90);
});

test('the folder map names every folder of the checkout', () => {
  const tracked = ['deploy', 'scripts', 'tests', ...foldersOf('src').map(island => `src/${island}`)];
  expect(tracked.filter(folder => !read('README.md').includes(`| \`${folder}\` |`))).toEqual([]);
});

test('the glossary explains every word once', () => {
  const words = [...read('src/contract/GLOSSARY.md').matchAll(/^\|([^|]*)\|/gm)].flatMap(([, cell = '']) => [
    ...cell.matchAll(/`([^`]+)`/g),
  ]);
  const names = words.map(([, word]) => word);
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((word, index) => names.indexOf(word) !== index)).toEqual([]);
});

test('the guide for other dataloggers fits one page and is linked', () => {
  expect(read('deploy/OTHER-DATALOGGERS.md').trimEnd().split('\n').length).toBeLessThanOrEqual(75);
  expect(read('README.md')).toContain('deploy/OTHER-DATALOGGERS.md');
  expect(read('deploy/README.md')).toContain('OTHER-DATALOGGERS.md');
});

test('the top level of the checkout holds what it is meant to hold', () => {
  const kept = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');
  const top = new Set(kept.map(path => path.split('/')[0] ?? '').filter(name => /^[^.]/.test(name)));
  expect([...top].sort()).toEqual(
    'LICENSE README.md deploy index.html package-lock.json package.json scripts src tests tsconfig.json vite.config.ts'.split(
      ' ',
    ),
  );
});
