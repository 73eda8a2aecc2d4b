import type { InferOutput } from 'valibot';
import type { AuditPage as PageSchema } from '../../../src/contract/audit';
import type { Table } from '../../../src/contract/measures';
import { startOfLocalDay } from '../../../src/contract/zone';
import { sunspecDriver } from '../../../src/datalogger/sources/fieldbus/sunspec/driver';
import { bodyOf } from '../config-records';
import { type FieldDatalogger, startFieldDatalogger } from '../field-datalogger';
import type { Lie } from './lies';
import { LyingPlant, type LyingPlantOptions } from './lying-plant';
import { Most, Rising } from './watch';

/** Seconds of a step: also the period in which devices are asked. */
export const stepS = 15;

const localDay = (t: number) => startOfLocalDay('Europe/Rome', t);

/** Energy counters of devices, and the point of the archive that holds their energy. */
const ofMeter = { scambio: 'e_imm', produzione: 'e_imm', consumo: 'e_prel', ausiliari: 'e_prel' } as const;

export interface Energies {
  readonly device: string;
  readonly trueKwh: number;
  readonly toldKwh: number | null;
  /** Why its counter is not believed now, or was not when a day ended. */
  readonly doubt: string | null;
}

/** A datalogger that reads a plant that lies, and what was seen of both. */
export class DayOfLies {
  readonly plant: LyingPlant;
  readonly most: Most;
  readonly rising = new Rising();
  readonly beyond = new Set<string>();
  datalogger: FieldDatalogger;
  readonly #start: (at: number) => Promise<FieldDatalogger>;
  t: number;
  /** Devices that were doubted when a day ended: its energy is marked as uncertain. */
  readonly #doubtedDays = new Map<string, string>();
  /** Counters of every device when counting began. */
  #began = new Map<string, number>();
  /** What the archive had of them then. */
  #before = new Map<string, number>();

  private constructor(
    plant: LyingPlant,
    datalogger: FieldDatalogger,
    t: number,
    start: (at: number) => Promise<FieldDatalogger>,
  ) {
    this.plant = plant;
    this.datalogger = datalogger;
    this.t = t;
    this.#start = start;
    const { inverters } = plant.configuration;
    const rated = inverters.reduce((sum, { pn }) => sum + pn, 0);
    this.most = new Most(plant.configuration, Math.max(1000, 10 * rated));
  }

  static async start(options: LyingPlantOptions & { readonly dataFolder: string }): Promise<DayOfLies> {
    const plant = await LyingPlant.start(options);
    const start = (at: number) =>
      startFieldDatalogger({
        driver: sunspecDriver,
        at: new Date(at * 1000).toISOString(),
        dataFolder: options.dataFolder,
        keepsHistory: true,
      });
    const datalogger = await start(options.startAt);
    const kinds = ['inverters', 'box-stringhe', 'contatori', 'sensori', 'trackers'] as const;
    for (const kind of kinds)
      for (const record of plant.configuration[kind])
        await datalogger.add(kind, { ...bodyOf(record), timeout: 100, tentativi: 1, polling: stepS });
    const day = new DayOfLies(plant, datalogger, options.startAt, start);
    // Every device is found and read before anything is counted.
    for (let step = 0; step < 8; step++) await day.#step();
    day.#began = day.#counters();
    day.#before = await day.#archived([new Date(options.startAt * 1000).toISOString().slice(0, 10)]);
    return day;
  }

  async pass(seconds: number): Promise<void> {
    for (let passed = 0; passed < seconds; passed += stepS) await this.#step();
  }

  placeOf(kind: 'inverters' | 'contatori', id: number) {
    return this.plant.server.layout.places[kind].get(id);
  }

  /** A device lies from now on: in its next answer (0), for that many seconds, or for good. */
  say(kind: 'inverters' | 'contatori', id: number, tell: Lie, lastsS: number): void {
    this.plant.say(kind, id, { name: 'said', lastsS, tell });
  }

