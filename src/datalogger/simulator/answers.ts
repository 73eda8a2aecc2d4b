import { usualValidS } from '../../contract/codes';
import type { ConfigKind, ConfigOf, Configuration, RecordOf } from '../../contract/config/kinds';
import type { Group } from '../../contract/points';
import { roleOf } from '../devices/meters';
import { inputsOf } from '../devices/strings';
import type { Answer, DeviceGroup, Values } from '../source';
import type { DeviceValues, Polled } from './device-values';
import { contactSays } from './digital-inputs';
import {
  type ElectricalContext,
  type InverterReading,
  inverterSays,
  type MeterReading,
  meterSays,
  readInverters,
  readMeters,
  scaledMeter,
} from './electrical-readings';
import {
  readSensors,
  readStrings,
  readTrackers,
  type SensorReading,
  type StringReading,
  sensorSays,
  stringSays,
  trackerContext,
  trackerSays,
} from './field-readings';
import {
  controllerContext,
  controllerSays,
  protectionContext,
  protectionSays,
  readControllers,
  readProtections,
} from './grid-readings';
import type { LiveState } from './live-state';
import type { PlantModel } from './model';
import { inputSays, readInputs } from './mppt';
import { unheard } from './overrides';
import { PollMemory } from './poll-memory';
import { signalOf } from './transmitters';
import type { Wiring } from './wiring';

/** A simulated device that answers for a record, or for a part of a record. */
export interface Answering<D extends Polled> {
  readonly record: number;
  readonly part?: number;
  /** The id under which its history is stored. */
  readonly id?: number;
  readonly reading: D;
}

/** The answers of the simulated devices, for each record of the configuration. */
export class SimulatedAnswers {
  readonly #live: LiveState;
  readonly #configuration: Configuration;
  readonly #wiring: Wiring;
  readonly #polls: PollMemory;

  constructor(live: LiveState, configuration: Configuration, wiring: Wiring) {
    this.#live = live;
    this.#configuration = configuration;
    this.#wiring = wiring;
    this.#polls = new PollMemory(configuration);
  }

  of(group: DeviceGroup, t: number): readonly Answer[] {
    return this.#ask[group](t).map(answer => this.#polls.known(group, answer));
  }

  readonly #ask: Readonly<Record<DeviceGroup, (t: number) => readonly Answer[]>> = {
    inverter: t => {
      const readings = readInverters(this.#live.model);
      const own = this.#whole('inverters', readings, (record, reading) => this.#inverter(record, reading));
      return this.#answers('inverter', t, own, inverterSays, this.#electrical());
    },
    mppt: t => this.#inputs(t),
    stringhe: t =>
      this.#answers(
        'stringhe',
        t,
        stringsOf(this.#live.model, this.#configuration, this.#wiring),
        stringSays,
        null,
      ),
    tracker: t => {
      const { trackers, model } = this.#live;
      const own = this.#whole('trackers', readTrackers(trackers));
      return this.#answers('tracker', t, own, trackerSays, trackerContext(model.field.conditions));
    },
    contatori: t => {
      const own = this.#whole('contatori', readMeters(this.#live.model), (record, reading) =>
        meterAs(record, this.#wiring.builtOf('contatori', record), reading),
      );
      return this.#answers('contatori', t, own, meterSays, this.#electrical());
    },
    sensori: t => {
      const own = this.#whole('sensori', readSensors(this.#live.model), onInput);
      return this.#answers('sensori', t, own, sensorSays, null);
    },
    di: t => {
      const own = this.#whole('digital-signals', this.#live.inputs.readings, (record, reading) => ({
        ...reading,
        isSilent: reading.isSilent || !this.#isRead(record),
      }));
      return this.#answers('di', t, own, contactSays, null);
    },
    spi: t => {
      const own = this.#whole('protezioni-interfaccia', readProtections(this.#live));
      return this.#answers('spi', t, own, protectionSays, protectionContext(this.#live, t));
    },
    cci: t => {
      const own = this.#whole('cci', readControllers(this.#live));
      return this.#answers('cci', t, own, controllerSays, controllerContext(this.#live, t));
    },
  };

  /** The devices that answer for the records of a kind, each with the settings of its record. */
  #whole<K extends ConfigKind, D extends Polled>(
    kind: K,
    readings: readonly D[],
    own: (record: RecordOf<K>, reading: D) => D = (_, reading) => reading,
  ): Answering<D>[] {
    return this.#configuration[kind].flatMap(record => {
      const device = this.#wiring.deviceOf(kind, record);
      const reading = device === null ? undefined : readings[device - 1];
      if (!reading) return [];
      const told = own(record, reading);
      const isUnderstood = this.#wiring.isUnderstood(kind, record);
      return [{ record: record.id, reading: isUnderstood ? told : { ...told, isSilent: true } }];
    });
  }

  /** Whether the module of a signal is read, at that channel; a plant whose modules are not configured has them all the same. */
  #isRead({ modulo, canale }: RecordOf<'digital-signals'>): boolean {
    const module = this.#configuration['moduli-io'].find(({ numero }) => numero === modulo);
    if (!module) return true;
    const isThere = this.#wiring.deviceOf('moduli-io', module) !== null;
    const isUnderstood = this.#wiring.isUnderstood('moduli-io', module);
    return module.abilitato && isThere && isUnderstood && canale <= module.canali;
  }

  /** A further inverter has the powers and energies of the inverter it is like, multiplied by the ratio of their kWp. */
  #inverter(record: RecordOf<'inverters'>, reading: InverterReading): InverterReading {
    if (!this.#wiring.isFurther('inverters', record)) return reading;
    const share = record.kwp / reading.plan.peakKwp;
    return {
      ...reading,
      pac: reading.pac * share,
      qac: reading.qac * share,
      pdc: reading.pdc * share,
      dayKwh: reading.dayKwh * share,
      totalKwh: reading.totalKwh * share,
    };
  }

  #inputs(t: number): readonly Answer[] {
    const isUnheard = unheard(this.#live.model.timeline.activeAt(t), 'inverter');
    const readings = readInputs(this.#live.model);
    const own = this.#configuration.inverters.flatMap(record => {
      const device = this.#wiring.deviceOf('inverters', record);
      const wired = readings.filter(({ plan }) => plan.inverter === device);
      return wired.map(reading => ({
        record: record.id,
        part: reading.plan.number,
        reading: { ...reading, isSilent: reading.isSilent || isUnheard(reading.plan.inverter) },
      }));
    });
    return this.#answers('mppt', t, own, inputSays, null);
  }

  #electrical(): ElectricalContext {
    const { grid, model } = this.#live;
    const { inverterVoltage, gridVoltage } = model.plan.facts;
    return { grid, inverterVoltage, gridVoltage };
  }

  #answers<G extends Group, D extends Polled, C>(
    group: G,
    t: number,
    devices: readonly Answering<D>[],
    deviceValues: DeviceValues<G, D, C>,
    context: C,
  ): Answer[] {
    const isUnheard = unheard(this.#live.model.timeline.activeAt(t), group);
    return devices.map(device => answerOf(device, { group, t, deviceValues, context, isUnheard }));
  }
}

