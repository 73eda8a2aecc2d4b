import { quality, sensorKinds } from '../../../../contract/codes';
import type { Configuration } from '../../../../contract/config/kinds';
import { DigitalSignals } from '../../../plant/processing/digital-signals';
import { inverterDeviations, inverterValues, isFeeding } from '../../../plant/processing/inverters';
import { usualLimits } from '../../../plant/processing/limits';
import { meterValues } from '../../../plant/processing/meters';
import {
  availability,
  isPartial,
  matchedRatio,
  matchedShare,
  plantValues,
  stateOfPlant,
} from '../../../plant/processing/plant-sums';
import { controllerDevices, protectionDevices } from '../../../plant/processing/protections';
import { type ConfiguredDevice, ofWhole, rowsOf } from '../../../plant/processing/rows';
import { stringDevices } from '../../../plant/processing/strings';
import { trackerDevices } from '../../../plant/processing/trackers';
import type { DeviceRows } from '../../../plant/snapshot';
import type { Answer, DeviceGroup, PastSlot, PlantCounters } from '../../../plant/source';
import { planConfiguration } from '../first-plant/first-configuration';
import { LiveState } from '../live-state';
import { emptyGrid, gridAt } from '../physics/grid';
import type { PlantModel } from '../physics/model';
import { Trackers } from '../physics/trackers';
import { answerOf, SimulatedAnswers } from '../readings/answers';
import { type DeviceValues, type Polled, wholeDevice } from '../readings/device-values';
import {
  type InverterReading,
  inverterSays,
  type MeterReading,
  meterSays,
  readInverters,
  readMeters,
} from '../readings/electrical-readings';
import {
  readSensors,
  readTrackers,
  sensorSays,
  stringSays,
  stringsOf,
  trackerContext,
  trackerSays,
} from '../readings/field-readings';
import { mergeReadings, type Readings } from '../readings/merge-readings';
import { Wiring } from '../wiring';

/** Only slots of at most this length (s) contain strings, trackers, controllers, protections and digital inputs: they are what is new. */
const longestOfField = 60;

/** Builds the slots of the past from the steps of a model. */
export class SlotMeans {
  readonly #model: PlantModel;
  readonly #configuration: Configuration;
  readonly #wiring: Wiring;
  readonly #grid = emptyGrid();
  /** Counter of each inverter at its latest answer. What it produced while it did not answer is counted in the next slot with an answer. */
  readonly #reported: Float64Array;
  #start: PlantCounters & { readonly total: number };
  #meterStart: number[] = [];
  readonly #trackers: Trackers;
  /** Controllers, protections and digital inputs, which the model does not have. */
  readonly #live: LiveState;
  readonly #answers: SimulatedAnswers;
  readonly #signals = new DigitalSignals();
  #means: Readings | null = null;
  #steps = 0;

  constructor(model: PlantModel) {
    this.#model = model;
    this.#configuration = planConfiguration(model.plan, 0);
    this.#wiring = new Wiring(model.plan);
    this.#reported = Float64Array.from(model.field.inverters, ({ totalKwh }) => totalKwh);
    this.#start = this.#counters();
    this.#trackers = new Trackers(model.plan, model.seed);
    this.#live = new LiveState(model, 0);
    this.#answers = new SimulatedAnswers(this.#live, this.#configuration, this.#wiring);
    this.#signals.configure(this.#configuration);
  }

  /** Begins the slot that starts at `t`. */
  begin(t: number): void {
    this.#model.roll(t);
    this.#start = this.#counters();
    this.#meterStart = this.#model.meters.map(({ dayKwh }) => dayKwh);
    this.#means = null;
    this.#steps = 0;
  }

