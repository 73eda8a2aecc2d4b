import type { ConnectionAddress } from '../../../contract/config/endpoints';
import type { ConfigKind } from '../../../contract/config/kinds';
import type { SteadyClock } from '../../core/time/steady-clock';
import { type Judge, judgeOf, possibleValues } from '../../plant/gate/judge';
import { ratingsOf } from '../../plant/gate/limits';
import { nothingConfigured } from '../../plant/processing/setup';
import { sunPosition } from '../../plant/solar/sun';
import type {
  Answer,
  CommandResult,
  DeviceGroup,
  KeptWish,
  OrdersAtEnd,
  PlantCommand,
  PlantSetup,
  ProbeResult,
  Source,
} from '../../plant/source';
import { Commander } from './commands/commander';
import type { DeliveryView } from './commands/delivery';
import { meteredDelivery, meteredPower } from './commands/metered-power';
import { OutputSwitches } from './commands/outputs';
import type { ConfiguredRecord, DeviceDriver } from './device-driver';
import { FieldBus, recordsOf } from './engine/field-bus';
import { hasAddress, keyOfLine, lineOf, settingsOf } from './engine/lines';
import { FieldBusService } from './field-bus-service';
import { type OutputsOfRecord, signalAnswers } from './input-modules';
import type { Dial } from './modbus/connection';
import { Line } from './modbus/line';
import type { Read } from './modbus/read';
import { probeDevice } from './probe';
import type { Profile } from './profiles/profile';
import { libraryShelf } from './profiles/shelf';

export interface FieldPlantOptions {
  readonly dial: Dial;
  /** The plant's clock: devices are asked by its monotonic time, and sampled by its steady time. */
  readonly clock: SteadyClock;
  readonly driverOf: (configured: ConfiguredRecord) => DeviceDriver | null;
  /** The outputs of a module, by its profile; those of the library, where it is left out. */
  readonly outputsOf?: OutputsOfRecord;
  /** The profiles by whose marks a search recognises devices; those of the library, where it is left out. */
  readonly profiles?: () => Iterable<Profile>;
  /** Whether the devices are recordings. */
  readonly isRecorded?: boolean;
  /** Keeps what operators ask of the inverters over a restart. */
  readonly kept?: KeptWish;
}

/** Elevation of the sun in degrees below which inverters may be asleep: the alarms judge their silence by the same. */
const workingElevation = 5;
/** The position of the sun is computed this often, s. */
const sunEveryS = 60;
/** A longer time than this is not gone through second by second. */
const longestFineS = 3600;

/** The devices of a real plant: a source of readings that asks them over their buses. */
export class FieldPlant implements Source {
  readonly simulation = null;
  readonly isReal: boolean;
  readonly bus: FieldBusService;
  readonly engine: FieldBus;
  readonly commander: Commander;
  readonly outputs: OutputSwitches;
  readonly #options: FieldPlantOptions;
  #setup: PlantSetup = nothingConfigured;
  #now: number;
  #sunAt = Number.NEGATIVE_INFINITY;
  #isNight = false;
  #judges: ReadonlyMap<number, Judge> = new Map();
  #answers: ReadonlyMap<DeviceGroup, readonly Answer[]> = new Map();
  #answeredAt = Number.NaN;

  constructor(options: FieldPlantOptions) {
    this.#options = options;
    this.isReal = !options.isRecorded;
    const { dial, clock, driverOf, kept, profiles = () => libraryShelf.all() } = options;
    this.#now = clock.moment().steadyS;
    const around = {
      nowS: () => Math.floor(clock.steady.now() / 1000),
      zone: () => this.#setup.zone ?? 'UTC',
      isNight: () => this.#isNightNow(),
    };
    this.engine = new FieldBus({ dial, clock, driverOf, around });
    this.commander = new Commander({
      bus: this.engine,
      nowMs: () => clock.monotonic(),
      msOf: steadyS => this.#msOf(steadyS),
      inverters: () => this.#possible(this.answers('inverter')),
      isNight: around.isNight,
      delivery: () => this.#delivery(this.answers('contatori')),
      ...(kept && { kept }),
    });
    this.outputs = this.#switches(around.nowS);
    const now = () => ({ ms: clock.monotonic(), s: around.nowS() });
    const configuration = () => this.#setup.configuration;
    const orders = () => this.commander.orders;
    const loop = () => this.commander.loop;
    const limit = () => this.commander.limit;
    this.bus = new FieldBusService({
      bus: this.engine,
      dial,
      now,
      configuration,
      answers: group => this.answers(group),
      orders,
      loop,
      limit,
      driverOf,
      profiles,
    });
  }

