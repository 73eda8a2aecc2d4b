import type { Configuration } from '../../../contract/config/kinds';
import type { Answer } from '../source';
import { comparableIrradiance } from './inverters';
import { median } from './median';
import { byRecord, type ConfiguredDevice, serviceOf, type ValuesOf } from './rows';

/** Points of the string currents of an input. */
const stringPoints = ['s1', 's2', 's3', 's4'] as const;
/** Inputs are not compared while their median power for each string is below this, kW. */
const leastPower = 0.01;

/** Mean power for each string of an input, kW; null where the input does not report its power. */
function perString({ values }: Answer): number | null {
  const strings = stringPoints.filter(point => (values[point] ?? null) !== null).length;
  return values.p === null || values.p === undefined ? null : values.p / Math.max(1, strings);
}

interface Light {
  /** Irradiance on the modules, W/m². */
  readonly light: number;
  /** Whether the inverter with this record id feeds the grid. */
  readonly isFeeding: (inverter: number) => boolean;
}

/** The rows of the MPPT inputs of the configured inverters; each input is compared with the others of its inverter. */
export function inputDevices(
  { inverters }: Configuration,
  answers: readonly Answer[],
  { light, isFeeding }: Light,
): ConfiguredDevice[] {
  const byInverter = byRecord(answers);
  return inverters.flatMap(record => {
    const inputs = byInverter.get(record.id) ?? [];
    const isComparable = light >= comparableIrradiance && isFeeding(record.id);
    const powers = inputs.flatMap(input => perString(input) ?? []);
    // An input alone would be compared with itself.
    const middle = isComparable && powers.length > 1 ? (median(powers) ?? 0) : 0;
    return inputs
      .filter(({ part }) => part <= record.mppt)
      .map((answer): ConfiguredDevice => {
        const own = perString(answer);
        const dev = middle <= leastPower || own === null ? null : 100 * (own / middle - 1);
        return {
          id: 100 * record.id + answer.part,
          name: `${record.nome} MPPT ${answer.part}`,
          service: serviceOf(record),
          answer,
          values: inputValues(answer, dev, record.id),
          facts: { inverter: record.id, ingresso: answer.part },
        };
      });
  });
}

function inputValues({ values, part }: Answer, dev: number | null, inverter: number): ValuesOf<'mppt'> {
  const say = (point: string) => values[point] ?? null;
  return {
    u: say('u'),
    i: say('i'),
    p: say('p'),
    dev,
    s1: say('s1'),
    s2: say('s2'),
    s3: say('s3'),
    s4: say('s4'),
    inverter,
    ingresso: part,
  };
}