  /** Adds the step that the model has just made. */
  add(): void {
    const model = this.#model;
    const [inverters, meters, sensors] = [readInverters(model), readMeters(model), readSensors(model)];
    const now: Readings = { ...this.#plant(inverters, meters), inverters, meters, sensors };
    if (this.#means) mergeReadings(this.#means, now, this.#steps);
    this.#means = now;
    this.#steps++;
  }

  /** Completes the slot that started at `t`. */
  finish(t: number, seconds: number): PastSlot {
    const means = this.#means;
    if (!means) return { t, seconds, groups: {} };
    const { plan, seed, field } = this.#model;
    if (seconds <= longestOfField) this.#trackers.step(field, seconds);
    this.#countSlot(means);
    const load = { p: (means.plant.pac ?? 0) / plan.ratedKw, q: 0, faults: [] };
    gridAt(seed, t + seconds / 2, load, this.#grid);
    return {
      t,
      seconds,
      groups: {
        impianto: rowsOf('impianto', [this.#plantDevice(means, t)], t, undefined),
        inverter: this.#inverterRows(means, t),
        contatori: this.#meterRows(means, t),
        sensori: this.#sensorRows(means, t),
        // In a slot of one minute the values at its end are used instead of means.
        ...(seconds <= longestOfField && {
          stringhe: this.#stringRows(t),
          tracker: this.#trackerRows(t),
          ...this.#gridRows(t, seconds),
        }),
      },
    };
  }

  #plant(inverters: readonly InverterReading[], meters: readonly MeterReading[]) {
    const { poa, isLightDoubted, cell, isCellComputed, ambient, light, counting } = this.#model;
    const parts = {
      configuration: this.#configuration,
      inverters: byRecord(inverters, ({ pac, qac, dayKwh: eday, totalKwh: etot }) => {
        return { pac, qac, eday, etot };
      }),
      meters: byRecord(meters, ({ power }) => ({ p: power })),
      controllers: new Map<number, Answer>(),
      sensors: new Map<number, Answer>(),
      weather: { poa, isLightDoubted, cell, isCellComputed, ambient },
      light,
      counters: counting.counters,
      limits: usualLimits,
    };
    const plant = { ...plantValues(parts), pattesa: this.#model.expectedKw };
    const plantQuality = isPartial(parts) ? quality.uncertain : quality.good;
    return { plant, plantState: stateOfPlant(parts), plantQuality };
  }

  #plantDevice({ plant, plantState, plantQuality }: Readings, t: number): ConfiguredDevice {
    const answer = { record: 1, part: 0, isResponding: !this.#isDown(), state: plantState, sampled: t };
    return {
      id: 1,
      name: this.#model.plan.facts.name,
      service: 'active',
      facts: {},
      answer: { ...answer, quality: plantQuality, validS: 0, values: {} },
      values: plant,
    };
  }

  #inverterRows({ inverters, plant }: Readings, t: number): DeviceRows {
    const peers = inverters.map(({ pac, plan: { peakKwp }, isSilent, state }) => ({
      pac,
      kwp: peakKwp,
      isFeeding: !isSilent && isFeeding(state),
    }));
    const deviations = inverterDeviations(peers, plant.poa ?? 0);
    return this.#rows('inverter', inverters, inverterSays, this.#electrical(), t, (said, { plan }, at) => {
      const { ratedKw: pn, peakKwp: kwp, inputs: mppt } = plan;
      return inverterValues(said.values, { pn, kwp, mppt }, deviations[at] ?? null);
    });
  }

  #meterRows({ meters }: Readings, t: number): DeviceRows {
    const asBuilt = { inverti: false, segno_p: 1, segno_q: 1, offset: 0, collegamento: '3F4F' } as const;
    return this.#rows('contatori', meters, meterSays, this.#electrical(), t, (answer, reading) =>
      meterValues(answer.values, asBuilt, reading.plan.role),
    );
  }

