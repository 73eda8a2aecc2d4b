import { expect, test } from 'vitest';
import { namesWithin, sharedNames, withSharedNames } from '../../scripts/build/shared-names';

test('what a chunk exports has one name in all chunks, and what is reached as a field keeps its own', () => {
  const chunks = new Map([
    ['start-1.js', 'var q=1,w=2,l=3;export{q as $,w as Nn,l as t};'],
    ['home-2.js', 'import{$ as x,Nn as y}from"./start-1.js";y(x,y,y,import(`./start-1.js`).then(e=>e.t))'],
  ]);
  const names = sharedNames(chunks);
  expect(new Set(names.values()).size).toBe(names.size);
  expect(names.has('start-1.js t')).toBe(false);
  // The minifier renames the variables before the lists are written.
  const written = [...chunks].map(([file, code]) => {
    const within = namesWithin(file, code, names);
    const renamed = code.replace(/(?<![.$\w])(?:q|w|x|y)(?![\w$])/g, name => within.get(name) ?? name);
    return withSharedNames(file, renamed, names);
  });
  expect(written).toEqual([
    'var B=1,A=2,l=3;export{A,B,l as t};',
    'import{A,B}from"./start-1.js";A(B,A,A,import(`./start-1.js`).then(e=>e.t))',
  ]);
});

test('a module that is loaded later as a whole keeps its names', () => {
  const chunks = [
    ['a.js', 'export{x as y};'],
    ['b.js', 'import(`./a.js`).then(({y:all})=>all)'],
  ] as const;
  expect([...sharedNames(new Map(chunks))]).toEqual([]);
});
