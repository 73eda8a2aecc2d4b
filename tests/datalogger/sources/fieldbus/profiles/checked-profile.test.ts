import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { library } from '../../../../../src/datalogger/sources/fieldbus/profiles/library';
import {
  type NumberType,
  type Order,
  rawNumber,
} from '../../../../../src/datalogger/sources/fieldbus/profiles/numbers';
import type { Point } from '../../../../../src/datalogger/sources/fieldbus/profiles/profile';
import { readProfileFile } from '../../../../../src/datalogger/sources/fieldbus/profiles/read-file';
import { valueIn } from '../../../../../src/datalogger/sources/fieldbus/profiles/values';

const folder = join(import.meta.dirname, '../../../../../src/datalogger/sources/fieldbus/profiles/library');
const textOf = (key: string) => readFileSync(join(folder, `${key}.json`), 'utf8');

test('every file of the library is a whole profile, named as its key, and says where its registers are published', () => {
  const keys = readdirSync(folder).map(name => name.replace(/\.json$/, ''));
  expect([...library.keys()].sort()).toEqual(keys.sort());
  for (const key of keys) {
    const read = readProfileFile(textOf(key));
    expect(read).toEqual({ kind: 'profile', profile: library.get(key) });
    expect(library.get(key)?.sources.every(({ document }) => document.length > 10)).toBe(true);
  }
});

type Change = (file: Record<string, unknown> & { points: Record<string, object> }) => unknown;
const sungrow: Change = file => file;
/** The faults of a file of the library after a change, each with the text of its line. */
function faultsOf(key: string, change: Change) {
  const file = JSON.parse(textOf(key));
  change(file);
  const text = JSON.stringify(file, null, 1);
  const read = readProfileFile(text);
  if (read.kind === 'profile') return [];
  return read.faults.map(({ line, reason }) => [text.split('\n')[line - 1]?.trim(), reason]);
}

test.each<[string, string, Change, string]>([
  [
    'a point that is none',
    'sungrow-sg',
    file => {
      file.points.pacc = { at: 5031, type: 'u32' };
    },
    '"pacc": {',
  ],
  [
    'a point that is not read',
    'sdm630',
    file => {
      file.points.p = { at: 300, type: 'f32' };
    },
    '"p": {',
  ],
  [
    'half a number',
    'sdm630',
    file => {
      file.points.p = { at: 75, type: 'f32' };
    },
    '"p": {',
  ],
  [
    'a state that is not read',
    'sungrow-sg',
    file => {
      file.states = { at: 6000, codes: {} };
    },
    '"states": {',
  ],
  [
    'a register 0 where they count from 1',
    'sungrow-sg',
    file => {
      file.slow = [
        { from: 0, count: 10 },
        { from: 5071, count: 1 },
        { from: 5081, count: 2 },
      ];
    },
    '{',
  ],
  [
    'registers beyond the last',
    'sdm630',
    file => {
      file.slow = [{ from: 65_500, count: 100 }];
    },
    '{',
  ],
  [
    'more registers than one request takes',
    'sdm630',
    file => {
      file.slow = [{ from: 0, count: 126 }];
    },
    '"count": 126',
  ],
  [
    'an input with registers of another',
    'sungrow-sg',
    file => {
      file.inputs = [
        { step: 1, most: 3, points: { u: { at: 5011, type: 'u16' }, i: { at: 5012, type: 'u16' } } },
      ];
    },
    '"i": {',
  ],
  [
    'a field that is none',
    'sdm630',
    file => {
      file.expression = 'p * 2';
    },
    '"expression": "p * 2"',
  ],
  [
    'a state that is none',
    'sungrow-sg',
    file => {
      file.states = { at: 5038, codes: { 0: 'dancing' } };
    },
    '"0": "dancing"',
  ],
  [
    'a scale that is not read',
    'sdm630',
    file => {
      file.points.p = { at: 52, type: 'f32', scale: { at: 900, type: 'i16' } };
    },
    '"scale": {',
  ],
  [
    'bits that there are not',
    'sungrow-sg',
    file => {
      file.points.tcab = { at: 5008, type: 'u16', bits: { from: 12, count: 8 } };
    },
    '"bits": {',
  ],
  [
    'an event of a meter, which has none of our catalogue',
    'sdm630',
    file => {
      file.alarms = [{ at: 0, type: 'u16', as: 'bits', reports: { 3: { text: 'Fuse', event: 'fuse' } } }];
    },
    '"3": {',
  ],
  [
    'a function of an interface protection in an inverter',
    'sungrow-sg',
    file => {
      file.alarms = [{ at: 5038, type: 'u16', as: 'bits', reports: { 3: { text: 'U>', trips: '59.S1' } } }];
    },
    '"3": {',
  ],
  [
    'a state of another kind',
    'sungrow-sg',
    file => {
      file.states = { at: 5038, codes: { 0: 'windStow' } };
    },
    '"0": "windStow"',
  ],
  [
    'instances of a device that is commanded',
    'sungrow-sg',
    file => {
      file.instances = { step: 1, most: 2 };
    },
    '"instances": {',
  ],
  [
    'instances beyond the last register',
    'sdm630',
    file => {
      file.instances = { step: 10_000, most: 8 };
    },
    '"instances": {',
  ],
])('%s is refused with its line', (_, key, change, line) => {
  expect(faultsOf(key, sungrow)).toEqual([]);
  expect(faultsOf(key, change)).toEqual([[line, expect.any(String)]]);
});

