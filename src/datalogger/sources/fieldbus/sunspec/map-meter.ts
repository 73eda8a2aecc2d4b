import type { Values } from '../../../plant/source';
import type { PointValues } from './decode';
import { apparentOf } from './map-inverter';
import { numberOf, thousandth } from './say';

const negated = (value: number | null) => (value === null ? null : value === 0 ? 0 : -value);
/** Some meters give a current the sign of its power. */
const magnitude = (value: number | null) => (value === null ? null : Math.abs(value));

/**
 * Values of a meter (201 to 204, 211 to 214). Meters count from the consumer: what they import is positive, and their quadrants turn with
 * it. We count from the plant. A meter that has its powers the other way round is set so in its record; its counters are named and need
 * no sign.
 */
export function meterSays(points: PointValues): Values {
  const say = (name: string) => numberOf(points, name);
  return {
    ua: say('PhVphA'),
    ub: say('PhVphB'),
    uc: say('PhVphC'),
    uab: say('PhVphAB') ?? say('PPVphAB'),
    ubc: say('PhVphBC') ?? say('PPVphBC'),
    uca: say('PhVphCA') ?? say('PPVphCA'),
    ia: magnitude(say('AphA')),
    ib: magnitude(say('AphB')),
    ic: magnitude(say('AphC')),
    p: negated(thousandth(say('W'))),
    qac: negated(thousandth(say('VAR'))),
    s: thousandth(apparentOf(magnitude(say('VA')), say('W'))),
    f: say('Hz'),
    e_imm: thousandth(say('TotWhExp')),
    e_prel: thousandth(say('TotWhImp')),
    er1: thousandth(say('TotVArhExpQ3')),
    er2: thousandth(say('TotVArhExpQ4')),
    er3: thousandth(say('TotVArhImpQ1')),
    er4: thousandth(say('TotVArhImpQ2')),
  };
}
