import { trackerStates } from '../../../../contract/codes';
import type { RecordOf } from '../../../../contract/config/kinds';
import type { Values } from '../../../plant/source';
import type { PointValues } from './decode';
import { numberOf } from './say';

/** `Ctl` of 601. */
const control = { automatic: 0, manual: 1, calibrate: 2 } as const;
/** Bits of `Alm`. All three mean that the tracker cannot go where it should: its set point, or an obstacle. */
const alarmBits = 0b111;
/** A tracker within this many degrees of an angle is there. */
const thereDegrees = 2;

/** An elevation and an azimuth of the modules' normal as an angle of rotation: from the horizontal, positive to the west. */
export function rotationOf(elevation: number | null, azimuth: number | null): number | null {
  if (elevation === null) return null;
  const tilt = 90 - elevation;
  return azimuth !== null && Math.sin((azimuth * Math.PI) / 180) > 1e-9 ? -tilt : tilt;
}

/** Where 601 does not say why a tracker is moved by hand, only an angle that no other tracker has shows it. */
function stateOf(
  { Ctl, Alm }: { Ctl: number | null; Alm: number | null },
  angle: number | null,
  { angolo_pulizia, angolo_riposo }: Pick<RecordOf<'trackers'>, 'angolo_pulizia' | 'angolo_riposo'>,
): number {
  if (Ctl === null && angle === null) return trackerStates.unknown;
  if (((Alm ?? 0) & alarmBits) !== 0) return trackerStates.fault;
  if (Ctl === control.calibrate) return trackerStates.calibration;
  if (Ctl !== control.manual) return trackerStates.tracking;
  const isCleaning =
    angle !== null &&
    Math.abs(angle - angolo_pulizia) <= thereDegrees &&
    Math.abs(angolo_riposo - angolo_pulizia) > 2 * thereDegrees;
  return isCleaning ? trackerStates.cleaning : trackerStates.manual;
}

/** State and values of one tracker of a controller (601). */
export function trackerSays(
  tracker: PointValues,
  record: Pick<RecordOf<'trackers'>, 'angolo_pulizia' | 'angolo_riposo'>,
): { state: number; values: Values } {
  const say = (name: string) => numberOf(tracker, name);
  const ang = rotationOf(say('ElPos'), say('AzPos'));
  const modo = say('Ctl');
  return {
    state: stateOf({ Ctl: modo, Alm: say('Alm') }, ang, record),
    values: { ang, tgt: rotationOf(say('ElTrgt'), say('AzTrgt')), modo },
  };
}
