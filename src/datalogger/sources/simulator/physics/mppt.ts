import { deviceStates } from '../../../../contract/codes';
import type { InputPlan } from '../plan';
import type { DeviceValues, Polled } from '../readings/device-values';
import { readStrings } from '../readings/field-readings';
import type { PlantModel } from './model';

/** A reading of one MPPT input; V, A, kW. */
export interface InputReading extends Polled {
  readonly plan: InputPlan;
  readonly volt: number;
  readonly powerKw: number;
  /** Currents of its strings, A. */
  readonly currents: readonly number[];
}

export const inputSays: DeviceValues<'mppt', InputReading, null> = ({ volt, powerKw, currents }) => {
  const [s1 = null, s2 = null, s3 = null, s4 = null] = currents;
  return { u: volt, i: currents.reduce((sum, ampere) => sum + ampere, 0), p: powerKw, s1, s2, s3, s4 };
};

/**
 * The present readings of the MPPT inputs. Each is the sum of its strings, so that the inputs of an inverter add up to its DC power.
 * They answer while their inverter answers.
 */
export function readInputs(model: PlantModel): InputReading[] {
  const strings = readStrings(model);
  return model.plan.inputs.map((input): InputReading => {
    const own = input.strings.flatMap(id => strings[id - 1] ?? []);
    return {
      id: input.id,
      name: input.name,
      state: deviceStates.good,
      isSilent: own.some(({ isSilent }) => isSilent),
      plan: input,
      volt: own[0]?.volt ?? 0,
      powerKw: own.reduce((sum, { current, volt }) => sum + (current * volt) / 1000, 0),
      currents: own.map(({ current }) => current),
    };
  });
}
