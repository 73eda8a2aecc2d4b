import { setTimeout } from 'node:timers/promises';
import type { Configuration } from '../../src/contract/config/kinds';
import { usualLimits } from '../../src/datalogger/plant/processing/limits';
import type { Answer, DeviceGroup } from '../../src/datalogger/plant/source';
import { chainWords } from '../../src/datalogger/sources/fieldbus/sunspec/encode';
import { planConfiguration } from '../../src/datalogger/sources/simulator/first-plant/first-configuration';
import type { InverterOrder } from '../../src/datalogger/sources/simulator/physics/field';
import {
  createSimulatedPlant,
  type SimulatedPlant,
  type SimulationOptions,
} from '../../src/datalogger/sources/simulator/simulated-plant';
import { WrittenControls } from './controls';
import { identity, inverterModels } from './devices';
import { type Faults, faultAt, faulty } from './faults';
import { fieldConfiguration, type Layout, layoutOf, type Unit } from './layout';
import { type Asked, type ModbusServer, modbusServer, type Reply } from './modbus-server';
import { boxModels, type MeterRange, meterModels, stationModels, trackerModels } from './other-devices';

export interface PlantServerOptions extends SimulationOptions {
  readonly host?: string;
  /** Port of the first line, the others follow; 0 takes free ones. */
  readonly port?: number;
  /** By which the times run after which inverters go back by themselves, ms; real time when left out. */
  readonly nowMs?: () => number;
  /** How long each answer takes, ms; a line gives one after the other. */
  readonly answerMs?: number;
}

/** A request that would change something, wherever. */
export interface AskedWrite extends Asked, Unit {
  readonly words: readonly number[];
}

const base = 40_000;
const channels = 64;
const exception = (code: number): Reply => ({ kind: 'exception', code });

/** Yearly hours at full power and years that the counters of meters have room for. */
const counterHours = 2000 * 40;

/** The simulated plant as SunSpec devices over Modbus TCP. */
export class PlantServer {
  readonly source: SimulatedPlant;
  /** The plant as its simulator knows it. */
  readonly own: Configuration;
  readonly layout: Layout;
  faults: Faults = {};
  /** Requests that were answered since the start. */
  requests = 0;
  /** Every request since the start that was no read, whether or not it was carried out. */
  readonly writes: AskedWrite[] = [];
  readonly #host: string;
  readonly #builders = new Map<string, () => Uint16Array | null>();
  readonly #names = new Map<string, string>();
  readonly #modules = new Map<string, number>();
  readonly #controls = new Map<string, { readonly record: number; readonly written: WrittenControls }>();
  readonly #nowMs: () => number;
  /** How long each answer takes, ms. */
  answerMs: number;
  readonly #images = new Map<string, Uint16Array | null>();
  readonly #answers = new Map<DeviceGroup, ReadonlyMap<string, Answer>>();
  #servers: ModbusServer[] = [];

  private constructor(options: PlantServerOptions) {
    this.source = createSimulatedPlant(options);
    const { plan } = this.source;
    this.#host = options.host ?? '127.0.0.1';
    this.answerMs = options.answerMs ?? 0;
    this.#nowMs = options.nowMs ?? (() => performance.now());
    this.own = planConfiguration(plan, this.source.now);
    this.layout = layoutOf(this.own);
    this.source.configure({
      configuration: this.own,
      name: plan.facts.name,
      zone: plan.site.zone,
      limits: usualLimits,
      site: { ...plan.site, tilt: plan.tilt, azimuth: plan.azimuth },
    });
    this.#show();
  }

  static async start(options: PlantServerOptions): Promise<PlantServer> {
    const server = new PlantServer(options);
    const { lines } = server.layout;
    const first = options.port ?? 0;
    for (let line = 0; line < lines; line++) {
      const port = first === 0 ? 0 : first + line;
      server.#servers.push(await modbusServer(server.#host, port, asked => server.#tell(line, asked)));
    }
    return server;
  }

  get ports(): readonly number[] {
    return this.#servers.map(({ port }) => port);
  }

