import type { InferOutput } from 'valibot';
import type { AuditPage as PageSchema } from '../../../src/contract/audit';
import type { Configuration } from '../../../src/contract/config/kinds';
import type { Table } from '../../../src/contract/measures';
import { nothingConfigured } from '../../../src/datalogger/plant/processing/setup';
import { libraryShelf } from '../../../src/datalogger/sources/fieldbus/profiles/shelf';
import { type FieldDatalogger, startFieldDatalogger } from '../field-datalogger';
import type { LiarOptions } from './liar';
import { ProfilePlant } from './profile-plant';
import { Most, Rising } from './watch';

/** Seconds of a step: also the period in which devices are asked. */
export const stepS = 15;

/** A device that lies by silence is waited for as long as this, ms of the machine's clock. */
const timeoutMs = 100;

/** Ten times the AC power of the plant's data: what is believed where a site consumes. */
const siteKw = 2100;

const nameOf = (kind: string, id: number) => `${kind === 'inverters' ? 'inverter' : kind}.${id}`;

/** A datalogger that reads devices by profiles which lie, and what was seen of both. */
export class ProfileDay {
  readonly plant: ProfilePlant;
  readonly datalogger: FieldDatalogger;
  readonly #most: Most;
  readonly rising = new Rising();
  readonly beyond = new Set<string>();
  t: number;
  readonly #month: string;
  #began = new Map<string, number>();
  #before = new Map<string, number>();

  private constructor(plant: ProfilePlant, datalogger: FieldDatalogger, most: Most, t: number) {
    [this.plant, this.datalogger, this.#most, this.t] = [plant, datalogger, most, t];
    this.#month = new Date(t * 1000).toISOString().slice(0, 7);
  }

  /** `prepare`: changes the plant before anything is read of it. `timeout`: longer where no answer may be lost, as on a busy machine. */
  static async start(
    options: LiarOptions & { readonly timeout?: number },
    prepare?: (plant: ProfilePlant) => void,
  ): Promise<ProfileDay> {
    const { timeout = timeoutMs } = options;
    const plant = new ProfilePlant(options);
    prepare?.(plant);
    plant.advance(options.startAt);
    const porta = await plant.start();
    const at = new Date(options.startAt * 1000).toISOString();
    const datalogger = await startFieldDatalogger({ driver: libraryShelf.driver, at, keepsHistory: true });
    const { plantConfig } = datalogger.config;
    const fields = plantConfig.read()?.fields;
    if (fields) plantConfig.change({ fields: { ...fields, potenza_ca: 210 } });
    for (const [index, { kind, fields }] of plant.devices.entries())
      await datalogger.add(kind, {
        protocollo: 'modbus-tcp',
        host: '127.0.0.1',
        porta,
        unita: index + 1,
        nome: `${kind} ${index}`,
        timeout,
        tentativi: 1,
        polling: stepS,
        ...fields,
      });
    const { inverters, contatori } = datalogger.config.devices.all();
    const configuration: Configuration = { ...nothingConfigured.configuration, inverters, contatori };
    const day = new ProfileDay(plant, datalogger, new Most(configuration, siteKw), options.startAt);
    await day.pass(8 * stepS);
    day.#began = day.#counters();
    day.#before = await day.#archived();
    return day;
  }

  async pass(seconds: number): Promise<void> {
    for (let passed = 0; passed < seconds; passed += stepS) {
      this.t += stepS;
      this.plant.advance(this.t);
      await this.datalogger.pass(stepS, stepS);
      const snapshot = this.datalogger.plant.snapshot();
      for (const each of this.#most.beyond(snapshot)) this.beyond.add(each);
      this.rising.read(snapshot);
    }
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
    return new Map(
      this.plant.counted.map(({ kind, id, state }) => [nameOf(kind, id), state.exportedKwh] as const),
    );
  }

  async #archived(): Promise<Map<string, number>> {
    const path = `dati_impianto/monthly?m=inverter.eday,contatori.eday&d=${this.#month}`;
    return new Map(
      Object.entries((await this.get<Table>(path)).colonne).map(([code, column]) => [
        code.replace('.eday', ''),
        column.reduce<number>((sum, value) => sum + Number(value ?? 0), 0),
      ]),
    );
  }

  /** What every device that counts made since the start, truly and as the archive tells it, and whether it is doubted now. */
  async energies() {
    const [after, doubts, now] = [await this.#archived(), await this.doubts(), this.#counters()];
    return this.plant.counted.map(({ kind, id, unit }) => {
      const device = nameOf(kind, id);
      const made = (now.get(device) ?? 0) - (this.#began.get(device) ?? 0);
      const told = (after.get(device) ?? 0) - (this.#before.get(device) ?? 0);
      return { device, unit, made, told, isDoubted: doubts.has(device) };
    });
  }

  /** Devices whose quality is not good now. */
  async doubts(): Promise<Set<string>> {
    const found = new Set<string>();
    for (const group of ['inverter', 'contatori']) {
      const { colonne } = await this.get<Table>(`dati_impianto/RT?m=${group}`);
      colonne.id?.forEach((id, row) => {
        if (colonne.q?.[row] !== 192) found.add(`${group}.${id}`);
      });
    }
    return found;
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
}

/** A difference within this share of the truth, and within the steps of a counter, is no difference. */
const tolerance = { share: 0.005, kwh: 1.5 } as const;

/** What the lies of a day have done that they must not; every line names the device and what it said. */
export async function problemsOfProfiles(day: ProfileDay): Promise<string[]> {
  const wrong = (await day.energies()).flatMap(({ device, unit, made, told, isDoubted }) => {
    if (isDoubted || Math.abs(told - made) <= tolerance.share * made + tolerance.kwh) return [];
    const lies = day.plant.units
      .find(each => each.unit === unit)
      ?.told.map(
        ({ name, t, lastsS }) =>
          `${name} at ${new Date(t * 1000).toISOString().slice(11, 19)} for ${lastsS} s`,
      );
    return `${device}: ${told.toFixed(1)} instead of ${made.toFixed(1)} kWh after ${lies?.join(', ')}`;
  });
  return [...day.beyond, ...day.rising.fell.map(each => `fell: ${each}`), ...wrong];
}