  #sensorRows({ sensors }: Readings, t: number): DeviceRows {
    return this.#rows('sensori', sensors, sensorSays, null, t, ({ values }, reading) => ({
      ...values,
      tipo: sensorKinds.findIndex(([kind]) => kind === reading.plan.kind),
    }));
  }

  #stringRows(t: number): DeviceRows {
    const { field } = this.#model;
    const asked = this.#question('stringhe', stringSays, null, t);
    const answers = stringsOf(this.#model, this.#configuration, this.#wiring).map(each =>
      answerOf(each, asked),
    );
    const conditions = {
      light: field.conditions.poa,
      stateOf: (id: number) => field.inverters[id - 1]?.state ?? 0,
    };
    return rowsOf('stringhe', stringDevices(this.#configuration, answers, conditions), t, undefined);
  }

  #trackerRows(t: number): DeviceRows {
    const asked = this.#question('tracker', trackerSays, trackerContext(this.#model.field.conditions), t);
    const answers = readTrackers(this.#trackers).map(reading => answerOf(wholeDevice(reading), asked));
    return rowsOf('tracker', trackerDevices(this.#configuration, ofWhole(answers)), t, undefined);
  }

  #gridRows(t: number, seconds: number): Pick<PastSlot['groups'], 'cci' | 'spi' | 'di'> {
    const live = this.#live;
    live.settle(t, seconds);
    live.askedKvar = this.#model.regulation.askedByVoltage;
    const answers = (group: DeviceGroup) => ofWhole(this.#answers.of(group, t));
    const inputs = answers('di');
    this.#signals.step(t, live.zone, inputs);
    const rows = (group: DeviceGroup, devices: readonly ConfiguredDevice[]) =>
      rowsOf(group, devices, t, undefined);
    return {
      cci: rows('cci', controllerDevices(this.#configuration, answers('cci'), t)),
      spi: rows('spi', protectionDevices(this.#configuration, answers('spi'), t)),
      di: rows('di', this.#signals.devices(inputs)),
    };
  }

  #rows<G extends DeviceGroup, D extends Polled, C>(
    group: G,
    readings: readonly D[],
    deviceValues: DeviceValues<G, D, C>,
    context: C,
    t: number,
    values: (answer: Answer, reading: D, index: number) => ConfiguredDevice['values'],
  ): DeviceRows {
    const asked = this.#question(group, deviceValues, context, t);
    const devices = readings.map((reading, index): ConfiguredDevice => {
      const answer = answerOf(wholeDevice(reading), asked);
      const { id, name } = reading;
      return { id, name, service: 'active', answer, values: values(answer, reading, index), facts: {} };
    });
    return rowsOf(group, devices, t, undefined);
  }

  #question<G extends DeviceGroup, D extends Polled, C>(
    group: G,
    deviceValues: DeviceValues<G, D, C>,
    context: C,
    t: number,
  ) {
    const isDown = this.#isDown();
    return { group, deviceValues, context, t, isUnheard: () => isDown };
  }

  #isDown(): boolean {
    return this.#model.field.active.some(({ fault }) => fault.kind === 'plant-silent');
  }

  #electrical() {
    return { ...this.#model.plan.facts, grid: this.#grid };
  }

  #counters() {
    const total = this.#model.field.inverters.reduce((sum, { totalKwh }) => sum + totalKwh, 0);
    return { ...this.#model.counting.counters, total };
  }

  /** Replaces the counters of the day by those of the slot. */
  #countSlot({ plant, inverters, meters }: Readings): void {
    const start = this.#start;
    const end = this.#counters();
    plant.eday = end.total - start.total;
    plant.eattesa = end.expectedDay - start.expectedDay;
    const share = matchedShare({
      energyDay: end.energyDay - start.energyDay,
      matchedDay: end.matchedDay - start.matchedDay,
    });
    const light = {
      irradiation: end.irradiationDay - start.irradiationDay,
      referenceKwh: end.referenceDay - start.referenceDay,
    };
    plant.pr = matchedRatio({ kwh: plant.eday, share, ...light }, usualLimits);
    plant.disp = availability(end.usefulDay - start.usefulDay, end.lostDay - start.lostDay);
    inverters.forEach((inverter, index) => {
      inverter.dayKwh = inverter.totalKwh - (this.#reported[index] ?? 0);
      if (!inverter.isSilent) this.#reported[index] = inverter.totalKwh;
    });
    meters.forEach((meter, index) => {
      meter.dayKwh -= this.#meterStart[index] ?? 0;
    });
  }
}

/** The readings as answers, by record, with only the given values. */
function byRecord<D extends Polled>(
  readings: readonly D[],
  values: (reading: D) => Answer['values'],
): Map<number, Answer> {
  return new Map(
    readings.map(reading => {
      const { id: record, isSilent, state } = reading;
      const answer = { record, part: 0, isResponding: !isSilent, state, sampled: 0, validS: 0 };
      return [record, { ...answer, values: values(reading) }];
    }),
  );
}
