import { type Field, isCounter, isQuantity, isScale, isSigned, stepsIn, wordsOf } from './fields';
import type { Garbled, PassingRead } from './proxy';

/** What a lie is about: the device, its fields, and the answers that it and others gave. */
export interface LieSubject {
  readonly read: PassingRead;
  readonly words: Uint16Array;
  readonly fields: readonly Field[];
  /** What the device answered to the same read when the lie began. */
  readonly first: Uint16Array;
  /** The newest answer of another device to a read of as many registers at the same place; null if there was none. */
  readonly foreign: Uint16Array | null;
  /** The newest answer to the read before this one. */
  readonly before: Uint16Array | null;
  /** From 0 for the first answer of the lie. */
  readonly turn: number;
}

export type Lie = (told: LieSubject) => Garbled;
export type Random = () => number;

/** How long a lie lasts, s; 0 for one answer of the main model, infinite for good. */
export interface ChosenLie {
  readonly name: string;
  readonly lastsS: number;
  readonly tell: Lie;
}

const pick = <T>(random: Random, list: readonly T[]): T => {
  const chosen = list[Math.floor(random() * list.length)];
  if (chosen === undefined) throw new Error('nothing to choose from');
  return chosen;
};

/** A copy of the answer with each of these fields changed. */
function changed(
  told: LieSubject,
  fields: readonly Field[],
  change: (words: number[], field: Field) => number[],
) {
  const { read, words } = told;
  const copy = Uint16Array.from(words);
  for (const field of fields) {
    const at = field.at - read.from;
    if (at < 0 || at + field.size > words.length) continue;
    const own = change([...words.subarray(at, at + field.size)], field);
    own.forEach((word, index) => {
      copy[at + index] = word;
    });
  }
  return copy;
}

const numbered =
  (steps: (before: bigint, field: Field) => bigint) =>
  (words: number[], field: Field): number[] =>
    wordsOf(steps(stepsIn(words, isSigned(field)), field), field.size);

/** Says the same of each field as long as it lasts. */
const onFields =
  (fields: readonly Field[], change: (words: number[], field: Field) => number[]): Lie =>
  told =>
    changed(told, fields, change);

const scaled = (factor: number) => numbered(steps => BigInt(Math.round(Number(steps) * factor)));

type Maker = (fields: readonly Field[], random: Random) => Lie;

const quantities = (fields: readonly Field[]) => fields.filter(isQuantity);
const counters = (fields: readonly Field[]) => fields.filter(isCounter);
const some = (fields: readonly Field[], random: Random): Field[] => {
  const share = pick(random, [0.1, 0.5, 1]);
  const chosen = fields.filter(() => random() < share);
  return chosen.length > 0 ? chosen : [pick(random, fields)];
};

/** Lies about any quantity. */
const ofAny: Readonly<Record<string, Maker>> = {
  sign: (fields, random) =>
    onFields(
      some(quantities(fields), random),
      numbered(steps => -steps),
    ),
  scale: (fields, random) =>
    onFields(some(quantities(fields), random), scaled(pick(random, [0.001, 0.01, 0.1, 10, 100, 1000]))),
  'scale factor': (fields, random) => {
    const by = pick(random, [-3, -2, -1, 1, 2, 3, 7]);
    const own = fields.filter(isScale);
    return onFields(
      own.length > 0 ? some(own, random) : fields,
      numbered(steps => steps + BigInt(by)),
    );
  },
  'word order': fields =>
    onFields(
      fields.filter(({ size }) => size > 1),
      words => words.reverse(),
    ),
  'byte order': (fields, random) =>
    onFields(some(quantities(fields), random), words =>
      words.map(word => ((word & 0xff) << 8) | (word >> 8)),
    ),
  'all ones': (fields, random) => onFields(some(fields, random), words => words.map(() => 0xffff)),
  'signed none': (fields, random) =>
    onFields(some(fields, random), words => words.map((_, index) => (index === 0 ? 0x8000 : 0))),
  zeros: (fields, random) => onFields(some(fields, random), words => words.map(() => 0)),
  'only zeros': () => told => new Uint16Array(told.words.length),
  'only ones': () => told => new Uint16Array(told.words.length).fill(0xffff),
  'one bit': (fields, random) => {
    const field = pick(random, fields);
    const [word, bit] = [Math.floor(random() * field.size), Math.floor(random() * 16)];
    return onFields([field], words =>
      words.map((each, index) => (index === word ? each ^ (1 << bit) : each)),
    );
  },
  'half of the bits': (fields, random) => {
    const masks = new Map(fields.map(({ at }) => [at, Math.floor(random() * 0x1_0000)]));
    return onFields(some(fields, random), (words, { at }) => words.map(word => word ^ (masks.get(at) ?? 0)));
  },
  noise:
    (_, random) =>
    ({ words }) =>
      words.map(() => Math.floor(random() * 0x1_0000)),
  stale:
    () =>
    ({ first }) =>
      first,
  foreign:
    () =>
    ({ foreign, words }) =>
      foreign ?? words,
  'answer before':
    () =>
    ({ before, words }) => {
      const copy = new Uint16Array(words.length);
      copy.set((before ?? words).subarray(0, words.length));
      return copy;
    },
  'one register late':
    () =>
    ({ words }) =>
      Uint16Array.from([words[0] ?? 0, ...words.subarray(0, words.length - 1)]),
  'one register early':
    () =>
    ({ words }) =>
      Uint16Array.from([...words.subarray(1), 0]),
  'one phase': (fields, random) => {
    const phase = pick(random, ['A', 'B', 'C']);
    const own = fields.filter(({ name }) =>
      new RegExp(`^(Aph|PhVph|W|VAR|PPVph|VAph|A|PhV)${phase}`).test(name),
    );
    const change = pick(random, [
      () => 0n,
      (steps: bigint) => steps * 10n,
      (steps: bigint) => -steps,
      () => 0x7ffen,
    ]);
    return onFields(own, numbered(change));
  },
  busy: (_, random) => {
    const exception = pick(random, [4, 5, 6, 11]);
    return () => ({ exception });
  },
  silence: () => () => null,
};

