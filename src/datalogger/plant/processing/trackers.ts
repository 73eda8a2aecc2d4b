import { trackerStates } from '../../../contract/codes';
import type { Configuration, RecordOf } from '../../../contract/config/kinds';
import { sunPosition } from '../solar/sun';
import { angleOf, trackerLimits } from '../solar/tracker';
import type { Answer, PlantSetup, TrackerOrder } from '../source';
import { type ConfiguredDevice, deviceOf } from './rows';
import { firstReading } from './sensors';

/** What tells why a tracker stands where it stands, where it does not say so itself. */
export interface TrackerSurroundings {
  /** Whether the sun is below the horizon. */
  readonly isDark: boolean;
  /** m/s; null where no sensor measures it. */
  readonly wind: number | null;
}

/** The sun and the wind of a plant at `t` (seconds), from the sensors that answer. */
export function surroundingsAt(
  t: number,
  { configuration, site }: Pick<PlantSetup, 'configuration' | 'site'>,
  sensors: ReadonlyMap<number, Answer>,
): TrackerSurroundings {
  return {
    isDark: site !== null && sunPosition(t, site.latitude, site.longitude).elevation < 0,
    wind: firstReading(configuration, sensors, 'ws'),
  };
}

/** A tracker within this many degrees of an angle is there. */
const thereDegrees = 2;

/** The state of a tracker that says no more than "automatic" or "by hand": at rest in the wind, or for the night. */
function stateIn(
  { state, values: { ang = null } }: Answer,
  { angolo_riposo, angolo_notte, vento_riposo, vento_rientro }: RecordOf<'trackers'>,
  { isDark, wind }: TrackerSurroundings,
): number {
  const { tracking, manual, windStow, night } = trackerStates;
  if ((state !== tracking && state !== manual) || ang === null) return state;
  const isAt = (angle: number) => Math.abs(ang - angle) <= thereDegrees;
  // By hand it stays there until the wind is weak enough to return.
  const leastWind = state === manual ? vento_rientro : vento_riposo;
  if (isAt(angolo_riposo) && wind !== null && wind > leastWind) return windStow;
  return state === tracking && isDark && isAt(angolo_notte) ? night : state;
}

/**
 * The rows of the configured trackers: angles in degrees, positive to the west. `around`: null where the trackers themselves say why they
 * stand still, and how strong the wind is.
 */
export function trackerDevices(
  { trackers }: Configuration,
  answers: ReadonlyMap<number, Answer>,
  around: TrackerSurroundings | null = null,
): ConfiguredDevice[] {
  return trackers.map(record => {
    const { gruppo, vento_riposo, minuti_rientro } = record;
    const device = deviceOf(record, answers);
    const { answer } = device;
    const { ang = null, tgt = null, vento = around?.wind ?? null } = answer?.values ?? {};
    const err = ang === null || tgt === null ? null : ang - tgt;
    return {
      ...device,
      answer: answer && around ? { ...answer, state: stateIn(answer, record, around) } : answer,
      values: { ...answer?.values, vento, err },
      facts: { settore: gruppo, limite: vento_riposo, rientro: minuti_rientro * 60 },
    };
  });
}

/** Ids of the trackers in service: of a group (from 1), or all. */
export function trackersOf({ trackers }: Configuration, group: number | null): readonly number[] {
  return trackers.flatMap(({ id, abilitato, gruppo }) =>
    abilitato && (group === null || gruppo === group) ? [id] : [],
  );
}

/** The angle of an order in degrees, positive to the west: that of the first tracker. */
export function orderedAngle({ trackers: [first] }: Configuration, order: TrackerOrder): number {
  const own = first && { stowAngle: first.angolo_riposo, cleaningAngle: first.angolo_pulizia };
  return angleOf(order, { ...trackerLimits, ...own });
}
