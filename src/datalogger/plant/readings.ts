import { deviceStates, inverterStates, meterRoles, sensorKinds } from '../../contract/codes';
import type { InverterReading, MeterReading } from './electrical-rows';
import { inverterFaults } from './field';
import type { SensorReading, StringReading, TrackerReading } from './field-rows';
import { stringClass } from './field-rows';
import { isFeeding } from './inverter';
import type { PlantModel } from './model';
import { availability, type PlantReading, performanceRatio, plantState } from './plant-rows';
import { median } from './rows';
import { inverterState, rawState } from './sunspec-states';
import type { Trackers } from './trackers';
import { calibrationDays } from './upkeep';

/** W/m² under which devices are not compared with one another. */
export const comparableIrradiance = 200;

/** What each inverter shows now. */
export function readInverters({ field }: PlantModel): InverterReading[] {
  const readings = field.inverters.map((inverter): InverterReading => {
    const { plan, state, pac, qac, pdc, udc, cabinet, heatsink, limitPercent, limitSource, events } =
      inverter;
    return {
      id: plan.id,
      name: plan.name,
      state: inverterState(plan.stateModel, rawState(plan.stateModel, state)),
      isSilent: inverterFaults(field.active, plan.id).isSilent,
      plan,
      pac,
      qac,
      pdc,
      udc,
      cabinet,
      heatsink,
      insulation: field.insulation(inverter),
      limitPercent,
      limitSource,
      events,
      dayKwh: inverter.dayKwh,
      totalKwh: inverter.totalKwh,
      hours: inverter.hours,
      deviation: null,
    };
  });
  compareInverters(readings, field.conditions.poa);
  return readings;
}

/** Sets the deviations from the median of those that answer, in enough light (W/m²). */
export function compareInverters(readings: readonly InverterReading[], poa: number): void {
  if (poa < comparableIrradiance) return;
  const specific = ({ pac, plan }: InverterReading) => pac / plan.peakKwp;
  const middle = median(readings.filter(({ isSilent }) => !isSilent).map(specific));
  if (middle === null || middle <= 0.01) return;
  for (const reading of readings) reading.deviation = 100 * (specific(reading) / middle - 1);
}

/** What each string shows now: its share of what its inverter takes, at the voltage of its MPPT input. */
export function readStrings({ plan, field, environment }: PlantModel): StringReading[] {
  const shares = new Map<number, number>();
  for (const id of [...field.stuck.keys(), ...field.orders.keys()]) {
    const angle = field.stillAngle(id);
    if (angle !== undefined) shares.set(id, environment.shareAt(field.conditions, angle));
  }
  const weightOf = ({ id, tracker }: { id: number; tracker: number }) =>
    (field.health[id - 1] ?? 0) * (shares.get(tracker) ?? 1);
  const byInverter = new Map<number, StringReading[]>();
  const readings = plan.strings.map((string): StringReading => {
    const reading = {
      id: string.id,
      name: string.name,
      state: 0,
      isSilent: false,
      plan: string,
      current: weightOf(string),
      volt: 0,
      deviation: null,
      boxTemperature: 0,
    };
    byInverter.set(string.inverter, byInverter.get(string.inverter) ?? []);
    byInverter.get(string.inverter)?.push(reading);
    return reading;
  });
  for (const [inverter, strings] of byInverter) fillStrings(field, inverter, strings);
  return readings;
}

/** Turns the weights in `current` into A, and compares the strings of one inverter. */
function fillStrings(field: PlantModel['field'], id: number, strings: readonly StringReading[]): void {
  const inverter = field.inverters[id - 1];
  if (!inverter) return;
  const { isSilent } = inverterFaults(field.active, id);
  const weight = strings.reduce((sum, { current }) => sum + current, 0);
  const watt = inverter.udc > 1 && weight > 0 ? (inverter.pdc * 1000) / weight : 0;
  const { ambient, poa } = field.conditions;
  for (const string of strings) {
    string.volt = inverter.udc * (field.voltShare[string.id - 1] ?? 1);
    string.current *= string.volt > 1 ? watt / string.volt : 0;
    string.boxTemperature = ambient + 3 + 1.1 * string.current;
    string.isSilent = isSilent;
  }
  const middle = median(strings.map(({ current }) => current)) ?? 0;
  const isComparable = poa >= comparableIrradiance && isFeeding(inverter) && middle > 0.2;
  for (const string of strings) {
    if (isComparable) string.deviation = 100 * (string.current / middle - 1);
    string.state = stringClass(string.deviation, string.current);
  }
}

