import { inverterStates } from '../../contract/codes';
import { type InverterReading, inverterColumns, type MeterReading, meterColumns } from './electrical-rows';
import {
  type SensorReading,
  sensorColumns,
  stringColumns,
  trackerColumns,
  trackerContext,
} from './field-rows';
import { emptyGrid, gridAt } from './grid';
import type { PlantModel } from './model';
import { availability, type PlantReading, performanceRatio, plantColumns } from './plant-rows';
import {
  compareInverters,
  readInverters,
  readMeters,
  readPlant,
  readSensors,
  readStrings,
  readTrackers,
} from './readings';
import { type Column, type Polled, placesOf, toRows } from './rows';
import type { DeviceRows, PastSlot } from './source';
import { Trackers } from './trackers';

/** Strings and trackers, of which there are many, have a past only in slots this short (s). */
const longestOfField = 60;

/** Readings of one step, or their means over a slot. */
interface Readings {
  readonly plant: PlantReading;
  readonly inverters: InverterReading[];
  readonly meters: MeterReading[];
  readonly sensors: SensorReading[];
}

/** The mean over `count` steps taken further by one more value; a missing one does not count. */
function blend(mean: number | null, value: number | null, count: number): number | null {
  if (mean === null || value === null) return mean ?? value;
  return mean + (value - mean) / (count + 1);
}

/** Makes the slots of a past out of the steps of a model. */
export class SlotMeans {
  readonly #model: PlantModel;
  readonly #grid = emptyGrid();
  /** Counter of each inverter when it was last heard: what it made in silence comes with its next slot. */
  readonly #reported: Float64Array;
  #start: { expected: number; irradiation: number; useful: number; lost: number; total: number };
  #meterStart: number[] = [];
  readonly #trackers: Trackers;
  #means: Readings | null = null;
  #steps = 0;

  constructor(model: PlantModel) {
    this.#model = model;
    this.#reported = Float64Array.from(model.field.inverters, ({ totalKwh }) => totalKwh);
    this.#start = this.#counters();
    this.#trackers = new Trackers(model.plan, model.seed);
  }

  /** Begins the slot that starts at `t`. */
  begin(t: number): void {
    this.#model.ledger.roll(t);
    this.#start = this.#counters();
    this.#meterStart = this.#model.meters.map(({ dayKwh }) => dayKwh);
    this.#means = null;
    this.#steps = 0;
  }