  /** The records with which a datalogger reads the plant; the ids are those of `own`. */
  get configuration(): Configuration {
    return fieldConfiguration(this.own, this.layout, this.#host, this.ports);
  }

  /** What is at each unit. */
  get units(): readonly (Unit & { readonly name: string })[] {
    return [...this.#names].map(([key, name]) => {
      const [line = 0, unit = 0] = key.split('/').map(Number);
      return { line, unit, name };
    });
  }

  /** Brings the plant to `t`, epoch seconds. */
  advance(t: number): void {
    this.source.orderInverters(this.#orders());
    this.source.advance(t, () => undefined);
    this.#images.clear();
    this.#answers.clear();
  }

  async close(): Promise<void> {
    await Promise.all(this.#servers.map(server => server.close()));
    await this.source.close();
  }

  /** By record id, or record id and part. */
  #of(group: DeviceGroup): ReadonlyMap<string, Answer> {
    const known = this.#answers.get(group);
    if (known) return known;
    const answers = new Map(
      this.source.answers(group).map(answer => [`${answer.record}.${answer.part}`, answer]),
    );
    this.#answers.set(group, answers);
    return answers;
  }

  #parts(group: DeviceGroup, record: number): Answer[] {
    const answers = this.#of(group);
    const parts: Answer[] = [];
    for (let part = 1; ; part++) {
      const answer = answers.get(`${record}.${part}`);
      if (!answer) return parts;
      parts.push(answer);
    }
  }

  #whole(group: DeviceGroup): Map<number, Answer> {
    return new Map([...this.#of(group).values()].map(answer => [answer.record, answer]));
  }

  /** Says for each unit how its registers are made: null while its device does not answer. */
  #show(): void {
    this.#showPower();
    this.#showField();
    for (const { module, ...place } of this.layout.modules) {
      this.#names.set(keyOf(place), `input module ${module}`);
      this.#modules.set(keyOf(place), module);
    }
  }

