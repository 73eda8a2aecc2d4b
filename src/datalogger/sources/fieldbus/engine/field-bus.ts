import { type Configuration, configKinds } from '../../../../contract/config/kinds';
import type { Clock } from '../../../core/time/clock';
import type { Answer, DeviceGroup } from '../../../plant/source';
import type { ConfiguredRecord, DeviceDriver } from '../device-driver';
import type { LineAddress } from '../modbus/address';
import type { Dial } from '../modbus/connection';
import { Line } from '../modbus/line';
import { type AddressedRecord, baseOf, hasAddress, keyOfLine, lineOf, settingsOf } from './lines';
import { type Surroundings, Unit } from './unit';

export interface FieldBusOptions {
  readonly dial: Dial;
  /** Its monotonic time alone. */
  readonly clock: Pick<Clock, 'monotonic'>;
  /** The driver of a record's profile; null if absent. */
  readonly driverOf: (configured: ConfiguredRecord) => DeviceDriver | null;
  readonly around: Omit<Surroundings, 'nowMs'>;
}

/** How often it is looked what is due, ms. */
const tickMs = 100;
/** A line is asked for no more than this share of its time: beyond it, all periods grow alike. */
const fullLoad = 0.9;

/** All lines of a plant, and what is read on them. */
export class FieldBus {
  readonly #options: FieldBusOptions;
  readonly #around: Surroundings;
  readonly #lines = new Map<string, Line>();
  readonly #units = new Map<string, Unit>();
  readonly #stretch = new Map<Line, number>();
  readonly #drivers: DeviceDriver[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(options: FieldBusOptions) {
    this.#options = options;
    this.#around = { ...options.around, nowMs: () => options.clock.monotonic() };
  }

  get lines(): readonly Line[] {
    return [...this.#lines.values()];
  }

  get units(): readonly Unit[] {
    return [...this.#units.values()];
  }

  start(): void {
    this.#timer ??= setInterval(() => this.tick(), tickMs);
    this.#timer.unref();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    for (const unit of this.#units.values()) unit.close();
    for (const line of this.#lines.values()) line.close();
    this.#units.clear();
    this.#lines.clear();
  }

  /** Asks the devices of these records from now on, and no others. What did not change goes on undisturbed. */
  configure(configuration: Configuration): void {
    const wanted = this.#wantedUnits(configuration);
    for (const [key, unit] of this.#units) {
      if (wanted.has(key)) continue;
      unit.close();
      this.#units.delete(key);
    }
    for (const [key, { line, unit, base, driver, records }] of wanted) {
      const known = this.#units.get(key);
      if (!known) {
        const place = { unit, base, driver };
        this.#units.set(key, new Unit(this.line(line), place, records, this.#around));
      } else if (JSON.stringify(known.records) !== JSON.stringify(records)) known.configure(records);
    }
    for (const line of this.#lines.values())
      line.configure(settingsOf(this.units.flatMap(unit => (unit.line === line ? unit.records : []))));
    const used = new Set([...this.#units.values()].map(({ line }) => line));
    for (const [key, line] of this.#lines) {
      if (used.has(line)) continue;
      line.close();
      this.#lines.delete(key);
      this.#stretch.delete(line);
    }
  }

  /** The line to an address; a new one is open for as long as the configuration needs it. */
  line(address: LineAddress): Line {
    const key = keyOfLine(address);
    const line = this.#lines.get(key) ?? new Line({ ...address, ...this.#options });
    line.moveTo(address);
    this.#lines.set(key, line);
    return line;
  }

  /** Begins what is due. */
  tick(): void {
    for (const line of this.#lines.values()) this.#stretch.set(line, this.#stretchOf(line));
    for (const unit of this.#units.values()) unit.tick(this.stretch(unit.line));
  }

  /** By how much the periods of a line are longer than they are configured. */
  stretch(line: Line): number {
    return this.#stretch.get(line) ?? 1;
  }

  /** The newest answers of all devices at `nowS`, by group. */
  answers(nowS: number): ReadonlyMap<DeviceGroup, readonly Answer[]> {
    const groups = new Map<DeviceGroup, Answer[]>();
    for (const unit of this.#units.values())
      for (const { group, ...answer } of unit.answers(nowS, this.stretch(unit.line))) {
        const list = groups.get(group);
        if (list) list.push(answer);
        else groups.set(group, [answer]);
      }
    return groups;
  }

  /** Devices of one unit that are read in different ways are apart. */
  #numberOf(driver: DeviceDriver): number {
    const number = this.#drivers.indexOf(driver);
    return number < 0 ? this.#drivers.push(driver) - 1 : number;
  }

  #stretchOf(line: Line): number {
    let demand = 0;
    for (const unit of this.#units.values()) if (unit.line === line) demand += unit.demand(line.turnMs ?? 0);
    return Math.max(1, demand / fullLoad / line.settings.connections);
  }

  #wantedUnits(configuration: Configuration) {
    const wanted = new Map<
      string,
      {
        line: LineAddress;
        unit: number;
        base: number | null;
        driver: DeviceDriver;
        records: AddressedRecord[];
      }
    >();
    for (const configured of recordsOf(configuration)) {
      if (!configured.record.abilitato || !hasAddress(configured)) continue;
      const line = lineOf(configured);
      const driver = this.#options.driverOf(configured);
      if (!line || !driver) continue;
      const { unita: unit } = configured.record;
      const base = baseOf(configured);
      const key = `${keyOfLine(line)}:${unit}:${base}:${this.#numberOf(driver)}`;
      const known = wanted.get(key);
      if (known) known.records.push(configured);
      else wanted.set(key, { line, unit, base, driver, records: [configured] });
    }
    return wanted;
  }
}

/** All records with their kinds. */
export function recordsOf(configuration: Configuration): readonly ConfiguredRecord[] {
  return configKinds.flatMap(kind =>
    // Which record belongs to which kind is lost where the kind is one of many.
    configuration[kind].map(record => ({ kind, record }) as ConfiguredRecord),
  );
}