/** Steps by which a counter moves: from what nobody would notice to what no device ever counts. */
const leaps = [7n, 300n, 5_000n, 20_000n, 300_000n, 5_000_000n, 70_000_000n, 500_000_000n, 3_000_000_000n];

/** Lies about lifetime counters; those that are named `jump` may stand for good. */
const ofCounters: Readonly<Record<string, Maker>> = {
  'jump up': (fields, random) => {
    const by = pick(random, leaps) * pick(random, [1n, 10n, 100n]);
    return onFields(
      some(counters(fields), random),
      numbered(steps => steps + by),
    );
  },
  'jump down': (fields, random) => {
    const share = pick(random, [0.1, 0.5, 0.9, 0.999]);
    const firsts = new Map<number, bigint>();
    return onFields(
      some(counters(fields), random),
      numbered((steps, { at }) => {
        const by = firsts.get(at) ?? BigInt(Math.floor(Number(steps) * share));
        firsts.set(at, by);
        return steps - by;
      }),
    );
  },
  'jump to the start': (fields, random) => {
    const start = pick(random, [1n, 3n, 3_000n, 40_000n]);
    const firsts = new Map<number, bigint>();
    return onFields(
      counters(fields),
      numbered((steps, { at }) => {
        const first = firsts.get(at) ?? steps;
        firsts.set(at, first);
        return steps - first + start;
      }),
    );
  },
  'counter all ones': fields => onFields(counters(fields), words => words.map(() => 0xffff)),
  'counter zero': fields => onFields(counters(fields), words => words.map(() => 0)),
  'counter stuck': fields => told =>
    changed(told, counters(fields), (words, { at, size }) => {
      const from = at - told.read.from;
      return told.first.length === told.words.length ? [...told.first.subarray(from, from + size)] : words;
    }),
  'counter in other steps': (fields, random) =>
    onFields(some(counters(fields), random), scaled(pick(random, [0.001, 0.01, 0.1, 10, 100, 1000]))),
  'counter up and down': (fields, random) => {
    const by = pick(random, leaps);
    return told =>
      changed(
        told,
        counters(fields),
        numbered(steps => (told.turn % 2 === 0 ? steps + by : steps)),
      );
  },
  'counter runs away': (fields, random) => {
    const by = pick(random, leaps);
    return told =>
      changed(
        told,
        counters(fields),
        numbered(steps => steps + by * BigInt(told.turn + 1)),
      );
  },
  'counters swapped': fields => {
    const [a, b] = counters(fields).filter(({ name }) => /^Tot(Wh|VArh)(Exp|Imp)/.test(name));
    return told => {
      if (!a || !b) return changed(told, counters(fields), scaled(0.01));
      const at = (field: Field) => [
        ...told.words.subarray(field.at - told.read.from, field.at - told.read.from + field.size),
      ];
      const [own, other] = [at(a), at(b)];
      return changed(told, [a, b], (_, field) => (field === a ? other : own));
    };
  },
};

const lasting = [0, 0, 0, 30, 60, 60, 240, 420, 900, 3600] as const;

/** A lie about a device with these fields. One that moves a counter lasts for good in one of three cases. */
export function chooseLie(fields: readonly Field[], random: Random): ChosenLie {
  const hasCounters = counters(fields).length > 0;
  const makers = hasCounters && random() < 0.5 ? ofCounters : ofAny;
  const [name, make] = pick(random, Object.entries(makers));
  const isForGood = name.startsWith('jump') && random() < 1 / 3;
  const lastsS = isForGood ? Number.POSITIVE_INFINITY : pick(random, lasting);
  return { name, lastsS, tell: make(fields, random) };
}

/** The lifetime counters of active energy, moved. */
export const counting =
  (change: (steps: bigint, field: Field) => bigint) =>
  ({ read, words, fields }: LieSubject): Uint16Array => {
    const copy = Uint16Array.from(words);
    for (const field of fields.filter(
      each => isCounter(each) && /^(WH|TotWhExp|TotWhImp)$/.test(each.name),
    )) {
      const at = field.at - read.from;
      if (at < 0 || at + field.size > words.length) continue;
      const steps = stepsIn(words.subarray(at, at + field.size), false);
      copy.set(wordsOf(change(steps, field), field.size), at);
    }
    return copy;
  };