  #switches(nowS: () => number): OutputSwitches {
    const { clock, outputsOf = libraryShelf.outputs } = this.#options;
    const signals = () => this.answers('di');
    return new OutputSwitches({ bus: this.engine, nowMs: () => clock.monotonic(), nowS, signals, outputsOf });
  }

  get now(): number {
    return this.#now;
  }

  start(): void {
    this.engine.start();
    this.commander.start();
  }

  async close(orders: OrdersAtEnd = 'taken-back'): Promise<void> {
    this.bus.close();
    this.outputs.close();
    const lifted = this.commander.close(orders);
    // Nothing waits where nothing has to be taken back.
    if (lifted) await lifted;
    this.engine.close();
  }

  configure(setup: PlantSetup): void {
    this.#setup = setup;
    this.#sunAt = Number.NEGATIVE_INFINITY;
    const ratings = ratingsOf(setup);
    this.#judges = new Map(
      setup.configuration.inverters.map(record => [record.id, judgeOf('inverter', record, ratings)]),
    );
    this.engine.configure(setup.configuration);
    const commanded = this.isReal ? setup : { ...setup, commands: false };
    this.commander.configure(commanded);
    this.outputs.configure(commanded);
    this.#answeredAt = Number.NaN;
  }

  advance(t: number, each: (t: number) => void): void {
    const end = Math.floor(t);
    if (end - this.#now > longestFineS) this.#now = end - 1;
    while (this.#now < end) each(++this.#now);
    this.outputs.tick();
  }

  answers(group: DeviceGroup): readonly Answer[] {
    if (this.#answeredAt !== this.#now) {
      const answers = this.engine.answers(this.#now);
      const signals = signalAnswers(this.#setup.configuration, answers.get('di') ?? []);
      const inverters = this.#possible(answers.get('inverter') ?? []);
      const metered = meteredPower(this.#setup, answers.get('contatori') ?? []);
      const delivery = this.#delivery(answers.get('contatori') ?? []);
      const controller = this.commander.answer(this.#now, inverters, metered, delivery);
      const own = controller ? [controller] : (answers.get('cci') ?? []);
      this.#answers = new Map([...answers, ['di', signals], ['cci', own]]);
      this.#answeredAt = this.#now;
    }
    return this.#answers.get(group) ?? [];
  }

  #delivery(meters: readonly Answer[]): DeliveryView['meter'] {
    const metered = meteredDelivery(this.#setup, meters);
    if (!metered) return null;
    const { kw, kvar, voltage, sampledS } = metered;
    const kv = voltage === null ? null : (voltage * (this.#setup.gridVoltage ?? 0)) / 1000;
    return { kw, kvar, voltage, kv, sampledMs: this.#msOf(sampledS) };
  }

  /** Samples are counted by the steady clock, which never moves against the monotonic one. */
  #msOf(sampledS: number): number {
    const { clock } = this.#options;
    return sampledS * 1000 - (clock.steady.now() - clock.monotonic());
  }

  /** What inverters can be, by record: what regulates them acts on no other power. */
  #possible(answers: readonly Answer[]): ReadonlyMap<number, Answer> {
    const judges = this.#judges;
    return new Map(
      answers.map(answer => {
        const judge = judges.get(answer.record);
        return [answer.record, judge ? { ...answer, values: possibleValues(answer.values, judge) } : answer];
      }),
    );
  }

  light(): null {
    return null;
  }

  counters(): null {
    return null;
  }

  async probe(kind: ConfigKind, id: number, address: ConnectionAddress): Promise<ProbeResult> {
    const stored = recordsOf(this.#setup.configuration).find(
      each => each.kind === kind && each.record.id === id,
    );
    const configured =
      stored && ({ ...stored, record: { ...stored.record, ...address } } as ConfiguredRecord);
    const driver = configured && this.#options.driverOf(configured);
    const line = configured && hasAddress(configured) ? lineOf(configured) : null;
    if (!driver || !line || !configured || !hasAddress(configured))
      return { esito: 'indirizzo_errato', ms: null, causa: 'tipo_diverso' };
    const known = this.engine.lines.find(each => keyOfLine(each.address) === keyOfLine(line));
    const used = known ?? new Line({ ...line, ...this.#options });
    const { settings } = used;
    const own = settingsOf([configured]);
    // Other devices of the line keep their settings; only the switch that is tried is on for as long.
    const tried = known ? { ...settings, hasOwnNumbers: settings.hasOwnNumbers || own.hasOwnNumbers } : own;
    used.configure(tried);
    used.retryNow();
    const { clock } = this.#options;
    const read: Read = request => {
      const deadlineMs = clock.monotonic();
      return used.read(request, { timeoutMs: configured.record.timeout, deadlineMs, turn: 'guest' });
    };
    const result = await probeDevice(configured, driver, read, () => clock.monotonic());
    if (!known) used.close();
    else if (used.settings === tried) used.configure(settings);
    return result;
  }

  async execute(command: PlantCommand): Promise<CommandResult> {
    if (command.kind !== 'switch-output') return this.commander.execute(command);
    const switched = await this.outputs.switch(command.output, command.isOn);
    return switched === true ? 'taken' : switched ? 'unanswered' : 'refused';
  }

  #isNightNow(): boolean {
    const { site } = this.#setup;
    if (site === null) return false;
    const now = Math.floor(this.#options.clock.steady.now() / 1000);
    if (Math.abs(now - this.#sunAt) >= sunEveryS) {
      const sun = { elevation: 0, azimuth: 0, cosZenith: 0, east: 0, north: 0 };
      sunPosition(now, site.latitude, site.longitude, sun);
      this.#isNight = sun.elevation < workingElevation;
      this.#sunAt = now;
    }
    return this.#isNight;
  }
}
