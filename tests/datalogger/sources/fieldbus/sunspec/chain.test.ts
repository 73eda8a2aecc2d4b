import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Identified } from '../../../../../src/datalogger/sources/fieldbus/device-driver';
import type { Read } from '../../../../../src/datalogger/sources/fieldbus/modbus/read';
import { identify } from '../../../../../src/datalogger/sources/fieldbus/sunspec/chain';
import { captureOf, captures, type ReadLog, readFrom } from '../../../../support/field-captures';

const mark = [0x5375, 0x6e53];
const end = [0xffff, 0];

const ascii = (text: string, size: number) =>
  Array.from(
    { length: size },
    (_, index) => ((text.charCodeAt(2 * index) || 0) << 8) | (text.charCodeAt(2 * index + 1) || 0),
  );

/** A model of identity of this length, and the length that it says of itself. */
const identity = (serial: string, length = 66, said = length) =>
  [
    1,
    said,
    ...ascii('Maker', 16),
    ...ascii('Model', 16),
    ...ascii('', 8),
    ...ascii('1.0', 8),
    ...ascii(serial, 16),
    1,
    0x8000,
  ].slice(0, 2 + length);

const model = (id: number, length: number, said = length) => [id, said, ...Array(length).fill(7)];

const at = (registers: readonly (number | undefined)[], base = 40_000, log?: ReadLog) =>
  identify(readFrom({ base, registers }, log), { unit: 1, base: 40_000 });

/** Ids of the models of each device. */
const idsOf = (identified: Identified) =>
  identified.kind === 'found'
    ? identified.map.devices.map(({ models }) => models.map(({ id }) => id))
    : identified.kind;

describe('registers of real devices', () => {
  test.each(captures.map(capture => [capture.name, capture] as const))(
    '%s: every model is found',
    async (_, capture) => {
      const log = { reads: 0, largest: 0 };
      const found = await at(capture.registers, capture.base, log);
      if (found.kind !== 'found') throw new Error(found.kind);
      expect(found.map.base).toBe(capture.base);
      const models = found.map.devices.flatMap(device => device.models);
      // The independent client leaves out models whose definition it lacks.
      expect(models.map(({ id, from }) => [id, from - 2])).toEqual(
        expect.arrayContaining(capture.models.map(({ id, address }) => [id, address])),
      );
      const { Mn, Md, Vr, SN } = capture.models[0]?.points ?? {};
      expect(found.map.devices[0]?.nameplate).toEqual({
        maker: Mn ?? '',
        model: Md ?? '',
        version: Vr ?? '',
        serial: SN ?? '',
      });
      expect(log.largest).toBeLessThanOrEqual(125);
      // A header each, the mark, the nameplate, and the inputs once.
      expect(log.reads).toBeLessThanOrEqual(models.length + 9);
    },
  );

  test('without the end of its chain, every capture has the same models', async () => {
    for (const { registers, base } of captures) {
      const cut = registers.lastIndexOf(0xffff);
      const whole = await at(registers, base);
      expect(idsOf(await at(registers.slice(0, cut), base))).toEqual(idsOf(whole));
      expect(idsOf(await at([...registers.slice(0, cut), 0], base))).toEqual(idsOf(whole));
    }
  });
});

