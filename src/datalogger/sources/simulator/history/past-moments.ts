import type { Configuration } from '../../../../contract/config/kinds';
import type { Group } from '../../../../contract/points';
import { DigitalSignals } from '../../../plant/processing/digital-signals';
import { inverterDevices } from '../../../plant/processing/inverters';
import { meterDevices } from '../../../plant/processing/meters';
import { plantDevice } from '../../../plant/processing/plant-sums';
import { controllerDevices, protectionDevices, returnS } from '../../../plant/processing/protections';
import { type ConfiguredDevice, ofWhole, rowsOf } from '../../../plant/processing/rows';
import { sensorDevices } from '../../../plant/processing/sensors';
import { stringDevices } from '../../../plant/processing/strings';
import { trackerDevices } from '../../../plant/processing/trackers';
import type { Snapshot } from '../../../plant/snapshot';
import { daylightElevation } from '../../../plant/solar/sun';
import type { DeviceGroup, PastMoment } from '../../../plant/source';
import type { Fault, TimedFault } from '../faults/faults';
import { planConfiguration } from '../first-plant/first-configuration';
import { LiveState } from '../live-state';
import { isGridFault } from '../physics/grid';
import { coarseS, type PlantModel } from '../physics/model';
import { doesTrip } from '../physics/protection';
import { Trackers } from '../physics/trackers';
import { answerOf, SimulatedAnswers } from '../readings/answers';
import { isVisited } from '../readings/digital-inputs';
import { readTrackers, stringSays, stringsOf, trackerContext, trackerSays } from '../readings/field-readings';
import { hardwareOf } from '../simulated-plant';
import { Wiring } from '../wiring';

/**
 * Without an event, the plant is looked at once in this time, s, and only by day: alarms judge the move of a counter over no longer time,
 * and neither strings nor sensors in a lower sun.
 */
const quietS = 900;
/** After a change it is looked at in every step for so long (s): longer than any alarm waits until it is raised. */
const busyS = 2400;
/** Seconds after a change at which it is looked at again, because alarms wait that long. */
const soonS = [10, 60];
/** Devices of the field are judged for so long (s) after their fault: alarms of strings go only in the light of the next day. */
const afterFaultS = 86_400;
/** Number of inverters without a fault that are read with those that have one, because strings are compared. */
const comparedInverters = 3;

/** Looks at the plant of the past in the steps of the coarse model, as often as its alarms need. */
export class PastMoments {
  readonly #live: LiveState;
  readonly #configuration: Configuration;
  readonly #wiring: Wiring;
  readonly #answers: SimulatedAnswers;
  readonly #signals = new DigitalSignals();
  /** Until when the strings of an inverter, and a tracker, are read, by id. */
  readonly #strings = new Map<number, number>();
  readonly #trackers = new Map<number, number>();
  /** What the plant was in the step before: a change is an event. */
  #before: readonly unknown[] = [];
  #busyUntil = Number.NEGATIVE_INFINITY;
  #lookedAt = Number.NEGATIVE_INFINITY;

  /** `configuredAt`: epoch seconds at which the configuration is that of the plant. */
  constructor(model: PlantModel, t: number, configuredAt: number) {
    this.#live = new LiveState(model, t);
    this.#configuration = planConfiguration(model.plan, configuredAt);
    this.#wiring = new Wiring(model.plan);
    this.#answers = new SimulatedAnswers(this.#live, this.#configuration, this.#wiring);
    this.#signals.configure(this.#configuration);
  }

