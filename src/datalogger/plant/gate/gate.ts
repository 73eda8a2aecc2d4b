import { quality } from '../../../contract/codes';
import type { ConfigKind, RecordOf } from '../../../contract/config/kinds';
import type { RefusalReason } from '../../../contract/refusals';
import type { Refusal } from '../snapshot';
import type { Answer, DeviceGroup, PlantSetup, Values } from '../source';
import { contradictions } from './consistency';
import { type Judge, judgeOf, recordsOf } from './judge';
import { type PlantRatings, ratingsOf } from './limits';
import { isTooFast, type Pace, pacesOf } from './pace';
import { RepeatedAnswers } from './repeated';
import { Standing } from './standing';

/** Points on which figures rest: an answer in which one of them is refused is uncertain as a whole. */
const weighty: Readonly<Partial<Record<DeviceGroup, readonly string[]>>> = {
  inverter: ['pac', 'qac', 'fac', 'pdc', 'udc', 'etot', 'eday'],
  mppt: ['p', 'i', 'u'],
  stringhe: ['i', 'u'],
  tracker: ['ang'],
  contatori: ['p', 'qac', 'f', 'e_imm', 'e_prel', 'eday'],
  sensori: ['v'],
  spi: ['uab', 'ubc', 'uca', 'f'],
  cci: ['p', 'qac', 'u'],
  di: ['raw'],
};

/** Some inverters answer with nothing but zeros while their own bus is busy. */
const zeroed = ['pac', 'fac', 'uab', 'ubc', 'uca', 'etot'];
const isNothing = (values: Values) => zeroed.every(point => (values[point] ?? 0) === 0);

interface Known {
  readonly record: RecordOf<ConfigKind>;
  readonly judge: Judge;
  readonly paces: Readonly<Record<string, Pace>>;
}

/** What a device was believed last. */
interface Memory {
  good: Values;
  state: number;
  at: number;
  /** Of points that are refused: the newest good value, and when it was read. */
  readonly held: Map<string, { readonly last: number | null; readonly lastAt: number | null }>;
}

/**
 * What is made of answers before anything else sees them: a value that the device cannot have is null, with the reason, and the newest
 * good value. Every group and every source goes through it (README.md).
 */
export class Gate {
  readonly #memories = new Map<string, Memory>();
  /** By group and record: made when a device answers, as thousands may be out of service. */
  #known = new Map<DeviceGroup, ReadonlyMap<number, () => Known>>();
  #setup: PlantSetup | null = null;
  #ratings: PlantRatings = { ratedKw: 0, gridVolt: 0 };
  readonly #standing = new Standing();
  readonly #repeated = new RepeatedAnswers();

  configure(setup: PlantSetup): void {
    this.#setup = setup;
    this.#ratings = ratingsOf(setup);
    this.#known = new Map();
  }

  /** The answers of a group's devices as they are believed. */
  pass(group: DeviceGroup, answers: readonly Answer[]): readonly Answer[] {
    const known = this.#knownOf(group);
    return answers.map(answer => {
      const own = known.get(answer.record)?.();
      if (!own) return answer;
      const judged = this.#judged(group, this.#repeated.pass(group, answer), own);
      return group === 'sensori' ? this.#measured(judged, own.record as RecordOf<'sensori'>) : judged;
    });
  }

