import { expect, test } from 'vitest';
import { profiles } from '../../../../../src/contract/config/profiles';
import { numberIn } from '../../../../../src/datalogger/sources/fieldbus/profiles/driver';
import {
  checkedProfile,
  type WrittenProfile,
} from '../../../../../src/datalogger/sources/fieldbus/profiles/profile';
import { knownProfiles } from '../../../../../src/datalogger/sources/fieldbus/profiles/profiles';
import { sdm630 } from '../../../../../src/datalogger/sources/fieldbus/profiles/sdm630';
import { sungrowSg } from '../../../../../src/datalogger/sources/fieldbus/profiles/sungrow-sg';

test('every profile that a record may name is there, of its kind, and says where it is published', () => {
  for (const kind of ['inverters', 'contatori'] as const)
    for (const key of profiles[kind].filter(each => each !== 'sunspec' && each !== 'generico'))
      expect(knownProfiles.get(key)).toMatchObject({
        kind,
        key,
        sources: expect.arrayContaining([expect.any(String)]),
      });
  expect(knownProfiles.size).toBe(3);
});

const wrong: readonly (readonly [string, WrittenProfile])[] = [
  ['pacc is no point of its kind', { ...sungrowSg, points: { pacc: { at: 5031, type: 'u32' } } }],
  ['p is not read', { ...sdm630, points: { p: { at: 300, type: 'f32' } } }],
  ['p is not read', { ...sdm630, points: { p: { at: 0x4b, type: 'f32' } } }],
  ['no register 0', { ...sungrowSg, main: [{ from: 0, count: 10 }, ...sungrowSg.main] }],
  ['its state is not read', { ...sungrowSg, states: { at: 6000, codes: {} } }],
  [
    'i is of another input',
    {
      ...sungrowSg,
      inputs: { step: 1, most: 3, points: { u: { at: 5011, type: 'u16' }, i: { at: 5012, type: 'u16' } } },
    },
  ],
];
test.each(wrong)('%s', (words, profile) => {
  expect(() => checkedProfile(profile)).toThrow(words);
});

test.each([
  ['a field that is none', { ...sdm630, expression: 'p * 2' }],
  ['more registers than one request takes', { ...sdm630, main: [{ from: 0, count: 126 }] }],
  ['a state that is none', { ...sungrowSg, states: { at: 5038, codes: { 0: 77 } } }],
])('%s is refused', (_, profile) => {
  expect(() => checkedProfile(profile as never)).toThrow();
});

test.each([
  ['ABCD', [0x0001, 0xe240]],
  ['CDAB', [0xe240, 0x0001]],
  ['BADC', [0x0100, 0x40e2]],
  ['DCBA', [0x40e2, 0x0100]],
] as const)('123456 in the order %s', (order, words) => {
  const point = { at: 0, type: 'u32', times: 1, per: 1 } as const;
  expect(numberIn(Uint16Array.from(words), point, order)).toBe(123_456);
});

test('what means "not there" of each type is null, and so is what cannot be', () => {
  const read = (type: 'u16' | 'i16' | 'u32' | 'i32' | 'f32', ...words: number[]) =>
    numberIn(Uint16Array.from(words), { at: 0, type, times: 1, per: 10, most: 1000 }, 'ABCD');
  expect([
    read('u16', 0xffff),
    read('i16', 0x8000),
    read('i16', 0x7fff),
    read('u32', 0xffff, 0xffff),
  ]).toEqual(Array(4).fill(null));
  expect([
    read('i32', 0x7fff, 0xffff),
    read('f32', 0x7fc0, 0),
    read('f32', 0x7f80, 0),
    read('u16', 10_001),
  ]).toEqual(Array(4).fill(null));
  expect([read('u16', 1066), read('i16', 0xffff), read('i32', 0xffff, 0xfff6)]).toEqual([106.6, -0.1, -1]);
});
