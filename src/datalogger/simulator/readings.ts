import { deviceStates } from '../../contract/codes';
import { inverterState, rawState } from '../devices/sunspec-states';
import type { InverterReading, MeterReading } from './electrical-readings';
import { inverterFaults } from './field';
import type { SensorReading, StringReading, TrackerReading } from './field-readings';
import type { PlantModel } from './model';

import type { Trackers } from './trackers';

/** The present readings of the inverters. */
export function readInverters({ field }: PlantModel): InverterReading[] {
  return field.inverters.map((inverter): InverterReading => {
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
    };
  });
}

/** The present readings of the strings, of all or of some inverters: each has its share of the DC power of its inverter, at the voltage of its MPPT input. */
export function readStrings(
  { plan, field, environment }: PlantModel,
  isWanted: (inverter: number) => boolean = () => true,
): StringReading[] {
  const shares = new Map<number, number>();
  for (const id of [...field.stuck.keys(), ...field.orders.keys()]) {
    const angle = field.stillAngle(id);
    if (angle !== undefined) shares.set(id, environment.shareAt(field.conditions, angle));
  }
  const weightOf = ({ id, tracker }: { id: number; tracker: number }) =>
    (field.health[id - 1] ?? 0) * (shares.get(tracker) ?? 1);
  const byInverter = new Map<number, StringReading[]>();
  const wanted = plan.strings.filter(({ inverter }) => isWanted(inverter));
  const readings = wanted.map((string): StringReading => {
    const reading = {
      id: string.id,
      name: string.name,
      state: deviceStates.good,
      isSilent: false,
      plan: string,
      current: weightOf(string),
      volt: 0,
      boxTemperature: 0,
    };
    byInverter.set(string.inverter, byInverter.get(string.inverter) ?? []);
    byInverter.get(string.inverter)?.push(reading);
    return reading;
  });
  for (const [inverter, strings] of byInverter) fillStrings(field, inverter, strings);
  return readings;
}

/** Sets the voltages, and replaces the weights in `current` by currents in A. */
function fillStrings(field: PlantModel['field'], id: number, strings: readonly StringReading[]): void {
  const inverter = field.inverters[id - 1];
  if (!inverter) return;
  const { isSilent } = inverterFaults(field.active, id);
  const weight = strings.reduce((sum, { current }) => sum + current, 0);
  const watt = inverter.udc > 1 && weight > 0 ? (inverter.pdc * 1000) / weight : 0;
  const { ambient } = field.conditions;
  for (const string of strings) {
    string.volt = inverter.udc * (field.voltShare[string.id - 1] ?? 1);
    string.current *= string.volt > 1 ? watt / string.volt : 0;
    string.boxTemperature = ambient + 3 + 1.1 * string.current;
    string.isSilent = isSilent;
  }
}

/** The present readings of the trackers. */
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

/** The present readings of the meters. */
export function readMeters({ meters }: PlantModel): MeterReading[] {
  return meters.map(({ gain: _gain, quarterKwh: _quarterKwh, ...meter }) => ({
    id: meter.plan.id,
    name: meter.plan.name,
    state: deviceStates.good,
    isSilent: false,
    voltScale: 1,
    ...meter,
  }));
}

/** The present readings of the sensors. */
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
      value,
      clearSky: environment.clearSky(sensor.kind, conditions),
    };
  });
}
