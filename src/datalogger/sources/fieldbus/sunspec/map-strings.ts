import type { Values } from '../../../plant/source';
import type { PointValues } from './decode';
import { numberOf } from './say';

/** Bits of `Evt` and `InEvt`: the same for a box and for its inputs. */
const eventBits = 0x7_ffff;

/** The values of an input of a box (401 to 404); null where nothing is connected to it: without a number, or without a current. */
export function stringSays(box: PointValues, input: PointValues): Values | null {
  const i = numberOf(input, 'InDCA');
  if (i === null || numberOf(input, 'InID') === null) return null;
  const events = [numberOf(box, 'Evt'), numberOf(input, 'InEvt')].filter(bits => bits !== null);
  return {
    i,
    u: numberOf(input, 'InDCV') ?? numberOf(box, 'DCV'),
    tbox: numberOf(box, 'Tmp'),
    evt: events.length === 0 ? null : events.reduce((all, bits) => all | bits, 0) & eventBits,
  };
}