  #at(place: Unit | undefined, name: string, build: () => Uint16Array | null): void {
    if (!place) return;
    this.#names.set(keyOf(place), name);
    this.#builders.set(keyOf(place), build);
  }

  #showPower(): void {
    const { places } = this.layout;
    const { plan } = this.source;
    for (const record of this.own.inverters) {
      const place = places.inverters.get(record.id);
      if (place)
        this.#controls.set(keyOf(place), { record: record.id, written: new WrittenControls(this.#nowMs) });
      this.#at(place, record.nome, () => {
        const answer = this.#of('inverter').get(`${record.id}.0`);
        const inputs = this.#parts('mppt', record.id);
        return answer?.isResponding ? chainWords(inverterModels(record, answer, inputs)) : null;
      });
    }
    const power = 1250 * plan.ratedKw;
    const isAtDelivery = (role: string) => role === 'scambio';
    for (const record of this.own.contatori) {
      const volt = isAtDelivery(record.ruolo) ? plan.facts.gridVoltage : plan.facts.inverterVoltage;
      const range: MeterRange = { power, energy: 1000 * plan.ratedKw * counterHours, volt: 1.3 * volt };
      this.#at(places.contatori.get(record.id), record.nome, () => {
        const answer = this.#of('contatori').get(`${record.id}.0`);
        return answer?.isResponding ? chainWords(meterModels(record, answer, range)) : null;
      });
    }
  }

  #showField(): void {
    const { places } = this.layout;
    for (const record of this.own['box-stringhe'])
      this.#at(places['box-stringhe'].get(record.id), record.nome, () => {
        const inputs = this.#parts('stringhe', record.id);
        return inputs[0]?.isResponding ? chainWords(boxModels(record, inputs)) : null;
      });
    const sensors = this.own.sensori.flatMap(record => {
      const place = places.sensori.get(record.id);
      return place ? [{ ...record, unita: place.unit, istanza: place.instance }] : [];
    });
    this.#at(places.sensori.get(sensors[0]?.id ?? 0), 'weather station', () =>
      chainWords(stationModels(sensors, this.#whole('sensori'), this.source.plan.site)),
    );
    const controllers = new Map<string, Configuration['trackers'][number][]>();
    for (const record of this.own.trackers) {
      const place = places.trackers.get(record.id);
      if (!place) continue;
      const known = controllers.get(keyOf(place));
      if (known) known.push(record);
      else controllers.set(keyOf(place), [record]);
      if (!known)
        this.#at(place, `trackers from ${record.nome}`, () =>
          chainWords(trackerModels(controllers.get(keyOf(place)) ?? [], this.#whole('tracker'))),
        );
    }
  }

  async #tell(line: number, asked: Asked): Promise<Reply> {
    this.requests++;
    if (this.answerMs > 0) await setTimeout(this.answerMs);
    const fault = faultAt(this.faults, line, asked.unit);
    const isUnheard = fault === 'dead' || fault === 'busy' || fault === 'gateway-timeout';
    if (asked.words) this.writes.push({ line, ...asked, words: asked.words });
    // A request that does not reach the device is not carried out either.
    const reply = isUnheard
      ? exception(4)
      : this.#honest({ line, unit: asked.unit }, asked, fault === 'asleep');
    return faulty(reply, fault);
  }

  #honest(place: Unit, asked: Asked, isAsleep: boolean): Reply {
    const module = this.#modules.get(keyOf(place));
    if (module !== undefined) return this.#contacts(module, asked);
    const image = isAsleep ? sleepingImage(place.unit) : this.#shown(keyOf(place));
    if (!image) return { kind: 'silence' };
    if (asked.words) {
      if (asked.fc !== 16) return exception(1);
      const written = this.#controls.get(keyOf(place))?.written;
      return written?.write(image, asked.from - base, asked.words) ? { kind: 'written' } : exception(2);
    }
    if (asked.fc !== 3) return exception(1);
    if (asked.count < 1 || asked.count > 125) return exception(3);
    const from = asked.from - base;
    if (from < 0 || from + asked.count > image.length) return exception(2);
    return { kind: 'registers', words: image.subarray(from, from + asked.count) };
  }

  #contacts(module: number, { fc, from, count }: Asked): Reply {
    if (fc !== 2) return exception(1);
    if (count < 1 || from + count > channels) return exception(2);
    const closed = new Set(
      this.own['digital-signals'].flatMap(({ id, modulo, canale }) =>
        modulo === module && this.#of('di').get(`${id}.0`)?.values.raw === 1 ? [canale] : [],
      ),
    );
    return { kind: 'bits', bits: Array.from({ length: count }, (_, index) => closed.has(from + index + 1)) };
  }

  /** The registers of a unit as if nothing had been written to it; empty where nothing answers. */
  imageOf(place: Unit): Uint16Array {
    return this.#image(keyOf(place)) ?? new Uint16Array();
  }

  /** The registers of a unit with what was written to it. */
  #shown(key: string): Uint16Array | null {
    const image = this.#image(key);
    return image && (this.#controls.get(key)?.written.shown(image) ?? image);
  }

  /** What an inverter is made to do now by what was written to it. */
  orderOf(inverter: number): InverterOrder {
    return this.#orders().get(inverter) ?? { percent: null, reactive: null };
  }

  #orders(): Map<number, InverterOrder> {
    const orders = new Map<number, InverterOrder>();
    for (const [key, { record, written }] of this.#controls) {
      const image = this.#image(key);
      const { pac } = this.#of('inverter').get(`${record}.0`)?.values ?? {};
      const rated = this.own.inverters.find(({ id }) => id === record)?.pn ?? 1;
      if (image) orders.set(record, written.orderOf(image, Math.max(0, pac ?? 0) / rated));
    }
    return orders;
  }

  #image(key: string): Uint16Array | null {
    const known = this.#images.get(key);
    if (known !== undefined) return known;
    const image = this.#builders.get(key)?.() ?? null;
    this.#images.set(key, image);
    return image;
  }
}

const keyOf = ({ line, unit }: Unit) => `${line}/${unit}`;

/** What a device shows that sleeps: who it is, and nothing else. */
const sleepingImage = (unit: number) =>
  chainWords([identity({ marca: 'Helios', modello: 'asleep', seriale: '' }, unit)]);
