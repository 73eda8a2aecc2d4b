import { deviceStates, trackerStates } from '../../../../contract/codes';
import type { Configuration } from '../../../../contract/config/kinds';
import { inputsOf } from '../../../plant/processing/strings';
import type { Conditions } from '../physics/environment';
import { inverterFaults } from '../physics/field';
import type { PlantModel } from '../physics/model';
import type { TrackerState, Trackers } from '../physics/trackers';
import type { SensorPlan, StringPlan } from '../plan';
import type { Wiring } from '../wiring';
import type { Answering, DeviceValues, Polled } from './device-values';

/** A reading of one string; A, V, °C. */
export interface StringReading extends Polled {
  readonly plan: StringPlan;
  isSilent: boolean;
  current: number;
  volt: number;
  boxTemperature: number;
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

export const stringSays: DeviceValues<'stringhe', StringReading, null> = string => ({
  i: string.current,
  u: string.volt,
  tbox: string.boxTemperature,
  evt: 0,
});

export interface TrackerReading
  extends Polled,
    Pick<TrackerState, 'plan' | 'angle' | 'target' | 'motorAmpere' | 'charge'> {}

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

/** The values that are the same for all trackers. */
export interface TrackerContext {
  /** m/s */
  readonly wind: number;
}

export const trackerContext = ({ wind }: Conditions): TrackerContext => ({ wind });

const manualStates: ReadonlySet<number> = new Set([trackerStates.manual, trackerStates.cleaning]);

export const trackerSays: DeviceValues<'tracker', TrackerReading, TrackerContext> = (tracker, { wind }) => ({
  ang: tracker.angle,
  tgt: tracker.target,
  // 0 automatic, 1 manual, 2 calibration (SunSpec 601). A tracker that follows a command is in manual mode.
  modo: manualStates.has(tracker.state) ? 1 : 0,
  imot: tracker.motorAmpere,
  soc: tracker.charge,
  vento: wind,
});

export interface SensorReading extends Polled {
  readonly plan: SensorPlan;
  isSilent: boolean;
  value: number | null;
  /** W/m² under a clear sky; null for a sensor that does not measure irradiance. */
  clearSky: number | null;
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

export const sensorSays: DeviceValues<'sensori', SensorReading, null> = ({ value, clearSky }) => ({
  v: value,
  sereno: clearSky,
});

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
