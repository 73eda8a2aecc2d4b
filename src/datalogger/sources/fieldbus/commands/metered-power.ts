import { judgeOf, possibleValues } from '../../../plant/gate/judge';
import { ratingsOf } from '../../../plant/gate/limits';
import { meterPower } from '../../../plant/processing/meters';
import type { Answer, PlantSetup } from '../../../plant/source';

/** What meters show of the power that the plant makes, kW; null where a meter of that role is missing or does not answer. */
export interface MeteredPower {
  /** All meters of production together. */
  readonly production: number | null;
  /** What flows to the grid: the plant makes at least that. Negative where power is taken from it. */
  readonly exported: number | null;
}

/** Power at the configured meters, from their latest answers. What a meter cannot show is no power. */
export function meteredPower(setup: PlantSetup, answers: readonly Answer[]): MeteredPower {
  const plant = ratingsOf(setup);
  const of = (role: 'produzione' | 'scambio') => {
    const powers = setup.configuration.contatori.flatMap(record => {
      if (record.ruolo !== role || !record.abilitato) return [];
      const answer = answers.find(each => each.record === record.id);
      if (!answer?.isResponding) return [null];
      return [meterPower(possibleValues(answer.values, judgeOf('contatori', record, plant)), record)];
    });
    return powers.length === 0 ? null : sumOf(powers);
  };
  return { production: of('produzione'), exported: of('scambio') };
}

const sumOf = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>((sum, value) => (sum === null || value === null ? null : sum + value), 0);
