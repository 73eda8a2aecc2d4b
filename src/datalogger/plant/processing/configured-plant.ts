import { inverterStates, refreshSeconds } from '../../../contract/codes';
import type { ConnectionAddress, ConnectionTest } from '../../../contract/config/endpoints';
import type { ConfigKind } from '../../../contract/config/kinds';
import { type Group, groups } from '../../../contract/points';
import type { ProtectionSettings } from '../../../contract/protections';
import type { CounterChange } from '../counters/device-counters';
import type { FieldBusApi } from '../field-bus-api';
import type { DeviceRows, Snapshot } from '../snapshot';
import { type ClearLight, clearLight } from '../solar/clear-light';
import type {
  Answer,
  CommandResult,
  DeviceGroup,
  Light,
  OrdersAtEnd,
  PlantCommand,
  PlantSetup,
  Simulation,
  Source,
  TrackerOrder,
} from '../source';
import { BelievedAnswers } from './believed-answers';
import { DigitalSignals } from './digital-signals';
import { inverterDevices, isFeeding } from './inverters';
import { JudgedWeather, placeOf, type WeatherParts } from './judged-weather';
import { meterDevices } from './meters';
import { inputDevices } from './mppt';
import type { Plant } from './plant';
import { PlantCounting } from './plant-counters';
import { designOf, expectedNow, plantDevice } from './plant-sums';
import { controllerDevices, declaredSettings, protectionDevices } from './protections';
import { type ConfiguredDevice, rowsOf, sampledOf } from './rows';
import { sensorDevices } from './sensors';
import { groupOf, nothingConfigured } from './setup';
import { countedIn, countedStands, type KeptStand, type Stand } from './stands';
import { deviceCounts, stringDevices } from './strings';
import { orderedAngle, surroundingsAt, trackerDevices, trackersOf } from './trackers';

/** Seconds between two steps in which the plant's sums are counted, and the longest time that one step may count. */
const countS = 5;
const longestCountS = 60;

/** The plant of a source. `zone`: the IANA zone whose days are counted until the configuration sets one. */
export function createPlant(source: Source, zone: string): Plant {
  return new ConfiguredPlant(source, zone);
}

/** Makes the plant's values of the answers of any source: corrects, compares, sums and counts them as configured. */
export class ConfiguredPlant implements Plant {
  readonly outputs: Plant['outputs'];
  readonly #source: Source;
  readonly #signals = new DigitalSignals();
  readonly #said: BelievedAnswers;
  readonly #changes: ((change: CounterChange) => void)[] = [];
  readonly #rows = new Map<Group, DeviceRows>();
  readonly #counting: PlantCounting;
  #judged = new JudgedWeather();
  #countedTo = Number.NaN;
  #setup: PlantSetup = nothingConfigured;
  #zone: string;

