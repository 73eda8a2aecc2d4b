/*
 * Values that no field of the API expects, whatever its type. JSON cannot express all of them: `beyondNumbers` stands for 1e999, which
 * is parsed to infinity, and is inserted after the JSON text is written.
 */
export type Random = () => number;

export const beyondNumbers = '@1e999@';

const longWord = 'W'.repeat(4000);
const longText = 'parola lunga '.repeat(400);

const nested = (depth: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

const numbers: readonly unknown[] = [
  ...[
    0,
    -1,
    1,
    2,
    1.5,
    -273.15,
    0.1 + 0.2,
    7e-9,
    5e-324,
    1e21,
    1e308,
    -1e308,
    -5e-324,
    2 ** 53,
    2 ** 31,
    4e12,
  ],
  ...[
    1_781_091_730, 1_781_091_730_000, 1e13, 9e14, 32_503_680_000, -1_781_091_730, 8.64e12, 8.64e15,
    253_402_300_800, 65_536, 999, 192,
  ],
  beyondNumbers,
];
const texts: readonly unknown[] = [
  ...[
    '',
    ' ',
    '0',
    '12',
    '-3',
    '12,5',
    '1e400',
    'true',
    'null',
    'ok',
    '2026-13-45',
    '2026-06-10',
    '0000-00-00',
  ],
  ...[
    '24:61',
    '+999999-01-01T00:00:00Z',
    'Europe/Atlantide',
    '<b>x</b><img src=x>',
    '../../etc',
    '%',
    '%E0%A4%A',
  ],
  ...[
    '\u202edrow',
    '\u0000',
    '\ud800',
    'אבג دهو',
    '👩‍👩‍👧‍👦',
    'a\nb\tc\u2028d',
    '{{count}} $t(menu.home)',
    '=1+1',
    longWord,
    longText,
  ],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length'],
];
const things: readonly unknown[] = [
  ...[null, null, true, false, [], {}, [[]], [{}], [null], [1, 2, 3], ['a'], { a: 1 }, { id: 1, nome: 'x' }],
  ...[
    { toString: 1, valueOf: 1 },
    { length: 1e9 },
    Object.fromEntries([['then', 1]]),
    { message: 'x' },
    { t: 1, v: 2 },
    { 0: 1, 1: 2 },
  ],
  ...[
    nested(60),
    [[[1]], [[2]]],
    Array.from({ length: 300 }, (_, index) => index),
    { constructor: 1, toJSON: 1 },
  ],
];

export const pick = <T>(random: Random, list: readonly T[]): T => {
  const chosen = list[Math.floor(random() * list.length)];
  if (chosen === undefined) throw new Error('nothing to choose from');
  return chosen;
};

/** A value of any type, most often of another type than `value`. */
export function foreignValue(random: Random, value: unknown): unknown {
  // In about 30 % of cases the type stays the same and the content changes: such a value gets past checks of the type.
  if (random() < 0.3) {
    if (typeof value === 'number')
      return pick(random, [...numbers, -value, value * 1e6, value / 1e6, String(value)]);
    if (typeof value === 'string')
      return pick(random, [...texts, value + value, value.slice(1), value.toUpperCase()]);
  }
  const list = pick<readonly (unknown | undefined)[]>(random, [
    numbers,
    texts,
    things,
    // The text of an object is what a console must not show: here it would come from the test.
    [[value], { value }, typeof value === 'object' ? '' : String(value)],
  ]);
  const index = Math.floor(random() * list.length);
  return list[index];
}