describe('odd chains', () => {
  const both = [...mark, ...identity('A'), ...model(103, 50)];

  test.each([
    ['an end', [...both, ...end]],
    ['no end', both],
    ['one lone zero', [...both, 0]],
    ['zeros', [...both, 0, 0, 0]],
    ['an end that says a length', [...both, 0xffff, 5]],
  ])('with %s', async (_, registers) => {
    expect(idsOf(await at(registers))).toEqual([[1, 103]]);
  });

  test('models in any order, repeated, of makers, of length one, at odd addresses', async () => {
    const registers = [
      ...mark,
      ...identity('A', 65),
      ...model(160, 8),
      ...model(64_110, 1),
      ...model(103, 50),
      ...model(502, 28),
      ...model(502, 28),
      ...end,
    ];
    expect(idsOf(await at(registers))).toEqual([[1, 160, 64_110, 103, 502, 502]]);
  });

  test('a further model of identity begins a further device', async () => {
    const registers = [
      ...mark,
      ...identity('INV'),
      ...model(103, 50),
      ...identity('M1', 65),
      ...model(203, 105),
      ...identity('M2'),
      ...model(203, 105),
      ...end,
    ];
    const found = await at(registers);
    expect(idsOf(found)).toEqual([
      [1, 103],
      [1, 203],
      [1, 203],
    ]);
    expect(found.kind === 'found' && found.map.devices.map(({ nameplate }) => nameplate.serial)).toEqual([
      'INV',
      'M1',
      'M2',
    ]);
  });

  test('a length that counts the mark too is understood', async () => {
    const registers = [...mark, ...identity('A', 66, 68), ...model(103, 50), ...end];
    expect(idsOf(await at(registers))).toEqual([[1, 103]]);
  });

  test('a model that ends beyond the last register is cut, and the chain before it kept', async () => {
    const found = await at([...mark, ...identity('A'), ...model(103, 50), ...model(64_001, 88, 65_535)]);
    expect(idsOf(found)).toEqual([[1, 103, 64_001]]);
    const last = found.kind === 'found' ? found.map.devices[0]?.models.at(-1) : undefined;
    expect((last?.from ?? 0) + (last?.length ?? 0)).toBe(65_536);
  });

  test('registers that the device refuses inside a model do not hide the models after it', async () => {
    const registers: (number | undefined)[] = [
      ...mark,
      ...identity('SERIAL'),
      ...model(103, 50),
      ...model(160, 88),
      ...end,
    ];
    registers.fill(undefined, 20, 36);
    registers.fill(undefined, 80, 100);
    const found = await at(registers);
    expect(idsOf(found)).toEqual([[1, 103, 160]]);
    expect(found.kind === 'found' && found.map.devices[0]?.nameplate).toMatchObject({
      maker: '',
      serial: 'SERIAL',
    });
  });
});

describe('inputs that cannot all be read', () => {
  const head = { 160: 8, 714: 18 } as const;
  const block = { 160: 20, 714: 25 } as const;

  test.each([
    [714, 3, 1],
    [714, 3, 3],
    [714, 3, 0],
    [160, 12, 12],
    [160, 12, 7],
    [160, 12, 5],
    [160, 12, 3],
  ] as const)('of %i with %i blocks, %i are there', async (id, said, there) => {
    const length = head[id] + said * block[id];
    const whole = [...mark, ...identity('A'), ...model(id, length)];
    // What is refused lies at the end of the model; the next model answers.
    const registers: (number | undefined)[] = [...whole, ...model(103, 50), ...end];
    const start = whole.length - length;
    registers.fill(undefined, start + head[id] + there * block[id], whole.length);
    const found = await at(registers);
    expect(idsOf(found)).toEqual([[1, id, 103]]);
    const mapped = found.kind === 'found' ? found.map.devices[0]?.models[1] : undefined;
    expect(mapped?.length).toBe(head[id] + there * block[id]);
  });
});

describe('where the chain begins', () => {
  test.each([40_000, 50_000, 0])('at %i', async base => {
    const found = await at([...mark, ...identity('A'), ...end], base);
    expect(found).toMatchObject({ kind: 'found', map: { base } });
  });

  test('the configured base is asked first', async () => {
    const log = { reads: 0, largest: 0 };
    const read = readFrom({ base: 50_000, registers: [...mark, ...identity('A'), ...end] }, log);
    expect((await identify(read, { unit: 1, base: 50_000 })).kind).toBe('found');
    // The mark, the header, its end, the nameplate.
    expect(log.reads).toBe(4);
  });

  test('other registers at every base are foreign; none at all is what the device said', async () => {
    expect(await at(Array(200).fill(1))).toEqual({ kind: 'foreign' });
    expect(await at([], 40_000)).toEqual({ kind: 'exception', code: 2 });
  });

  test('a silent unit is asked once', async () => {
    const log = { reads: 0, largest: 0 };
    const read = readFrom({ unit: 9, base: 40_000, registers: mark }, log);
    expect(await identify(read, { unit: 1, base: 40_000 })).toEqual({ kind: 'timeout' });
    expect(log.reads).toBe(1);
  });
});

