import { stringClasses, trackerStates } from '../../contract/codes';
import type { Conditions } from './environment';
import type { SensorPlan, StringPlan } from './plan';
import type { Columns, Polled } from './rows';
import { trackerLimits } from './tracker';
import type { TrackerState } from './trackers';

/** A poll of one string; A, V, °C. */
export interface StringReading extends Polled {
  readonly plan: StringPlan;
  state: number;
  isSilent: boolean;
  current: number;
  volt: number;
  /** % from the median of the strings of its inverter; null while it cannot be told. */
  deviation: number | null;
  boxTemperature: number;
}

/** Class of a string by its deviation in % and its current in A (domain brief, 1.2). */
export function stringClass(deviation: number | null, current: number): number {
  if (current < -0.5) return stringClasses.reverse;
  if (deviation === null) return stringClasses.unknown;
  if (deviation >= -5) return stringClasses.good;
  if (deviation >= -10) return stringClasses.warning;
  if (deviation >= -30) return stringClasses.poor;
  return deviation > -95 ? stringClasses.severe : stringClasses.open;
}

export const stringColumns: Columns<'stringhe', StringReading, null> = {
  i: ({ current }) => current,
  u: ({ volt }) => volt,
  p: ({ current, volt }) => (current * volt) / 1000,
  dev: ({ deviation }) => deviation,
  classe: ({ deviation, current }) => stringClass(deviation, current),
  quadro: ({ plan }) => plan.box,
  inverter: ({ plan }) => plan.inverter,
  tbox: ({ boxTemperature }) => boxTemperature,
  evt: () => 0,
};

export interface TrackerReading
  extends Polled,
    Pick<TrackerState, 'plan' | 'angle' | 'target' | 'motorAmpere' | 'charge'> {}

/** What is the same for all trackers. */
export interface TrackerContext {
  /** m/s */
  readonly wind: number;
}

export const trackerContext = ({ wind }: Conditions): TrackerContext => ({ wind });

const manualStates: ReadonlySet<number> = new Set([trackerStates.manual, trackerStates.cleaning]);

export const trackerColumns: Columns<'tracker', TrackerReading, TrackerContext> = {
  ang: ({ angle }) => angle,
  tgt: ({ target }) => target,
  err: ({ angle, target }) => angle - target,
  // 0 automatic, 1 manual, 2 calibration (SunSpec 601): a command counts as manual.
  modo: ({ state }) => (manualStates.has(state) ? 1 : 0),
  settore: ({ plan }) => plan.group,
  imot: ({ motorAmpere }) => motorAmpere,
  soc: ({ charge }) => charge,
  vento: (_, { wind }) => wind,
  limite: () => trackerLimits.stowGust,
  rientro: () => trackerLimits.stowReturnS,
};

export interface SensorReading extends Polled {
  readonly plan: SensorPlan;
  isSilent: boolean;
  /** Position of the kind in `sensorKinds`. */
  readonly kindCode: number;
  value: number | null;
  /** W/m² under a clear sky; null of what is no irradiance. */
  clearSky: number | null;
  /** Null where the date of the calibration is not known. */
  readonly calibrationDays: number | null;
}

export const sensorColumns: Columns<'sensori', SensorReading, null> = {
  v: ({ value }) => value,
  tipo: ({ kindCode }) => kindCode,
  sereno: ({ clearSky }) => clearSky,
  taratura: ({ calibrationDays }) => calibrationDays,
};
