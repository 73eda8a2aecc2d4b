import { trackerStates } from '../../contract/codes';
import type { DeviceValues, Polled } from './device-values';
import type { Conditions } from './environment';
import type { SensorPlan, StringPlan } from './plan';
import type { TrackerState } from './trackers';

/** A reading of one string; A, V, °C. */
export interface StringReading extends Polled {
  readonly plan: StringPlan;
  isSilent: boolean;
  current: number;
  volt: number;
  boxTemperature: number;
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

export const sensorSays: DeviceValues<'sensori', SensorReading, null> = ({ value, clearSky }) => ({
  v: value,
  sereno: clearSky,
});
