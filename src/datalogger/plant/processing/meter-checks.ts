import type { Configuration } from '../../../contract/config/kinds';
import type { MeterCheck } from '../../../contract/meter-check';
import type { Answer } from '../source';
import { meterPower } from './meters';

/** Share of the rated power below which the inverters make too little to compare. */
const leastLoad = 0.05;
/** Accuracy of inverters (about 3 %) with that of meters, transformers and lines. */
const tolerance = 0.05;
/** A meter of production that shows less than this share, or more than its inverse, has a wrong ratio. */
const ratioBelow = 0.5;
/** An exchange meter below this share: hardly a site uses all but a tenth of what its plant makes. */
const exchangeBelow = 0.1;

type Outcome = Pick<MeterCheck, 'esito' | 'volte'>;
const plain = (esito: MeterCheck['esito']): Outcome => ({ esito, volte: null });
const isNear = (share: number, wanted: number) => Math.abs(share - wanted) <= tolerance;

/** kW of every enabled inverter together; null while one of them does not say. */
function productionOf(inverters: Configuration['inverters'], answers: readonly Answer[]): number | null {
  const said = new Map(
    answers.map(({ record, isResponding, values }) => [record, isResponding ? (values.pac ?? null) : null]),
  );
  return inverters.reduce<number | null>((sum, { id }) => {
    const kw = said.get(id) ?? null;
    return sum === null || kw === null ? null : sum + kw;
  }, 0);
}

/**
 * What the share of the inverters' power at a meter says of its wiring, export positive. Of three current transformers on balanced phases
 * one that is turned leaves a third, one that is missing two thirds.
 */
function judge(share: number, isProduction: boolean): Outcome {
  const size = Math.abs(share);
  if (isNear(share, 1)) return plain('concorde');
  if (isNear(share, -1)) return plain('verso');
  if (size === 0) return plain('fermo');
  if (size > 1 / ratioBelow) return { esito: 'rapporto', volte: size };
  if (!isProduction && size >= exchangeBelow)
    return plain(share > 1 ? 'diverso' : share > 0 ? 'in_sito' : 'prelievo');
  if (isProduction && isNear(size, 1 / 3)) return plain('fase_girata');
  if (isProduction && isNear(size, 2 / 3)) return plain('fase_assente');
  return size < ratioBelow ? { esito: 'rapporto', volte: 1 / size } : plain('diverso');
}

/**
 * Every meter of production and exchange that answers, against the inverters: signs and ratios of its transformers. Several meters of a
 * role count a part each and are left out; so are all while an inverter does not answer.
 */
export function meterChecks(
  { inverters, contatori }: Pick<Configuration, 'inverters' | 'contatori'>,
  answersOf: (group: 'inverter' | 'contatori') => readonly Answer[],
): MeterCheck[] {
  const asked = inverters.filter(({ abilitato }) => abilitato);
  const made = productionOf(asked, answersOf('inverter'));
  if (made === null || asked.length === 0) return [];
  const isDark = made < leastLoad * asked.reduce((sum, { pn }) => sum + pn, 0);
  return (['produzione', 'scambio'] as const).flatMap(ruolo => {
    const [meter, ...others] = contatori.filter(each => each.abilitato && each.ruolo === ruolo);
    const answer = answersOf('contatori').find(({ record }) => record === meter?.id);
    const kw = meter && answer?.isResponding ? meterPower(answer.values, meter) : null;
    if (!meter || kw === null || others.length > 0) return [];
    const outcome = isDark ? plain('buio') : judge(kw / made, ruolo === 'produzione');
    return [{ id: meter.id, nome: meter.nome, kw, inverter: made, ...outcome }];
  });
}