describe('devices that fail in the middle', () => {
  const registers = captureOf('fimer-pvs175').registers;
  const failing = (afterReads: number, reply: Awaited<ReturnType<Read>>): Read => {
    const good = readFrom({ base: 40_000, registers });
    let reads = 0;
    return request => (++reads > afterReads ? Promise.resolve(reply) : good(request));
  };

  test.each([
    [{ kind: 'timeout' }],
    [{ kind: 'exception', code: 6 }],
    [{ kind: 'exception', code: 11 }],
    [{ kind: 'malformed' }],
    [{ kind: 'no-connection', cause: 'closed' }],
  ] as const)('%j ends the walk without half a map', async reply => {
    for (const afterReads of [0, 1, 5])
      expect(await identify(failing(afterReads, reply), { unit: 1, base: 40_000 })).toEqual(reply);
  });

  test('a device that is silent beyond its last model is found', async () => {
    const good = readFrom({ base: 40_000, registers: [...mark, ...identity('A'), ...model(103, 50)] });
    const read: Read = async request => {
      const reply = await good(request);
      return reply.kind === 'exception' ? { kind: 'timeout' } : reply;
    };
    expect(idsOf(await identify(read, { unit: 1, base: 40_000 }))).toEqual([[1, 103]]);
  });
});

describe('chains without an end take a bounded number of reads', () => {
  test.each([
    ['length 0', () => 0],
    ['length 1', () => 1],
    ['length 900', () => 900],
    ['length 65535', () => 65_535],
  ])('%s', async (_, length) => {
    let reads = 0;
    const read: Read = async ({ from, count }) => {
      reads++;
      const words = Array.from({ length: count }, (_, index) => {
        const place = from + index - 40_000;
        return mark[place] ?? (place % 2 === 0 ? 1 : length());
      });
      return { kind: 'values', values: Uint16Array.from(words) };
    };
    const found = await identify(read, { unit: 1, base: 40_000 });
    expect(found.kind).toBe('found');
    expect(reads).toBeLessThanOrEqual(200);
  });

  test('whatever the registers hold, a walk ends and does not throw', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(0xffff), { maxLength: 400 }), async words => {
        const log = { reads: 0, largest: 0 };
        const found = await at([...mark, ...words], 40_000, log);
        expect(log.reads).toBeLessThan(250);
        if (found.kind !== 'found') return;
        for (const { from, length } of found.map.devices.flatMap(({ models }) => models))
          expect(from + length).toBeLessThanOrEqual(65_536);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a length that differs from the official one', () => {
  test.each([52, 48, 0])('%i instead of 50: the models behind it are found', async said => {
    const registers = [...mark, ...identity('A'), ...model(103, 50, said), ...model(123, 24), ...end];
    const found = await at(registers);
    expect(idsOf(found)).toEqual([[1, 103, 123]]);
    expect(found.kind === 'found' && found.map.devices[0]?.models[1]).toEqual({
      id: 103,
      from: 40_072,
      length: 50,
      said,
    });
  });

  test('is believed where a known model follows it', async () => {
    const registers = [...mark, ...identity('A'), ...model(103, 52), ...model(123, 24), ...end];
    expect(idsOf(await at(registers))).toEqual([[1, 103, 123]]);
  });

  test('is believed where no model follows the official one either', async () => {
    const registers = [...mark, ...identity('A'), ...model(103, 52), ...model(64_110, 9), ...end];
    expect(idsOf(await at(registers))).toEqual([[1, 103, 64_110]]);
  });
});