  /** The moments of the step of `seconds` from `t` that the model has just made. */
  of(t: number, seconds: number): PastMoment[] {
    const { field } = this.#live.model;
    const isChanged = this.#isChanged(t, seconds);
    if (isChanged) this.#busyUntil = t + busyS;
    const isBusy = t < this.#busyUntil;
    const isDue = t - this.#lookedAt >= (isBusy ? coarseS : quietS);
    if (!isChanged && !(isDue && (isBusy || field.conditions.sun.elevation > daylightElevation))) return [];
    this.#lookedAt = t;
    this.#live.settle(t, seconds);
    const offsets = isChanged ? [0, ...soonS.filter(offset => offset < seconds)] : [0];
    const hardware = hardwareOf(this.#live, t);
    return offsets.map(offset => ({ snapshot: this.#snapshot(t + offset), hardware }));
  }

  #isChanged(t: number, seconds: number): boolean {
    const { field, seed, plan, timeline } = this.#live.model;
    const middle = t + seconds / 2;
    this.#follow(field.active, t);
    const trips = timeline
      .during(middle - returnS, middle)
      .filter(event => isGridFault(event) && doesTrip(event, plan.facts.norm));
    const before = this.#before;
    const now = [
      ...field.active,
      trips.length > 0,
      this.#live.isBatteryLow(t),
      isVisited(seed, plan.site.zone, middle),
      field.conditions.isStowed,
    ];
    this.#before = now;
    const isSame = before.length === now.length && now.every((fact, index) => fact === before[index]);
    return before.length > 0 && !isSame;
  }

  /** Notes the inverters whose strings, and the trackers, that a fault concerns. */
  #follow(active: readonly TimedFault[], t: number): void {
    for (const { fault } of active) {
      const inverter = this.#inverterOfStrings(fault);
      if (inverter !== null) this.#strings.set(inverter, t + afterFaultS);
      if (fault.kind === 'tracker-stuck') this.#trackers.set(fault.tracker, t + afterFaultS);
    }
    for (const followed of [this.#strings, this.#trackers])
      for (const [id, until] of followed) if (until < t) followed.delete(id);
  }

  #inverterOfStrings(fault: Fault): number | null {
    const { strings } = this.#live.model.plan;
    if (fault.kind === 'string-open' || fault.kind === 'string-drift')
      return strings[fault.string - 1]?.inverter ?? null;
    if (fault.kind === 'soiled-group') return strings.find(({ box }) => box === fault.box)?.inverter ?? null;
    return null;
  }

  #snapshot(t: number): Snapshot {
    const answers = (group: DeviceGroup) => ofWhole(this.#answers.of(group, t));
    const [inverters, meters, sensors] = [answers('inverter'), answers('contatori'), answers('sensori')];
    const [controllers, inputs] = [answers('cci'), answers('di')];
    this.#signals.step(t, this.#live.zone, inputs);
    const { model } = this.#live;
    const configuration = this.#configuration;
    const { poa, isLightDoubted, cell, ambient, light, counting, lightVerdict: verdict } = model;
    const weather = { poa, isLightDoubted, cell, ambient };
    const parts = { configuration, inverters, meters, controllers, sensors, weather };
    const sums = { ...parts, light, counters: counting.counters, limits: counting.limits };
    const rows = (group: Group, devices: readonly ConfiguredDevice[]) => rowsOf(group, devices, t, undefined);
    return {
      t,
      groups: {
        impianto: rows('impianto', [plantDevice(sums, model.plan.facts.name, t)]),
        inverter: rows('inverter', inverterDevices(configuration, inverters, light.onPlane)),
        mppt: rows('mppt', []),
        stringhe: rows('stringhe', this.#stringDevices(t)),
        tracker: rows('tracker', this.#trackerDevices(t)),
        contatori: rows('contatori', meterDevices(configuration, meters, t)),
        sensori: rows('sensori', sensorDevices(configuration, sensors, { t, clear: null, verdict })),
        di: rows('di', this.#signals.devices(inputs)),
        spi: rows('spi', protectionDevices(configuration, answers('spi'), t)),
        cci: rows('cci', controllerDevices(configuration, controllers, t)),
      },
    };
  }

  /** The strings of the inverters that a fault concerns, and of some that they are compared with. */
  #stringDevices(t: number): ConfiguredDevice[] {
    if (this.#strings.size === 0) return [];
    const { model } = this.#live;
    const { inverters, conditions } = model.field;
    const others = inverters.filter(({ plan }) => !this.#strings.has(plan.id)).slice(0, comparedInverters);
    const read = new Set([...this.#strings.keys(), ...others.map(({ plan }) => plan.id)]);
    const isRead = (inverter: number) => read.has(inverter);
    const boxes = this.#configuration['box-stringhe'].filter(({ inverter }) => isRead(inverter));
    const own = { 'box-stringhe': boxes };
    const asked = { ...anybody, group: 'stringhe', deviceValues: stringSays, context: null, t } as const;
    const answers = stringsOf(model, own, this.#wiring, isRead).map(each => answerOf(each, asked));
    const stateOf = (id: number) => inverters[id - 1]?.state ?? 0;
    return stringDevices(own, answers, { light: conditions.poa, stateOf });
  }

  /** The trackers that a fault concerns, and one that reports the wind while all are stowed. */
  #trackerDevices(t: number): ConfiguredDevice[] {
    const { model } = this.#live;
    const { plan, seed, field } = model;
    const read = new Set(this.#trackers.keys());
    const [first] = plan.trackers;
    if (first && read.size === 0 && field.conditions.isStowed) read.add(first.id);
    if (read.size === 0) return [];
    const trackers = new Trackers(
      { ...plan, trackers: plan.trackers.filter(({ id }) => read.has(id)) },
      seed,
    );
    trackers.step(field, coarseS);
    const context = trackerContext(field.conditions);
    const asked = { ...anybody, group: 'tracker', deviceValues: trackerSays, context, t } as const;
    const answers = readTrackers(trackers).map(reading => answerOf({ record: reading.id, reading }, asked));
    const records = this.#configuration.trackers.filter(({ id }) => read.has(id));
    return trackerDevices({ ...this.#configuration, trackers: records }, ofWhole(answers));
  }
}

const anybody = { isUnheard: () => false };
