import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MappedModel, Registers } from '../../../../../src/datalogger/sources/fieldbus/device-driver';
import {
  AllowedWrite,
  allowedPoints,
} from '../../../../../src/datalogger/sources/fieldbus/sunspec/allowed-write';
import { SunSpecControls } from '../../../../../src/datalogger/sources/fieldbus/sunspec/controls';
import { models } from '../../../../../src/datalogger/sources/fieldbus/sunspec/models';
import type { Found } from '../../../../../src/datalogger/sources/fieldbus/sunspec/plan';

const start = 40_100;

function foundOf(id: number): Found {
  const table = models.get(id);
  if (!table) throw new Error(`no model ${id}`);
  const mapped: MappedModel = { id, from: start + 2, length: table.fixed - 2, said: table.fixed - 2 };
  return { unit: 1, mapped, table };
}

/** Registers whose model begins at `start`, with its right id and length. */
function registersOf({ mapped }: Found, words: readonly number[]): Registers {
  const all = [mapped.id, mapped.length, ...words];
  return {
    at: (_, from, count) =>
      from >= start && from + count <= start + all.length
        ? Uint16Array.from(all.slice(from - start, from - start + count))
        : null,
  };
}

/** The addresses of the points that may be written to a model. */
const allowedAddresses = ({ mapped, table }: Found) =>
  new Set(
    table.points
      .filter(({ name }) => name in (allowedPoints[mapped.id] ?? {}))
      .flatMap(({ offset, size }) => Array.from({ length: size }, (_, index) => start + offset + index)),
  );

test('what may be written are points of 123 and 704, and nothing that connects, disconnects or trips', () => {
  expect(Object.keys(allowedPoints)).toEqual(['123', '704']);
  for (const [id, points] of Object.entries(allowedPoints)) {
    const names = models.get(Number(id))?.points.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(Object.keys(points)));
    expect(Object.keys(points)).not.toContain('Conn');
  }
});

test('a block with any other point is no write', () => {
  const found = foundOf(123);
  const registers = registersOf(
    found,
    Array.from({ length: 24 }, () => 0),
  );
  const make = (block: string[]) => () => AllowedWrite.of(found, block, { Conn: 0 }, registers);
  expect(make(['Conn'])).toThrow(RangeError);
  expect(make(['WMaxLimPct', 'WMaxLim_Ena'])).toThrow(RangeError);
  expect(make(['WMaxLim_Ena', 'OutPFSet'])).toThrow(RangeError);
  expect(() => AllowedWrite.of(foundOf(121), ['WMax'], { WMax: 1 }, registers)).toThrow(RangeError);
});

test('whatever the registers hold and whatever is wished, only allowed registers are written, within bounds', () => {
  const word = fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.constantFrom(0, 1, 0xffff, 0x8000, 0xfffe));
  let written = 0;
  for (const id of [123, 704]) {
    const found = foundOf(id);
    const addresses = allowedAddresses(found);
    const count = found.table.fixed - 2;
    const controls = new SunSpecControls(found, null);
    const limitAt = start + (found.table.points.find(({ name }) => name === 'WMaxLimPct')?.offset ?? 0);
    fc.assert(
      fc.property(
        fc.array(word, { minLength: count, maxLength: count }),
        fc.constantFrom('active', 'reactive', 'factor'),
        fc.option(fc.oneof(fc.double(), fc.double({ min: -200, max: 200 }))),
        // A scale factor that is one, or anything.
        fc.option(fc.integer({ min: -3, max: 0 })),
        (words, quantity, value, scale) => {
          for (const { type, offset } of found.table.points)
            if (type === 'sunssf' && scale !== null) words[offset - 2] = scale & 0xffff;
          const setting = controls.setting(registersOf(found, words), quantity, value, 120);
          for (const { request } of setting?.writes ?? []) {
            written++;
            expect(request.words).toHaveLength(request.count);
            request.words.forEach((written, index) => {
              expect(addresses.has(request.from + index)).toBe(true);
              if (request.from + index === limitAt && scale !== null)
                expect(written).toBeLessThanOrEqual(100 * 10 ** -scale);
            });
          }
        },
      ),
      { numRuns: 3000 },
    );
  }
  expect(written).toBeGreaterThan(300);
});

test('a power factor has a size and an excitation', () => {
  const found = foundOf(704);
  const words = Array.from({ length: found.table.fixed - 2 }, () => 0);
  const offset = (name: string) => (found.table.points.find(point => point.name === name)?.offset ?? 0) - 2;
  words[offset('PF_SF')] = -3 & 0xffff;
  const controls = new SunSpecControls(found, null);
  const told = (value: number | null) =>
    controls
      .setting(registersOf(found, words), 'factor', value, 120)
      ?.writes.map(({ parts }) => parts.map(({ name, words: [word] }) => [name, word]));
  const enabling = (on: number) => [
    ['PFWInjEna', on],
    ['PFWInjEnaRvrt', 0],
    ['PFWInjRvrtTms', 0],
  ];
  const value = (factor: number, excitation: number) => [
    ['PFWInj.PF', factor],
    ['PFWInj.Ext', excitation],
  ];
  // Negative is inductive: under-excited.
  expect(told(-0.95)).toEqual([value(950, 1), enabling(1)]);
  expect(told(0.95)).toEqual([value(950, 0), enabling(1)]);
  expect(told(0.2)).toEqual([value(900, 0), enabling(1)]);
  expect(told(null)).toEqual([enabling(0)]);
});