  /** Takes the step that the model has just made. */
  add(): void {
    const model = this.#model;
    const inverters = readInverters(model);
    const meters = readMeters(model);
    const now: Readings = {
      plant: readPlant(model, { inverters, unread: 0, meters }, false),
      inverters,
      meters,
      sensors: readSensors(model),
    };
    if (this.#means) this.#merge(this.#means, now);
    this.#means = now;
    this.#steps++;
  }

  /** The slot from `t`. */
  finish(t: number, seconds: number): PastSlot {
    const means = this.#means;
    if (!means) return { t, seconds, groups: {} };
    const { plan, seed, field } = this.#model;
    const trackers = this.#trackers;
    if (seconds <= longestOfField) trackers.step(field, seconds);
    compareInverters(means.inverters, means.plant.poa ?? 0);
    this.#countSlot(means);
    const load = { p: (means.plant.pac ?? 0) / plan.ratedKw, q: 0, faults: [] };
    gridAt(seed, t + seconds / 2, load, this.#grid);
    const electrical = { ...plan.facts, grid: this.#grid };
    const isDown = field.active.some(({ fault }) => fault.kind === 'plant-silent');
    const rows = <D extends Polled, C>(
      devices: readonly D[],
      columns: Readonly<Record<string, Column<D, C>>>,
      context: C,
    ): DeviceRows =>
      toRows(placesOf(devices), columns, {
        context,
        t,
        silentState: inverterStates.commLost,
        isUnheard: () => isDown,
        before: undefined,
      });
    return {
      t,
      seconds,
      groups: {
        impianto: rows([means.plant], plantColumns, null),
        inverter: rows(means.inverters, inverterColumns, electrical),
        contatori: rows(means.meters, meterColumns, electrical),
        sensori: rows(means.sensors, sensorColumns, null),
        // A minute is short enough for its end to stand for it.
        ...(seconds <= longestOfField && {
          stringhe: rows(readStrings(this.#model), stringColumns, null),
          tracker: rows(readTrackers(trackers), trackerColumns, trackerContext(field.conditions)),
        }),
      },
    };
  }

  /** Leaves in `now` the means of the slot so far; states and counters stay those of the newest step. */
  #merge(before: Readings, now: Readings): void {
    const count = this.#steps;
    const [last, plant] = [before.plant, now.plant];
    plant.pac = blend(last.pac, plant.pac, count);
    plant.expected = blend(last.expected, plant.expected, count);
    plant.reactive = blend(last.reactive, plant.reactive, count);
    plant.exported = blend(last.exported, plant.exported, count) ?? 0;
    plant.imported = blend(last.imported, plant.imported, count) ?? 0;
    plant.selfUsed = blend(last.selfUsed, plant.selfUsed, count) ?? 0;
    plant.poa = blend(last.poa, plant.poa, count);
    plant.cell = blend(last.cell, plant.cell, count);
    plant.ambient = blend(last.ambient, plant.ambient, count);
    for (const [index, inverter] of now.inverters.entries())
      mergeInverter(before.inverters[index], inverter, count);
    now.meters.forEach((meter, index) => {
      const older = before.meters[index];
      meter.power = blend(older?.power ?? null, meter.power, count) ?? 0;
      meter.reactive = blend(older?.reactive ?? null, meter.reactive, count) ?? 0;
    });
    now.sensors.forEach((sensor, index) => {
      const older = before.sensors[index];
      sensor.clearSky = blend(older?.clearSky ?? null, sensor.clearSky, count);
      // A direction has no mean, and a counter shows its end.
      if (sensor.plan.kind === 'wd' || sensor.plan.kind === 'rain') return;
      sensor.value = blend(older?.value ?? null, sensor.value, count);
      sensor.isSilent = sensor.value === null;
    });
  }

  #counters() {
    const { expectedDay, irradiationDay, usefulDay, lostDay } = this.#model.ledger.counters;
    const total = this.#model.field.inverters.reduce((sum, { totalKwh }) => sum + totalKwh, 0);
    return { expected: expectedDay, irradiation: irradiationDay, useful: usefulDay, lost: lostDay, total };
  }

  /** Turns the day's counters into those of the slot. */
  #countSlot({ plant, inverters, meters }: Readings): void {
    const start = this.#start;
    const end = this.#counters();
    plant.dayKwh = end.total - start.total;
    plant.expectedDayKwh = end.expected - start.expected;
    plant.performanceRatio = performanceRatio(
      plant.dayKwh,
      this.#model.plan.peakKwp,
      end.irradiation - start.irradiation,
    );
    plant.availability = availability(end.useful - start.useful, end.lost - start.lost);
    inverters.forEach((inverter, index) => {
      inverter.dayKwh = inverter.totalKwh - (this.#reported[index] ?? 0);
      if (!inverter.isSilent) this.#reported[index] = inverter.totalKwh;
    });
    meters.forEach((meter, index) => {
      meter.dayKwh -= this.#meterStart[index] ?? 0;
    });
  }
}

function mergeInverter(before: InverterReading | undefined, now: InverterReading, count: number): void {
  if (!before) return;
  const mean = (older: number, newer: number) => older + (newer - older) / (count + 1);
  now.pac = mean(before.pac, now.pac);
  now.qac = mean(before.qac, now.qac);
  now.pdc = mean(before.pdc, now.pdc);
  now.udc = mean(before.udc, now.udc);
  now.cabinet = mean(before.cabinet, now.cabinet);
  now.heatsink = mean(before.heatsink, now.heatsink);
  now.insulation = mean(before.insulation, now.insulation);
  now.limitPercent = mean(before.limitPercent, now.limitPercent);
  now.events |= before.events;
  now.deviation = null;
}
