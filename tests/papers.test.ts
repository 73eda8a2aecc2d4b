import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = new URL('..', import.meta.url).pathname;
const papers = ['README.md', '.github/CONTRIBUTING.md', '.github/SECURITY.md', 'src/contract/GLOSSARY.md'];

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

test.each([['console'], ['datalogger']])('the folder map names every folder of src/%s', island => {
  const row = read('README.md')
    .split('\n')
    .find(line => line.startsWith(`| \`src/${island}\` |`));
  const missing = foldersOf(`src/${island}`).filter(folder => !row?.includes(`\`${folder}\``));
  expect(missing).toEqual([]);
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