interface Question<G extends Group, D extends Polled, C> {
  readonly group: G;
  readonly t: number;
  readonly deviceValues: DeviceValues<G, D, C>;
  readonly context: C;
  /** Whether a fault prevents the device from answering. `id` is the id under which the device is shown. */
  readonly isUnheard: (id: number) => boolean;
}

/** The answer of one simulated device. */
export function answerOf<G extends Group, D extends Polled, C>(
  { record, part = 0, id, reading }: Answering<D>,
  { group, t, deviceValues, context, isUnheard }: Question<G, D, C>,
): Answer {
  const answer = {
    record,
    part,
    isResponding: !reading.isSilent && !isUnheard(shownId(group, record, part, id)),
    state: reading.state,
    sampled: t,
    validS: usualValidS(group),
    values: valuesOf(deviceValues, reading, context),
  };
  return id === undefined ? answer : { ...answer, id };
}

/** The values of a device. A value that is not a finite number becomes null. */
function valuesOf<Device, Context>(
  deviceValues: (device: Device, context: Context) => Partial<Values>,
  device: Device,
  context: Context,
): Values {
  const values = deviceValues(device, context) as Record<string, number | null>;
  for (const point in values) if (!Number.isFinite(values[point])) values[point] = null;
  return values;
}

/** The id under which a device is shown. Faults name the device by it. */
function shownId(group: Group, record: number, part: number, id: number | undefined): number {
  if (id !== undefined) return id;
  if (group === 'mppt') return 100 * record + part;
  return group === 'stringhe' ? 100_000 + 100 * record + part : record;
}

/** What a sensor gives to the input that is configured for it. */
function onInput({ ingresso, tipo }: RecordOf<'sensori'>, reading: SensorReading): SensorReading {
  const { value } = reading;
  return value === null ? reading : { ...reading, value: signalOf(ingresso, tipo, value) };
}

/** How much a transformer of a meter reduces: 1 without one. */
const ratio = (primary: number, secondary: number) => (secondary === 0 ? 1 : primary / secondary);

/**
 * The meter as if it were at the place that the role in its record names. What it shows is what passes its transformers, by the
 * configured ratios: where these are not those of the transformers that are there (`built`), it shows too much or too little.
 */
function meterAs(
  record: RecordOf<'contatori'>,
  built: ConfigOf<'contatori'> | undefined,
  reading: MeterReading,
): MeterReading {
  const own = { ...reading, plan: { ...reading.plan, role: roleOf(record) } };
  const of = built ?? record;
  const current = ratio(record.ta_primario, record.ta_secondario) / ratio(of.ta_primario, of.ta_secondario);
  const volt = ratio(record.tv_primario, record.tv_secondario) / ratio(of.tv_primario, of.tv_secondario);
  return current === 1 && volt === 1 ? own : scaledMeter(own, volt, current * volt);
}

/** The strings that answer for the inputs of the configured boxes. */
export function stringsOf(
  model: PlantModel,
  configuration: Pick<Configuration, 'box-stringhe'>,
  wiring: Wiring,
  isWanted?: (inverter: number) => boolean,
): Answering<StringReading>[] {
  const byBox = new Map<number, StringReading[]>();
  for (const reading of readStrings(model, isWanted)) {
    const own = byBox.get(reading.plan.box);
    if (own) own.push(reading);
    else byBox.set(reading.plan.box, [reading]);
  }
  return configuration['box-stringhe'].flatMap(box => {
    const device = wiring.deviceOf('box-stringhe', box);
    const wired = device === null ? [] : (byBox.get(device) ?? []);
    const [first] = wired;
    return inputsOf(box).flatMap(input => {
      const string = wired[input - 1];
      // An input to which no string is connected carries no current.
      const reading = string ?? (first && { ...first, current: 0 });
      const id = device === box.id && string ? { id: string.plan.id } : {};
      return reading ? [{ record: box.id, part: input, ...id, reading }] : [];
    });
  });
}