  /** The answer of a sensor; a value that is only repeated is uncertain, and nothing is counted with it. */
  #measured(answer: Answer, record: RecordOf<'sensori'>): Answer {
    const stuckS = this.#standing.stuckS(answer, record, this.#setup?.site ?? null);
    if (stuckS === null) return answer;
    return { ...answer, stuckS, quality: Math.min(answer.quality ?? quality.good, quality.uncertain) };
  }

  #judged(group: DeviceGroup, answer: Answer, known: Known): Answer {
    const memory = this.#memoryOf(`${group}:${answer.record}:${answer.part}`);
    const before = group === 'inverter' ? busyAnswer(answer, memory) : null;
    if (before) return before;
    const refused = refusalsOf(group, answer, known, memory);
    if (answer.isResponding) remember(memory, answer, refused);
    return refused.size === 0 ? answer : withoutRefused(group, answer, refused, memory);
  }

  #knownOf(group: DeviceGroup): ReadonlyMap<number, () => Known> {
    let known = this.#known.get(group);
    if (!known) {
      const records = this.#setup ? recordsOf(this.#setup.configuration, group) : [];
      known = new Map(
        records.map(record => [
          record.id,
          once(() => ({
            record,
            judge: judgeOf(group, record, this.#ratings),
            paces: pacesOf(group, record),
          })),
        ]),
      );
      this.#known.set(group, known);
    }
    return known;
  }

  #memoryOf(key: string): Memory {
    let memory = this.#memories.get(key);
    if (!memory) {
      memory = { good: {}, state: 0, at: Number.NaN, held: new Map() };
      this.#memories.set(key, memory);
    }
    return memory;
  }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function refusalsOf(
  group: DeviceGroup,
  { values, sampled }: Answer,
  { judge, paces }: Known,
  memory: Memory,
): Map<string, RefusalReason> {
  const refused = new Map<string, RefusalReason>();
  for (const point in values) {
    const value = values[point] ?? null;
    const reason = value === null ? null : judge(point, value);
    if (reason !== null) refused.set(point, reason);
  }
  for (const [point, pace] of Object.entries(paces)) {
    const value = values[point] ?? null;
    const { last, lastAt } = lastOf(memory, point);
    if (value === null || last === null || lastAt === null || refused.has(point)) continue;
    if (isTooFast(pace, value - last, sampled - lastAt)) refused.set(point, 'salto');
  }
  for (const point of contradictions(group, values, judge)) refused.set(point, 'limite');
  return refused;
}

function lastOf({ good, at, held }: Memory, point: string): Omit<Refusal, 'reason'> {
  const last = good[point] ?? null;
  return held.get(point) ?? { last, lastAt: last === null ? null : at };
}

/** The answer before, ageing, in the place of one that holds nothing but zeros; null once that is too old, or where there is none. */
function busyAnswer(answer: Answer, { good, state, at }: Memory): Answer | null {
  const isBusy = answer.isResponding && isNothing(answer.values) && !Number.isNaN(at) && !isNothing(good);
  if (!isBusy || answer.sampled - at > answer.validS) return null;
  return { ...answer, values: good, state, sampled: at, quality: quality.uncertain };
}

function remember(memory: Memory, answer: Answer, refused: ReadonlyMap<string, RefusalReason>): void {
  for (const point of refused.keys())
    if (!memory.held.has(point)) memory.held.set(point, lastOf(memory, point));
  for (const point of memory.held.keys()) if (!refused.has(point)) memory.held.delete(point);
  memory.good = refused.size === 0 ? answer.values : without(answer.values, refused);
  memory.state = answer.state;
  memory.at = answer.sampled;
}

function without(values: Values, refused: ReadonlyMap<string, unknown>): Values {
  const left: Record<string, number | null> = { ...values };
  for (const point of refused.keys()) left[point] = null;
  return left;
}

function withoutRefused(
  group: DeviceGroup,
  answer: Answer,
  refused: ReadonlyMap<string, RefusalReason>,
  memory: Memory,
): Answer {
  const reasons = [...refused].map(([point, reason]): [string, Refusal] => [
    point,
    { reason, ...lastOf(memory, point) },
  ]);
  const isUncertain = weighty[group]?.some(point => refused.has(point)) ?? false;
  return {
    ...answer,
    values: without(answer.values, refused),
    refused: { ...answer.refused, ...Object.fromEntries(reasons) },
    ...(isUncertain && { quality: Math.min(answer.quality ?? quality.good, quality.uncertain) }),
  };
}