/** What each tracker shows now. */
export function readTrackers({ all }: Trackers): TrackerReading[] {
  return all.map(({ plan, angle, target, state, motorAmpere, charge }) => ({
    id: plan.id,
    name: plan.name,
    isSilent: false,
    plan,
    angle,
    target,
    state,
    motorAmpere,
    charge,
  }));
}

/** What each meter shows now. */
export function readMeters({ meters }: PlantModel): MeterReading[] {
  return meters.map(({ gain: _gain, quarterKwh: _quarterKwh, ...meter }) => ({
    id: meter.plan.id,
    name: meter.plan.name,
    state: deviceStates.good,
    isSilent: false,
    ...meter,
  }));
}

const kindCodes = new Map<string, number>(sensorKinds.map(([kind], code) => [kind, code]));

/** What each sensor shows now. */
export function readSensors({ plan, field, sensors, environment }: PlantModel): SensorReading[] {
  const { conditions, cellTemperature, active } = field;
  return plan.sensors.map(sensor => {
    const value = sensors.read(sensor, conditions, cellTemperature, active);
    return {
      id: sensor.id,
      name: sensor.name,
      state: deviceStates.good,
      isSilent: value === null,
      plan: sensor,
      kindCode: kindCodes.get(sensor.kind) ?? 0,
      value,
      clearSky: environment.clearSky(sensor.kind, conditions),
      calibrationDays: calibrationDays(sensor.id, conditions.t),
    };
  });
}

/** What a meter of a role reads; null where none answers. */
function powerOf(meters: readonly MeterReading[], role: MeterReading['plan']['role']): number | null {
  return meters.find(({ plan, isSilent }) => plan.role === role && !isSilent)?.power ?? null;
}

/** What was read for the plant as a whole. */
interface PlantParts {
  readonly inverters: readonly InverterReading[];
  /** Inverters of which nothing at all was read. */
  readonly unread: number;
  readonly meters: readonly MeterReading[];
}

/** The plant as the sum of what was read; `isCurtailed` while the controller holds it back. */
export function readPlant(
  model: PlantModel,
  { inverters, unread, meters }: PlantParts,
  isCurtailed: boolean,
): PlantReading {
  const { design, ledger, flows } = model;
  const { counters } = ledger;
  const heard = inverters.filter(({ isSilent }) => !isSilent);
  const sum = (of: (reading: InverterReading) => number, all = inverters) =>
    all.reduce((total, reading) => total + of(reading), 0);
  const dayKwh = sum(({ dayKwh: energy }) => energy);
  const states = inverters.map(({ isSilent, state }) => (isSilent ? inverterStates.commLost : state));
  const production = powerOf(meters, meterRoles.production) ?? flows.production;
  const exchange = powerOf(meters, meterRoles.exchange) ?? flows.exchange;
  return {
    id: 1,
    name: design.name,
    state: plantState(states, isCurtailed),
    isSilent: false,
    isPartial: heard.length < inverters.length + unread,
    pac: heard.length > 0 ? sum(({ pac }) => pac, heard) : null,
    expected: model.expectedKw,
    reactive: heard.length > 0 ? sum(({ qac }) => qac, heard) : null,
    exported: Math.max(0, exchange),
    imported: Math.max(0, -exchange),
    selfUsed: Math.max(0, production - Math.max(0, exchange)),
    dayKwh,
    monthKwh: counters.month,
    yearKwh: counters.year,
    totalKwh: sum(({ totalKwh }) => totalKwh),
    expectedDayKwh: counters.expectedDay,
    poa: model.poa,
    cell: model.cell,
    ambient: model.ambient,
    performanceRatio: performanceRatio(dayKwh, design.peakKwp, counters.irradiationDay),
    availability: availability(counters.usefulDay, counters.lostDay),
    active: heard.filter(isFeeding).length,
  };
}
