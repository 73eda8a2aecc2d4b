import type { Unit } from '../../../scripts/plant-server/layout';
import type { ConfigKind } from '../../../src/contract/config/kinds';
import { uniform } from '../../../src/datalogger/sources/simulator/physics/random';
import type { Field } from './fields';
import { type ChosenLie, chooseLie, type Random } from './lies';
import type { Garbled, PassingRead } from './proxy';

/** A unit that may lie, and the records that are read through it. */
export interface LyingUnit extends Unit {
  readonly kind: ConfigKind;
  readonly ids: readonly number[];
  readonly fields: readonly Field[];
  readonly random: Random;
  lie: (ChosenLie & { readonly since: number; until: number; turn: number }) | null;
  nextAt: number;
  /** Names and times of its lies. */
  readonly told: { readonly name: string; readonly t: number; readonly lastsS: number }[];
  /** Lies that stand for good, one over the other. */
  readonly standing: ChosenLie[];
}

export interface LiarOptions {
  readonly seed: number;
  /** Epoch seconds. */
  readonly startAt: number;
  /** Honest seconds before the first lie and after each, at least. */
  readonly restS: number;
}

/** Shorter reads are those that walk the chain of models. */
const shortestMain = 10;

/** Garbles the answers of units by seed. */
export class Liar {
  readonly #units = new Map<string, LyingUnit & { ids: number[] }>();
  readonly #options: LiarOptions;
  #t: number;
  #isLying = true;
  readonly #newest = new Map<string, Uint16Array>();
  readonly #before = new Map<string, Uint16Array>();

  constructor(options: LiarOptions) {
    this.#options = options;
    this.#t = options.startAt;
  }

  get units(): readonly LyingUnit[] {
    return [...this.#units.values()];
  }

  get count(): number {
    return this.units.reduce((sum, { told }) => sum + told.length, 0);
  }

  /** A record that is read from a unit; `fieldsOf` is called for the first record of the unit. */
  add(kind: ConfigKind, id: number, { line, unit }: Unit, fieldsOf: () => readonly Field[]): void {
    const own = this.#units.get(`${line}/${unit}`);
    if (own) {
      own.ids.push(id);
      return;
    }
    const { seed, startAt, restS } = this.#options;
    const stream = 1000 * line + unit;
    let index = 0;
    const random = () => uniform(seed, stream, index++);
    this.#units.set(`${line}/${unit}`, {
      line,
      unit,
      kind,
      ids: [id],
      fields: fieldsOf(),
      random,
      lie: null,
      nextAt: startAt + restS * (0.5 + random()),
      told: [],
      standing: [],
    });
  }

  advance(t: number): void {
    this.#t = t;
    for (const unit of this.units) this.#turn(unit);
  }

  /** Ends every lie that is not for good; no further one begins. */
  calm(): void {
    this.#isLying = false;
    for (const unit of this.units) unit.lie = null;
  }

  /** What is read of a record is garbled from now on. */
  say(kind: ConfigKind, id: number, lie: ChosenLie): void {
    const unit = this.units.find(each => each.kind === kind && each.ids.includes(id));
    if (unit) this.#begin(unit, lie);
  }

  garble(read: PassingRead, words: Uint16Array): Garbled {
    const unit = this.#units.get(`${read.line}/${read.unit}`);
    if (!unit) return words;
    const own = `${read.line}/${read.unit}:${read.from}:${read.count}`;
    let told: Garbled = words;
    for (const standing of unit.standing) told = this.#tell(standing, unit, read, told, 0);
    const { lie } = unit;
    const isMain = read.count >= shortestMain;
    if (lie && (isMain || lie.lastsS > 0)) {
      told = this.#tell(lie, unit, read, told, lie.turn);
      lie.turn++;
      if (lie.lastsS === 0) {
        unit.lie = null;
        unit.nextAt = this.#t + this.#options.restS * (1 + unit.random());
      }
    } else if (told instanceof Uint16Array) this.#newest.set(own, told);
    if (told instanceof Uint16Array) this.#before.set(`${read.line}/${read.unit}`, told);
    return told;
  }

  #turn(unit: LyingUnit): void {
    const { lie, random } = unit;
    if (lie && this.#t >= lie.until) {
      unit.lie = null;
      unit.nextAt = this.#t + this.#options.restS * (1 + random());
      if (!Number.isFinite(lie.lastsS)) unit.standing.push(lie);
      return;
    }
    if (lie || !this.#isLying || this.#t < unit.nextAt) return;
    this.#begin(unit, chooseLie(unit.fields, random));
  }

  #begin(unit: LyingUnit, chosen: ChosenLie): void {
    unit.told.push({ name: chosen.name, t: this.#t, lastsS: chosen.lastsS });
    // One answer is the first of the main model; one for good becomes the rule at once.
    const lastsS = chosen.lastsS === 0 ? 3600 : Number.isFinite(chosen.lastsS) ? chosen.lastsS : 0;
    unit.lie = { ...chosen, since: this.#t, until: this.#t + lastsS, turn: 0 };
    if (!Number.isFinite(chosen.lastsS)) this.#turn(unit);
  }

  #tell(lie: ChosenLie, unit: LyingUnit, read: PassingRead, words: Garbled, turn: number): Garbled {
    if (!(words instanceof Uint16Array)) return words;
    const own = `${read.line}/${read.unit}:${read.from}:${read.count}`;
    const end = `:${read.from}:${read.count}`;
    const others = [...this.#newest].filter(([key]) => key.endsWith(end) && key !== own);
    const foreign = others[Math.floor(others.length / 2)]?.[1] ?? null;
    const before = this.#before.get(`${read.line}/${read.unit}`) ?? null;
    const first = this.#newest.get(own) ?? words;
    return lie.tell({ read, words, fields: unit.fields, first, foreign, before, turn });
  }
}