  async #step(): Promise<void> {
    const day = localDay(this.t);
    if (localDay(this.t + stepS) !== day)
      for (const [device, doubt] of await this.doubts()) this.#doubtedDays.set(device, doubt);
    this.t += stepS;
    this.plant.advance(this.t);
    await this.datalogger.pass(stepS, stepS);
    const snapshot = this.datalogger.plant.snapshot();
    for (const each of this.most.beyond(snapshot)) this.beyond.add(each);
    this.rising.read(snapshot);
  }

  /** The datalogger stops, and starts again some time later. */
  async restart(silentS: number): Promise<void> {
    await this.datalogger.close();
    this.t += silentS;
    this.plant.advance(this.t);
    this.datalogger = await this.#start(this.t);
  }

  async close(): Promise<void> {
    await this.datalogger.close();
    await this.plant.close();
  }

  async get<T>(path: string): Promise<T> {
    const response = await this.datalogger.request(`/api/${path}`, { token: this.datalogger.login('admin') });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }

  #counters(): Map<string, number> {
    const { source } = this.plant.server;
    const counters = new Map<string, number>();
    for (const { record, values } of source.answers('inverter'))
      counters.set(`inverter.${record}`, values.etot ?? 0);
    const meters = new Map(this.plant.configuration.contatori.map(meter => [meter.id, meter]));
    for (const { record, values } of source.answers('contatori')) {
      const meter = meters.get(record);
      if (meter) counters.set(`contatori.${record}`, values[ofMeter[meter.ruolo]] ?? 0);
    }
    return counters;
  }

  /** Energies of devices in the sums of these days. */
  async #archived(days: readonly string[]): Promise<Map<string, number>> {
    const sums = new Map<string, number>();
    // Energy of a time without readings is in the sums of days, and not in the measured slots of a day.
    for (const month of new Set(days.map(d => d.slice(0, 7)))) {
      const m = 'inverter.eday,contatori.eday,impianto.eday';
      const { colonne } = await this.get<Table>(`dati_impianto/monthly?m=${m}&d=${month}`);
      for (const [code, column] of Object.entries(colonne)) {
        const [group, id] = code.split('.');
        const key = `${group}.${group === 'impianto' ? 1 : id}`;
        const sum = column.reduce<number>((all, value) => all + Number(value ?? 0), 0);
        if (code.endsWith('.eday')) sums.set(key, (sums.get(key) ?? 0) + sum);
      }
    }
    return sums;
  }

  /** What every device made since the start, truly and as the archive tells it by days. */
  async energies(days: readonly string[]): Promise<Energies[]> {
    const sums = await this.#archived(days);
    const doubts = await this.doubts();
    const now = this.#counters();
    const made = [...now].map(([device, kwh]) => [device, kwh - (this.#began.get(device) ?? 0)] as const);
    const ofPlant = made.reduce((sum, [device, kwh]) => sum + (device.startsWith('inv') ? kwh : 0), 0);
    return [...made, ['impianto.1', ofPlant] as const].map(([device, trueKwh]) => ({
      device,
      trueKwh,
      toldKwh: (sums.get(device) ?? 0) - (this.#before.get(device) ?? 0),
      doubt: doubts.get(device) ?? this.#doubtedDays.get(device) ?? null,
    }));
  }

  /** Devices whose counters are refused now, and the plant where one of its parts is uncertain. */
  async doubts(): Promise<Map<string, string>> {
    const doubts = new Map<string, string>();
    for (const group of ['inverter', 'contatori', 'impianto']) {
      const { colonne } = await this.get<Table>(`dati_impianto/RT?m=${group}`);
      colonne.id?.forEach((id, row) => {
        const [q, refused] = [colonne.q?.[row], colonne.scartati?.[row]];
        if (q !== 192) doubts.set(`${group}.${id}`, `q ${q} ${refused ?? ''}`);
      });
    }
    return doubts;
  }

  /** Audit rows of changed counters: device and point. */
  async announced(): Promise<string[]> {
    const found: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: InferOutput<typeof PageSchema> = await this.get(`registro${cursor && `?cursor=${cursor}`}`);
      for (const { azione, oggetto, modifiche } of page.righe)
        if (azione === 'counter.change') found.push(`${oggetto} ${modifiche[0]?.nuovo}`);
      cursor = page.cursor;
    }
    return found;
  }

  /** Powers that the addresses of the archive tell beyond what there can be. */
  async archivedBeyond(days: readonly string[]): Promise<string[]> {
    const found: string[] = [];
    const m = 'inverter.pac,inverter.pdc,contatori.p,impianto.pac,impianto.pimm,stringhe.i';
    for (const d of days) {
      for (const passo of [15, 5])
        found.push(
          ...this.most.beyondIn(await this.get<Table>(`dati_impianto/daily?m=${m}&d=${d}&passo=${passo}`)),
        );
      found.push(
        ...this.most.beyondIn(await this.get<Table>(`dati_impianto/monthly?m=${m}&d=${d.slice(0, 7)}`)),
      );
      found.push(
        ...this.most.beyondIn(await this.get<Table>(`dati_impianto/annual?m=${m}&d=${d.slice(0, 4)}`)),
      );
    }
    return found;
  }
}
