import { trackerStates } from '../../../../contract/codes';
import { angleOf, slew, type TrackerSetting } from '../../../plant/solar/tracker';
import type { PlantPlan, TrackerPlan } from '../plan';
import type { Conditions } from './environment';
import type { Field } from './field';
import { gaussian, uniform } from './random';
import { streams } from './streams';

/** A tracker with its motor; angles in degrees, positive to the west. */
export interface TrackerState {
  readonly plan: TrackerPlan;
  angle: number;
  /** Target angle. */
  target: number;
  isMoving: boolean;
  state: number;
  motorAmpere: number;
  /** Charge of its battery, %. */
  charge: number;
}

const motorLimitAmpere = 6.5;

/** All trackers of the plant. They move as sun, wind, orders and their faults determine. */
export class Trackers {
  readonly all: readonly TrackerState[];
  #settings: ReadonlyMap<number, TrackerSetting> = new Map();
  readonly #spread: Float64Array;
  readonly #charge: Float64Array;

  constructor(plan: PlantPlan, seed: number) {
    this.all = plan.trackers.map(tracker => ({
      plan: tracker,
      angle: Number.NaN,
      target: 0,
      isMoving: false,
      state: trackerStates.unknown,
      motorAmpere: 0,
      charge: 100,
    }));
    this.#spread = Float64Array.from(plan.trackers, ({ id }) => gaussian(seed, streams.trackerSpread, id));
    this.#charge = Float64Array.from(plan.trackers, ({ id }) => uniform(seed, streams.trackerSpread, -id));
  }

  /** The settings of single trackers, by id. A tracker without its own uses the setting of the field. */
  set(settings: ReadonlyMap<number, TrackerSetting>): void {
    this.#settings = settings;
  }

  step(field: Field, seconds: number): void {
    const { conditions, stuck } = field;
    const charging = dayCharge(conditions);
    this.all.forEach((tracker, index) => {
      const order = field.orderOf(tracker.plan.id);
      const setting = this.#settings.get(tracker.plan.id) ?? field.environment.trackers;
      const isCommon = setting === field.environment.trackers;
      const isStowed = isCommon ? conditions.isStowed : field.environment.isStowed(conditions.t, setting);
      const isObeying = order !== undefined && !isStowed;
      const target = isObeying ? angleOf(order, setting) : targetOf(conditions, isStowed, setting);
      const moving = isObeying ? orderStates[order] : movingState(conditions, isStowed);
      tracker.target = target;
      const still = stuck.get(tracker.plan.id);
      tracker.charge = charging - 12 * (this.#charge[index] ?? 0);
      if (still) {
        tracker.angle = still.angle;
        tracker.isMoving = false;
        tracker.state = Math.abs(target - still.angle) > 2 * setting.deadBand ? trackerStates.fault : moving;
        tracker.motorAmpere = tracker.state === trackerStates.fault ? motorLimitAmpere : 0;
        return;
      }
      const goal = target + 0.1 * (this.#spread[index] ?? 0);
      // In the first step a tracker starts at its target angle.
      const angle = Number.isNaN(tracker.angle)
        ? goal
        : slew(tracker.angle, goal, tracker.isMoving, seconds, setting);
      tracker.isMoving = angle !== tracker.angle && !Number.isNaN(tracker.angle) && angle !== goal;
      tracker.motorAmpere =
        angle === tracker.angle || Number.isNaN(tracker.angle) ? 0 : 2.4 + 0.2 * (this.#spread[index] ?? 0);
      tracker.angle = angle;
      tracker.state = moving;
    });
  }
}

const orderStates = { stow: trackerStates.manual, clean: trackerStates.cleaning } as const;

/** The target angle of a tracker with this setting, from sun, wind and night. */
function targetOf({ sun, tracker }: Conditions, isStowed: boolean, setting: TrackerSetting): number {
  if (isStowed) return setting.stowAngle;
  if (sun.elevation <= 0) return setting.nightAngle;
  return Math.max(-setting.maximum, Math.min(setting.maximum, tracker.target));
}

function movingState({ sun, tracker }: Conditions, isStowed: boolean): number {
  if (isStowed) return trackerStates.windStow;
  if (sun.elevation <= 0) return trackerStates.night;
  return tracker.isBacktracking ? trackerStates.backtracking : trackerStates.tracking;
}

/** Charge of a tracker battery in %: it rises by day, and the electronics discharge it by night. */
function dayCharge({ t, sun }: Conditions): number {
  if (sun.elevation > 0) return Math.min(100, 88 + sun.elevation / 3);
  const hour = (t / 3600) % 24;
  return 98 - 0.8 * (hour > 12 ? hour - 16 : hour + 8);
}