  constructor(source: Source, zone: string) {
    this.#source = source;
    this.outputs = this.#source.outputs ?? null;
    this.#zone = zone;
    this.#counting = new PlantCounting(zone);
    this.#said = new BelievedAnswers(source, change => {
      for (const call of this.#changes) call(change);
    });
    this.configure(nothingConfigured);
  }

  get simulation(): Simulation | null {
    return this.#source.simulation;
  }

  get isReal(): boolean {
    return this.#source.isReal;
  }

  get bus(): FieldBusApi | null {
    return this.#source.bus;
  }

  start(): void {
    this.#source.start();
  }

  close(orders?: OrdersAtEnd): Promise<void> {
    return this.#source.close(orders);
  }

  stands(): ReadonlyMap<string, KeptStand> {
    if (this.#source.counters() !== null) return new Map();
    return countedStands(this.#counting.counters, this.#said.stands(this.#source.now, this.#zone));
  }

  onCounterChange(call: (change: CounterChange) => void): void {
    this.#changes.push(call);
  }

  resume(stands: readonly Stand[], zone: string): void {
    if (this.#source.counters() !== null) return;
    const { now } = this.#source;
    this.#moveTo(zone, now);
    this.#counting.resume(countedIn(stands), now);
    this.#said.resume(stands, now, zone);
  }

  configure(setup: PlantSetup): void {
    this.#setup = setup;
    this.#judged = new JudgedWeather();
    this.#source.configure(setup);
    this.#said.configure(setup);
    this.#counting.limits = setup.limits;
    const { now } = this.#source;
    this.#moveTo(setup.zone ?? this.#zone, now);
    this.#signals.configure(setup.configuration);
    this.#signals.step(now, this.#zone, this.#whole('di'));
    for (const group of groups) this.#poll(group, now);
  }

  #moveTo(zone: string, now: number): void {
    if (zone === this.#zone) return;
    this.#zone = zone;
    for (const part of [this.#counting, this.#said, this.#signals]) part.moveTo(zone, now);
  }

  /** A group is read only where the reading will still be valid at `t`. */
  advance(t: number): void {
    this.#source.advance(t, second => {
      this.#signals.step(second, this.#zone, this.#whole('di'));
      this.#count(second);
      for (const group of groups) {
        const every = refreshSeconds[group];
        if (second % every === 0 && t - second < every) this.#poll(group, second);
      }
    });
  }

  snapshot(): Snapshot {
    const rows = (group: Group): DeviceRows => this.#rows.get(group) ?? rowsOf(group, [], 0, undefined);
    return {
      t: this.#source.now,
      groups: {
        impianto: rows('impianto'),
        inverter: rows('inverter'),
        mppt: rows('mppt'),
        stringhe: rows('stringhe'),
        tracker: rows('tracker'),
        contatori: rows('contatori'),
        sensori: rows('sensori'),
        di: rows('di'),
        spi: rows('spi'),
        cci: rows('cci'),
      },
    };
  }

  counts(): Record<string, number> {
    const counts = deviceCounts(this.#setup.configuration);
    return { ...counts, cci: Math.max(counts.cci ?? 0, this.#said.of('cci').length) };
  }

  async probe(kind: ConfigKind, id: number, address: ConnectionAddress): Promise<ConnectionTest> {
    const result = await this.#source.probe(kind, id, address);
    return {
      ...result,
      ultimo:
        result.esito === 'indirizzo_errato'
          ? null
          : sampledOf(this.#setup.configuration, kind, id, this.#rows.get(groupOf[kind])),
    };
  }

  execute(command: PlantCommand): Promise<CommandResult> {
    return this.#source.execute(command);
  }

  release(signal: number): void {
    this.#signals.release(signal);
  }

  protectionSettings(): readonly ProtectionSettings[] {
    return this.#setup.configuration['protezioni-interfaccia'].map(declaredSettings);
  }

  trackersOf(group: number | null): readonly number[] {
    return trackersOf(this.#setup.configuration, group);
  }

  angleOf(order: TrackerOrder): number {
    return orderedAngle(this.#setup.configuration, order);
  }

  #poll(group: Group, t: number): void {
    const rows = rowsOf(group, this.#devices[group](t), t, this.#rows.get(group));
    this.#rows.set(group, this.simulation?.altered(group, rows) ?? rows);
  }

  readonly #devices: Readonly<Record<Group, (t: number) => readonly ConfiguredDevice[]>> = {
    impianto: t => {
      const { configuration, name, limits } = this.#setup;
      const counters = this.#source.counters() ?? this.#counting.counters;
      const parts = {
        configuration,
        limits,
        counters,
        weather: this.#weather(t),
        light: this.#light(t),
        inverters: this.#inverters(t),
        meters: this.#whole('contatori'),
        controllers: this.#whole('cci'),
        sensors: this.#whole('sensori'),
        total: this.#said.total,
      };
      return [plantDevice(parts, name ?? '', t)];
    },
    inverter: t => inverterDevices(this.#setup.configuration, this.#inverters(t), this.#onModules(t)),
    mppt: t => inputDevices(this.#setup.configuration, this.#said.of('mppt'), this.#comparable(t)),
    stringhe: t => stringDevices(this.#setup.configuration, this.#said.of('stringhe'), this.#comparable(t)),
    tracker: t => {
      const around = this.simulation ? null : surroundingsAt(t, this.#setup, this.#whole('sensori'));
      return trackerDevices(this.#setup.configuration, this.#whole('tracker'), around);
    },
    contatori: t => meterDevices(this.#setup.configuration, this.#said.meters(t, this.#zone), t),
    sensori: t => {
      const clear = this.#source.light() === null ? this.#clearLight(t) : null;
      const { verdict } = this.#weather(t);
      return sensorDevices(this.#setup.configuration, this.#whole('sensori'), { t, clear, verdict });
    },
    di: () => this.#signals.devices(this.#whole('di')),
    spi: t => protectionDevices(this.#setup.configuration, this.#whole('spi'), t),
    cci: t => controllerDevices(this.#setup.configuration, this.#whole('cci'), t),
  };

  #whole(group: DeviceGroup): ReadonlyMap<number, Answer> {
    return this.#said.whole(group);
  }

  #inverters(t: number): ReadonlyMap<number, Answer> {
    return this.#said.inverters(t, this.#zone);
  }

  #comparable(t: number) {
    const answered = this.#said.of('inverter').filter(({ isRemembered }) => !isRemembered);
    const states = new Map(answered.map(({ record, state }) => [record, state]));
    // Where the inverter is not asked, only the currents of its strings show whether it runs.
    const stateOf = (inverter: number) => states.get(inverter) ?? inverterStates.mppt;
    const light = this.#onModules(t);
    return { light, stateOf, isFeeding: (inverter: number) => isFeeding(stateOf(inverter)) };
  }

  /** Irradiance on the modules, W/m²: from the source where it knows it, else from the sensors. */
  #onModules(t: number): number {
    const light = this.#source.light();
    if (light) return light.onPlane;
    return this.#weather(t).poa ?? this.#clearLight(t)?.onPlane ?? 0;
  }

  #weather(t: number): ReturnType<JudgedWeather['at']> {
    const [sensors, inverters] = [this.#whole('sensori'), this.#whole('inverter')];
    const { configuration } = this.#setup;
    const [place, light] = [this.#place(), this.#light(t)];
    return this.#judged.at(t, { configuration, sensors, inverters, place, light });
  }

  #light(t: number): Light | null {
    return this.#source.light() ?? this.#clearLight(t);
  }

  /** Irradiance of a clear sky on the plane of the modules or of their trackers; null until the plant's place is configured. */
  #clearLight(t: number): ClearLight | null {
    const place = this.#place();
    return place && clearLight(t, place, place.plane);
  }

  #place(): WeatherParts['place'] {
    return placeOf(this.#setup.site, this.#rows.get('tracker')?.values.ang ?? []);
  }

  /** Counts the plant's energies where the source does not. */
  #count(t: number): void {
    if (this.#source.counters() !== null || t % countS !== 0) return;
    const { configuration } = this.#setup;
    const seconds = Math.min(longestCountS, t - (Number.isNaN(this.#countedTo) ? t : this.#countedTo));
    this.#countedTo = t;
    this.#counting.roll(t - seconds);
    this.#said.countPeaks({ t, seconds, zone: this.#zone });
    const weather = this.#weather(t);
    this.#counting.add({
      seconds,
      expectedKw: expectedNow(designOf(configuration), weather, this.#light(t)),
      poa: weather.poa,
      isLightDoubted: weather.isLightDoubted,
      configuredKwp: designOf(configuration).peakKwp,
      inverters: this.#said.countedInverters(t, this.#zone),
    });
  }
}
