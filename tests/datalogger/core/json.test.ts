import { expect, test } from 'vitest';
import { jsonOf } from '../../../src/datalogger/core/json';

const rows = Array.from({ length: 5000 }, (_, id) => ({
  id,
  nome: `INV "${id}"`,
  campi: [{ a: null }, id / 7],
}));

test.each([
  ['a list of records', rows],
  [
    'lists in an object, beside other fields',
    { righe: rows, t: 7, vuoto: undefined, brevi: [1, 2], nulla: null },
  ],
  [
    'lists in objects of objects',
    { contenuto: { vuoto: undefined, dispositivi: { a: rows, b: [] }, c: 1 }, d: rows },
  ],
  ['a list with gaps', [...rows, null, undefined]],
  ['an empty list', []],
  ['a text', 'é\u2028"'],
  ['null', null],
])('writes %s as JSON.stringify does', async (_, value) => {
  expect(await jsonOf(value)).toBe(JSON.stringify(value));
});

test('other work is done while a long list is written', async () => {
  const long = Array.from({ length: 40 }, () => rows).flat();
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  await jsonOf({ righe: long });
  clearInterval(timer);
  expect(turns).toBeGreaterThan(2);
});
