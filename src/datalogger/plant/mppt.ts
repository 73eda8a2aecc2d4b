import { deviceStates } from '../../contract/codes';
import { isFeeding } from './inverter';
import type { PlantModel } from './model';
import type { InputPlan } from './plan';
import { comparableIrradiance, readStrings } from './readings';
import { type Columns, median, type Polled } from './rows';

/** A poll of one MPPT input; V, A, kW. */
export interface InputReading extends Polled {
  readonly plan: InputPlan;
  readonly volt: number;
  readonly powerKw: number;
  /** Of its strings. */
  readonly currents: readonly number[];
  /** % from the median of the inputs of its inverter, by string; null while it cannot be told. */
  deviation: number | null;
}

const currentOf = ({ currents }: InputReading) => currents.reduce((sum, ampere) => sum + ampere, 0);
const stringCurrent = (index: number) => (input: InputReading) => input.currents[index] ?? null;

export const mpptColumns: Columns<'mppt', InputReading, null> = {
  u: ({ volt }) => volt,
  i: currentOf,
  p: ({ powerKw }) => powerKw,
  dev: ({ deviation }) => deviation,
  s1: stringCurrent(0),
  s2: stringCurrent(1),
  s3: stringCurrent(2),
  s4: stringCurrent(3),
  inverter: ({ plan }) => plan.inverter,
  ingresso: ({ plan }) => plan.number,
};

const perString = ({ powerKw, plan }: InputReading) => powerKw / plan.strings.length;

/**
 * What each MPPT input shows now: the sum of its strings, so that the inputs of an inverter make its direct-current power.
 * They are heard while their inverter is.
 */
export function readInputs(model: PlantModel, isUnheard: (inverter: number) => boolean): InputReading[] {
  const { plan, field } = model;
  const strings = readStrings(model);
  const byInverter = new Map<number, InputReading[]>();
  const readings = plan.inputs.map((input): InputReading => {
    const own = input.strings.flatMap(id => strings[id - 1] ?? []);
    const reading = {
      id: input.id,
      name: input.name,
      state: deviceStates.good,
      isSilent: isUnheard(input.inverter) || own.some(({ isSilent }) => isSilent),
      plan: input,
      volt: own[0]?.volt ?? 0,
      powerKw: own.reduce((sum, { current, volt }) => sum + (current * volt) / 1000, 0),
      currents: own.map(({ current }) => current),
      deviation: null,
    };
    byInverter.set(input.inverter, [...(byInverter.get(input.inverter) ?? []), reading]);
    return reading;
  });
  if (field.conditions.poa < comparableIrradiance) return readings;
  for (const [id, inputs] of byInverter) {
    const inverter = field.inverters[id - 1];
    if (inverter && isFeeding(inverter)) compareInputs(inputs);
  }
  return readings;
}

function compareInputs(inputs: readonly InputReading[]): void {
  const middle = median(inputs.map(perString)) ?? 0;
  if (middle <= 0.01) return;
  for (const input of inputs) input.deviation = 100 * (perString(input) / middle - 1);
}
