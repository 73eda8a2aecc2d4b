import { fieldConfiguration, type Unit } from '../../../scripts/plant-server/layout';
import { PlantServer } from '../../../scripts/plant-server/plant';
import type { ConfigKind, Configuration } from '../../../src/contract/config/kinds';
import { uniform } from '../../../src/datalogger/sources/simulator/physics/random';
import type { PlantSize } from '../../../src/datalogger/sources/simulator/sizes';
import { type Field, fieldsOf } from './fields';
import { type ChosenLie, chooseLie, type Random } from './lies';
import { type Garbled, type LiarProxy, liarProxy, type PassingRead } from './proxy';

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

export interface LyingPlantOptions {
  readonly size: PlantSize;
  readonly seed: number;
  /** Epoch seconds. */
  readonly startAt: number;
  /** Honest seconds before the first lie and after each, at least. */
  readonly restS: number;
}

const base = 40_000;
/** Shorter reads are those that walk the chain of models. */
const shortestMain = 10;

/** The simulated plant on the wire, with a proxy on each line that garbles its answers by seed. */
export class LyingPlant {
  readonly server: PlantServer;
  readonly units: LyingUnit[] = [];
  #proxies: LiarProxy[] = [];
  #t: number;
  #isLying = true;
  readonly #options: LyingPlantOptions;
  readonly #newest = new Map<string, Uint16Array>();
  readonly #before = new Map<string, Uint16Array>();

  private constructor(server: PlantServer, options: LyingPlantOptions) {
    this.server = server;
    this.#options = options;
    this.#t = options.startAt;
    this.#addUnits();
  }

  static async start(options: LyingPlantOptions): Promise<LyingPlant> {
    const { size, seed, startAt } = options;
    const server = await PlantServer.start({ size, seed, startAt, hasNaturalFaults: false });
    const plant = new LyingPlant(server, options);
    for (const [line, port] of server.ports.entries())
      plant.#proxies.push(await liarProxy(line, port, (read, words) => plant.#garble(read, words)));
    return plant;
  }

  /** The records by which a datalogger reads through the proxies. */
  get configuration(): Configuration {
    const ports = this.#proxies.map(({ port }) => port);
    return fieldConfiguration(this.server.own, this.server.layout, '127.0.0.1', ports);
  }

  get count(): number {
    return this.units.reduce((sum, { told }) => sum + told.length, 0);
  }

  advance(t: number): void {
    this.#t = t;
    this.server.advance(t);
    for (const unit of this.units) this.#turn(unit);
  }

  /** Ends every lie that is not for good; no further one begins. */
  calm(): void {
    this.#isLying = false;
    for (const unit of this.units) unit.lie = null;
  }

  /** Closes every connection, as a gateway that restarts. */
  cut(): void {
    for (const proxy of this.#proxies) proxy.cut();
  }

  async close(): Promise<void> {
    await Promise.all(this.#proxies.map(proxy => proxy.close()));
    await this.server.close();
  }

  #addUnits(): void {
    const { places } = this.server.layout;
    const known = new Map<string, LyingUnit & { ids: number[] }>();
    const kinds = ['inverters', 'contatori', 'box-stringhe', 'sensori', 'trackers'] as const;
    for (const kind of kinds)
      for (const [id, { line, unit }] of places[kind]) {
        const key = `${line}/${unit}`;
        const own = known.get(key);
        if (own) {
          own.ids.push(id);
          continue;
        }
        const { seed, startAt, restS } = this.#options;
        const stream = 1000 * line + unit;
        let index = 0;
        const random = () => uniform(seed, stream, index++);
        const fields = fieldsOf(this.server.imageOf({ line, unit }), base);
        const nextAt = startAt + restS * (0.5 + random());
        known.set(key, {
          ...{ line, unit, kind, ids: [id], fields, random, lie: null, nextAt, told: [], standing: [] },
        });
      }
    this.units.push(...known.values());
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

  /** What is read of a record is garbled from now on. */
  say(kind: ConfigKind, id: number, lie: ChosenLie): void {
    const unit = this.units.find(each => each.kind === kind && each.ids.includes(id));
    if (unit) this.#begin(unit, lie);
  }

  #begin(unit: LyingUnit, chosen: ChosenLie): void {
    unit.told.push({ name: chosen.name, t: this.#t, lastsS: chosen.lastsS });
    // One answer is the first of the main model; one for good becomes the rule at once.
    const lastsS = chosen.lastsS === 0 ? 3600 : Number.isFinite(chosen.lastsS) ? chosen.lastsS : 0;
    unit.lie = { ...chosen, since: this.#t, until: this.#t + lastsS, turn: 0 };
    if (!Number.isFinite(chosen.lastsS)) this.#turn(unit);
  }

  #garble(read: PassingRead, words: Uint16Array): Garbled {
    const unit = this.units.find(each => each.line === read.line && each.unit === read.unit);
    if (!unit) return words;
    const key = `${read.unit}:${read.from}:${read.count}`;
    const own = `${read.line}/${key}`;
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
