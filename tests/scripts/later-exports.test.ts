import { expect, test } from 'vitest';
import { withoutLaterObjects } from '../../scripts/build/later-exports';

const chunk = 'var b=e({Panels:()=>P});function P(){}var c=1;export{b as n,c as t};';
const take = 'load(()=>import(`./a.js`).then(e=>e.n).then(e=>e.Panels))';
const shortened = (other: string) => [
  ...withoutLaterObjects(
    new Map([
      ['a.js', chunk],
      ['b.js', other],
    ]),
  ).values(),
];

test('what is loaded later is an export itself, and no object around it', () => {
  expect(shortened(take)).toEqual([
    'function P(){}var c=1;export{P as n,c as t};',
    'load(()=>import(`./a.js`).then(e=>e.n))',
  ]);
});

test.each([
  ['somebody imports the object', `import{n as x}from"./a.js";${take}`],
  ['somebody takes the object whole', `${take};import(\`./a.js\`).then(e=>e.n)`],
  ['somebody takes the whole module', `${take};import(\`./a.js\`).then(all=>all)`],
  ['nobody takes it', ''],
])('the object stays where %s', (_, other) => {
  expect(shortened(other)).toEqual([chunk, other]);
});
