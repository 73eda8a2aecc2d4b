import { describe, expect, test } from 'vitest';
import { decode, type WordsAt } from '../../../../../src/datalogger/sources/fieldbus/sunspec/decode';
import { models } from '../../../../../src/datalogger/sources/fieldbus/sunspec/models';
import { valueIn } from '../../../../../src/datalogger/sources/fieldbus/sunspec/types';
import { captures, isOfMaker, namedPoints } from '../../../../support/field-captures';

function named(id: number, length: number, at: WordsAt) {
  const model = models.get(id);
  if (!model) throw new Error(`No table of model ${id}`);
  return namedPoints(model, decode(model, length, at));
}

describe('registers of ten real devices are decoded as by an independent client', () => {
  test.each(captures.map(capture => [capture.name, capture] as const))('%s', (_name, capture) => {
    let compared = 0;
    for (const { id, address, points } of capture.models.filter(model => !isOfMaker(model.id))) {
      const start = address - capture.base;
      const own = named(id, capture.registers[start + 1] ?? 0, (offset, count) =>
        capture.registers.slice(start + offset, start + offset + count),
      );
      const expected = Object.fromEntries(Object.entries(points).filter(([name]) => !/\bPad$/.test(name)));
      expect({ id, ...own }).toEqual({ id, ...expected });
      compared += Object.keys(expected).length;
    }
    expect(compared).toBeGreaterThan(20);
  });
});

describe('values', () => {
  test.each([
    ['int16', [0x8000]],
    ['uint16', [0xffff]],
    ['enum16', [0xffff]],
    ['count', [0xffff]],
    ['bitfield16', [0x8001]],
    ['acc16', [0]],
    ['int32', [0x8000, 0]],
    ['uint32', [0xffff, 0xffff]],
    ['enum32', [0xffff, 0xffff]],
    ['bitfield32', [0x8000, 1]],
    ['acc32', [0, 0]],
    ['int64', [0x8000, 0, 0, 0]],
    ['uint64', [0xffff, 0xffff, 0xffff, 0xffff]],
    ['acc64', [0, 0, 0, 0]],
    ['float32', [0x7fc0, 0]],
    ['float32', [0xff80, 0]],
    ['sunssf', [0x8000]],
    ['sunssf', [11]],
    ['string', [0, 0x4142]],
    ['string', [0x2020, 0x0a00]],
    ['pad', [1]],
  ] as const)('%s %j is absent', (type, words) => {
    expect(valueIn(type, words, 0)).toBeNull();
  });

  test.each([
    ['int16', [0xffff], 0, -1],
    ['uint16', [1066], -1, 106.6],
    ['uint16', [18_500], 1, 185_000],
    ['int16', [0x7fff], -3, 32.767],
    ['uint32', [1, 0], 0, 65_536],
    ['int32', [0xffff, 0xffff], -2, -0.01],
    ['int64', [0xffff, 0xffff, 0xffff, 0xfffe], 0, -2],
    ['uint64', [0, 1, 0, 0], 0, 2 ** 32],
    ['int64', [0x8000, 0, 0, 0x0fff], 0, -(2 ** 63) + 0x0fff],
    ['int32', [0x8000, 1], 0, -(2 ** 31) + 1],
    ['acc32', [0xffff, 0xffff], 0, 4_294_967_295],
    ['float32', [0x4348, 0], 0, 200],
    ['sunssf', [0xfffe], 0, -2],
    ['string', [0x4142, 0x4300], 0, 'ABC'],
    ['string', [0x20c9, 0x1b41], 0, 'ÉA'],
  ] as const)('%s %j with 10^%i is %s', (type, words, power, value) => {
    expect(valueIn(type, words, power)).toBe(value);
  });

  test('a value without its scale factor is missing, and so is a block without registers', () => {
    expect(valueIn('uint16', [5], null)).toBeNull();
  });
});
