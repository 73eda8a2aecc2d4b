import type { TrackerOrder } from '../source';
import type { Plane } from './sky';

const radians = Math.PI / 180;

/** Horizontal north-south axis; angles in degrees, positive towards the west. */
export const trackerLimits = {
  maximum: 60,
  groundCover: 0.4,
  /** The motor does not move for a smaller difference. */
  deadBand: 1,
  slewPerSecond: 0.2,
  stowAngle: 0,
  cleaningAngle: 45,
  nightAngle: 0,
  /** Gust in m/s at which all trackers go to the stow angle. */
  stowGust: 15,
  /** Seconds without a gust of `returnGust` (m/s) before the trackers follow the sun again. */
  stowReturnS: 900,
  returnGust: 15,
} as const;

/** The settings of a tracker; speeds in m/s, angles in degrees. */
export type TrackerSetting = { readonly [K in keyof typeof trackerLimits]: number };

export function angleOf(order: TrackerOrder, setting: TrackerSetting = trackerLimits): number {
  return order === 'stow' ? setting.stowAngle : setting.cleaningAngle;
}

export interface TrackerAngle {
  /** The angle at which the plane faces the sun, without limits. */
  ideal: number;
  /** The angle with backtracking and the mechanical limit. */
  target: number;
  isBacktracking: boolean;
}

/** Computes the angle of a single-axis tracker (pvlib `singleaxis`, axis azimuth 180, axis tilt 0) and writes it into `out`. */
export function trackerAngle(
  east: number,
  cosZenith: number,
  out: TrackerAngle,
  { maximum, groundCover }: TrackerSetting = trackerLimits,
): TrackerAngle {
  const ideal = Math.atan2(-east, cosZenith) / radians;
  const crossing = Math.abs(Math.cos(ideal * radians)) / groundCover;
  out.ideal = ideal;
  out.isBacktracking = crossing < 1;
  const corrected = crossing < 1 ? ideal - Math.sign(ideal) * (Math.acos(crossing) / radians) : ideal;
  out.target = Math.max(-maximum, Math.min(maximum, corrected));
  return out;
}

/** Writes the plane of a tracker at an angle (degrees) into `out`. */
export function trackerPlane(angle: number, out: Plane): Plane {
  out.east = -Math.sin(angle * radians);
  out.north = 0;
  out.up = Math.cos(angle * radians);
  return out;
}

/** The angle after `seconds`: the motor starts when the difference exceeds the dead band and then moves to the goal. */
export function slew(
  angle: number,
  target: number,
  isMoving: boolean,
  seconds: number,
  { deadBand, slewPerSecond }: TrackerSetting = trackerLimits,
): number {
  const error = target - angle;
  if (!isMoving && Math.abs(error) <= deadBand) return angle;
  const reach = slewPerSecond * seconds;
  return Math.abs(error) <= reach ? target : angle + Math.sign(error) * reach;
}
