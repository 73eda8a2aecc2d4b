import { deviceStates } from '../../../../contract/codes';
import { startOfLocalDay } from '../../../../contract/zone';
import { uniform } from '../physics/random';
import type { SignalLevel } from '../physics/signals';
import { streams } from '../physics/streams';
import type { DigitalInputPlan, PlantPlan } from '../plan';
import type { DeviceValues, Polled } from './device-values';

/** Conditions of the plant that drive the inputs. */
export type Levels = Readonly<Record<SignalLevel, boolean>>;

export interface InputReading extends Polled {
  readonly plan: DigitalInputPlan;
  isOn: boolean;
  /** Epoch seconds of the last change. */
  changed: number;
  changesToday: number;
}

/** The level of the contact, and the time and number of its changes, which the input itself also knows from before the first poll. */
export const contactSays: DeviceValues<'di', InputReading, null> = ({
  isOn,
  plan,
  changed,
  changesToday,
}) => ({
  raw: Number(isOn !== plan.signal.isNormallyClosed),
  cambio: changed,
  oggi: changesToday,
});

const longestRestS = 120 * 86_400;
const visitS = 1500;

/** Whether somebody is in the cabin: on one day in eight, for 25 minutes. */
export function isVisited(seed: number, zone: string, t: number): boolean {
  const start = startOfLocalDay(zone, t);
  const day = Math.round(start / 86_400);
  if (uniform(seed, streams.doorVisit, day) > 1 / 8) return false;
  const from = start + 3600 * (8 + 8 * uniform(seed, streams.doorVisit, -day));
  return t >= from && t < from + visitS;
}

/** The digital inputs, with the time of the last change and the number of changes in the local day. */
export class DigitalInputs {
  readonly readings: readonly InputReading[];
  #dayStart = Number.NaN;

  constructor(plan: PlantPlan, seed: number, startAt: number) {
    this.readings = plan.digitalInputs.map(input => ({
      id: input.id,
      name: input.name,
      plan: input,
      state: deviceStates.good,
      isSilent: false,
      isOn: false,
      changed: Math.floor(startAt - longestRestS * uniform(seed, streams.inputAge, input.id)),
      changesToday: 0,
    }));
  }

  /** Sets the levels at `t`. The first call sets the initial levels and does not count as a change. */
  step(t: number, zone: string, levels: Levels): void {
    const isFirst = Number.isNaN(this.#dayStart);
    const dayStart = startOfLocalDay(zone, t);
    for (const input of this.readings) {
      if (dayStart !== this.#dayStart) input.changesToday = 0;
      const isOn = levels[input.plan.signal.level];
      if (isOn === input.isOn) continue;
      input.isOn = isOn;
      if (isFirst) continue;
      input.changed = t;
      input.changesToday++;
    }
    this.#dayStart = dayStart;
  }
}
