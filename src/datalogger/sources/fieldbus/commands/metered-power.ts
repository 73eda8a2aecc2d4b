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

/**
 * The point of delivery as the exchange meters show it together: kW exported, kvar (capacitive positive), voltage in per unit, and seconds of
 * the oldest sample. Null where one of them is missing or does not answer.
 */
export function meteredDelivery(
  setup: PlantSetup,
  answers: readonly Answer[],
): {
  readonly kw: number;
  readonly kvar: number;
  readonly voltage: number | null;
  readonly sampledS: number;
} | null {
  const plant = ratingsOf(setup);
  const meters = setup.configuration.contatori.filter(
    ({ ruolo, abilitato }) => ruolo === 'scambio' && abilitato,
  );
  const values = meters.flatMap(record => {
    const answer = answers.find(each => each.record === record.id);
    if (!answer?.isResponding) return [];
    const possible = possibleValues(answer.values, judgeOf('contatori', record, plant));
    const kw = meterPower(possible, record);
    if (kw === null) return [];
    const sign = record.inverti ? -record.segno_q : record.segno_q;
    return [{ kw, kvar: sign * (possible.qac ?? 0), volt: possible.uab ?? null, sampledS: answer.sampled }];
  });
  const [first] = values;
  if (!first || values.length < meters.length) return null;
  const total = (of: 'kw' | 'kvar') => values.reduce((sum, value) => sum + value[of], 0);
  const nominal = setup.gridVoltage ?? null;
  return {
    kw: total('kw'),
    kvar: total('kvar'),
    voltage: first.volt === null || nominal === null ? null : first.volt / nominal,
    sampledS: Math.min(...values.map(({ sampledS }) => sampledS)),
  };
}

const sumOf = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>((sum, value) => (sum === null || value === null ? null : sum + value), 0);
