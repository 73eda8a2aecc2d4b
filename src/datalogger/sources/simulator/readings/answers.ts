import { refreshSeconds, usualValidS } from '../../../../contract/codes';
import type { ConfigKind, Configuration, RecordOf } from '../../../../contract/config/kinds';
import type { Group } from '../../../../contract/points';
import { groupOf, shownRecords } from '../../../plant/processing/setup';
import type { Answer, DeviceGroup, Values } from '../../../plant/source';
import { overridesOf, type TimedFault } from '../faults/faults';
import type { LiveState } from '../live-state';
import { inputSays, readInputs } from '../physics/mppt';
import { onInput } from '../physics/transmitters';
import type { Wiring } from '../wiring';
import type { Answering, DeviceValues, Polled } from './device-values';
import { contactSays } from './digital-inputs';
import {
  type ElectricalContext,
  type InverterReading,
  inverterSays,
  meterAs,
  meterSays,
  readInverters,
  readMeters,
} from './electrical-readings';
import {
  readSensors,
  readTrackers,
  sensorSays,
  stringSays,
  stringsOf,
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
import { LastAnswers } from './last-answers';

/** The answers of the simulated devices, for each record of the configuration. */
export class SimulatedAnswers {
  readonly #live: LiveState;
  readonly #configuration: Configuration;
  readonly #wiring: Wiring;
  readonly #polls: PollMemory;
  readonly #last: LastAnswers;

  /** `last`: what was read before the configuration changed. */
  constructor(
    live: LiveState,
    configuration: Configuration,
    wiring: Wiring,
    last: LastAnswers = new LastAnswers(),
  ) {
    this.#live = live;
    this.#last = last;
    this.#configuration = configuration;
    this.#wiring = wiring;
    this.#polls = new PollMemory(configuration);
  }

  of(group: DeviceGroup, t: number): readonly Answer[] {
    const answers = this.#ask[group](t).map(answer => this.#polls.known(group, answer));
    return group === 'inverter' ? this.#last.known(answers, t, this.#live.zone) : answers;
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
      // Other devices count on while they are out of service.
      if (kind === 'sensori' && 'abilitato' in record && !record.abilitato) return [];
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

/** Says whether a device of a group, by its id, does not answer because of a fault. */
function unheard(active: readonly TimedFault[], group: Group): (id: number) => boolean {
  const isDown = active.some(({ fault }) => fault.kind === 'plant-silent');
  const silent = new Set(
    overridesOf(active, group).flatMap(fault => (fault.kind === 'override-silent' ? [fault.id] : [])),
  );
  return id => isDown || silent.has(id);
}

/** How a device is polled: every `everyS`, and held for silent when it has not answered for `giveUpS`. */
interface Polling {
  readonly everyS: number;
  readonly giveUpS: number;
}

/** A sample stays valid for this many polls. */
const validPolls = 3;

/**
 * The answers of devices that are polled less often than their group is read, or for whose answer it is waited longer: between two
 * polls the last answer is kept; the device counts as silent after the last retry.
 */
class PollMemory {
  readonly #polling = new Map<DeviceGroup, ReadonlyMap<number, Polling>>();
  readonly #last = new Map<string, Answer>();

  constructor(configuration: Configuration) {
    for (const kind of Object.keys(groupOf) as ConfigKind[]) {
      const slow = new Map<number, Polling>();
      for (const record of configuration[kind]) {
        if (!('polling' in record)) continue;
        const { polling, timeout, tentativi } = record;
        const giveUpS = ((1 + tentativi) * timeout) / 1000;
        const usualS = refreshSeconds[groupOf[kind]];
        if (polling <= usualS && giveUpS <= usualS) continue;
        for (const id of shownRecords(configuration, kind, record))
          slow.set(id, { everyS: polling, giveUpS });
      }
      if (slow.size > 0) this.#polling.set(groupOf[kind], slow);
    }
  }

  /** What the datalogger knows of a device that says `now`. */
  known(group: DeviceGroup, now: Answer): Answer {
    const polling = this.#polling.get(group === 'mppt' ? 'inverter' : group)?.get(now.record);
    if (!polling) return now;
    const key = `${group} ${now.record} ${now.part}`;
    const last = this.#last.get(key);
    const age = last ? now.sampled - last.sampled : Number.POSITIVE_INFINITY;
    if (last && age < (now.isResponding ? polling.everyS : polling.everyS + polling.giveUpS)) return last;
    const answer = {
      ...now,
      validS: Math.max(now.validS, validPolls * polling.everyS, polling.everyS + polling.giveUpS),
    };
    if (now.isResponding) this.#last.set(key, answer);
    return answer;
  }
}