test.each([
  ['{\n "format": 1,\n "key" "x"\n}', 3, ': is missing'],
  ['{\n "format": 1,\n "format": 1\n}', 3, 'format is there twice'],
  ['{\n "format": 01\n}', 2, '} is missing'],
  ['[[[[[[[[[[[[[[[[[[[[', 1, 'too deep'],
  ['{} {}', 1, 'something follows the end of the document'],
  ['"text', 1, 'a text does not end'],
])('%j is refused in its line', (text, line, reason) => {
  expect(readProfileFile(text)).toEqual({ kind: 'faults', faults: [{ line, reason }] });
});

test('a text that is too long is refused unread', () => {
  expect(readProfileFile(' '.repeat(70_000))).toMatchObject({ kind: 'faults', faults: [{ line: 1 }] });
});

test.each([
  ['ABCD', [0x0001, 0xe240]],
  ['CDAB', [0xe240, 0x0001]],
  ['BADC', [0x0100, 0x40e2]],
  ['DCBA', [0x40e2, 0x0100]],
] as const)('123456 in the order %s', (order, words) => {
  expect(rawNumber(words, 'u32', order)).toBe(123_456);
});

test.each<[NumberType, number[], Order, number | null]>([
  ['u64', [0, 0, 0x0001, 0xe240], 'ABCD', 123_456],
  ['u64', [0xe240, 0x0001, 0, 0], 'CDAB', 123_456],
  ['i64', [0xffff, 0xffff, 0xffff, 0xfffe], 'ABCD', -2],
  ['f64', [0x40fe, 0x2400, 0, 0], 'ABCD', 123_456],
  ['f64', [0x7ff8, 0, 0, 0], 'ABCD', null],
  ['bcd16', [0x1234], 'ABCD', 1234],
  ['bcd16', [0x12ab], 'ABCD', null],
  ['bcd32', [0x0012, 0x3456], 'ABCD', 123_456],
  ['m10k32', [12, 3456], 'ABCD', 123_456],
  ['m10k32', [3456, 12], 'CDAB', 123_456],
  ['m10k48', [1, 2, 3], 'ABCD', 100_020_003],
  ['m10k64', [0, 0, 12, 3456], 'ABCD', 123_456],
  ['m10k32', [12, 12_345], 'ABCD', null],
  ['u32', [1], 'ABCD', null],
])('%s in %j (%s) is %s', (type, words, order, value) => {
  expect(rawNumber(words, type, order)).toBe(value);
});

/** The value of a point at register 0 of these words. */
const pointValue = (point: Partial<Point> & Pick<Point, 'type'>, ...words: number[]) =>
  valueIn({ at: 0, times: 1, per: 1, ...point }, 'ABCD', (at, count) =>
    at + count <= words.length ? words.slice(at, at + count) : null,
  );

test('what means "not there" of each type is null, and so is what cannot be', () => {
  const read = (type: NumberType, ...words: number[]) => pointValue({ type, per: 10, most: 1000 }, ...words);
  expect([
    read('u16', 0xffff),
    read('i16', 0x8000),
    read('i16', 0x7fff),
    read('u32', 0xffff, 0xffff),
    read('i32', 0x7fff, 0xffff),
    read('u64', 0xffff, 0xffff, 0xffff, 0xffff),
    read('i64', 0x8000, 0, 0, 0),
    read('f32', 0x7fc0, 0),
    read('f32', 0x7f80, 0),
    read('u16', 10_001),
  ]).toEqual(Array(10).fill(null));
  expect([read('u16', 1066), read('i16', 0xffff), read('i32', 0xffff, 0xfff6)]).toEqual([106.6, -0.1, -1]);
});

test('a scale of another register, and bits of a register', () => {
  const scale = { at: 1, type: 'i16', divides: false } as const;
  expect(pointValue({ type: 'u16', scale }, 1234, 0xfffe)).toBe(12.34);
  expect(pointValue({ type: 'u16', scale }, 1234, 2)).toBe(123_400);
  expect(pointValue({ type: 'u16', scale: { ...scale, divides: true } }, 1234, 2)).toBe(12.34);
  expect(pointValue({ type: 'u16', scale }, 1234, 0x8000)).toBeNull();
  expect(pointValue({ type: 'u16', scale }, 1234)).toBeUndefined();
  expect(pointValue({ type: 'u16', bits: { from: 4, count: 4 } }, 0xab5c)).toBe(5);
});
