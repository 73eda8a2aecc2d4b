import type { BusOrder } from '../../../../contract/bus-orders';
import type { Answer } from '../../../plant/source';
import type { Quantity } from '../sunspec/controls';
import type { CommandedInverter } from './commanded-inverter';
import { type Outcome, quantities } from './quantity-state';

const words = { active: 'p', reactive: 'q', factor: 'cosfi' } as const satisfies Record<
  Quantity,
  BusOrder['grandezza']
>;

const outcomes = {
  idle: 'nessuno',
  waiting: 'in_corso',
  verified: 'verificato',
  different: 'diverso',
  refused: 'rifiutato',
  silent: 'muto',
  'not-commandable': 'non_comandabile',
} as const satisfies Record<Outcome, BusOrder['esito']>;

/** What is asked of each inverter and what became of it: the active power always, the others while something is in force. */
export const ordersOf = (
  inverters: readonly CommandedInverter[],
  answers: ReadonlyMap<number, Answer>,
): BusOrder[] =>
  inverters.flatMap(inverter =>
    quantities
      .filter(quantity => quantity === 'active' || inverter.states[quantity].outcome !== 'idle')
      .map(quantity => orderOf(inverter, quantity, answers.get(inverter.record.id))),
  );

function orderOf(
  { record, states, unit }: CommandedInverter,
  quantity: Quantity,
  answer: Answer | undefined,
): BusOrder {
  const { asked, written, readBack, reversionS, canRevert, outcome } = states[quantity];
  const isMute = outcome !== 'idle' && unit.isSilent;
  return {
    id: record.id,
    nome: record.nome,
    grandezza: words[quantity],
    chiesto: asked,
    scritto: written,
    riletto: readBack,
    ritorno: reversionS,
    ritorna: canRevert,
    misurato: answer?.isResponding ? measuredOf(record, quantity, answer) : null,
    esito: isMute ? 'muto' : outcomes[outcome],
  };
}

/** In the unit of the order: % of the rated power, or a power factor. */
function measuredOf(
  { pn, segno_q }: CommandedInverter['record'],
  quantity: Quantity,
  { values: { pac = null, qac = null } }: Answer,
): number | null {
  if (quantity === 'active') return pac === null ? null : rounded((100 * pac) / pn);
  if (qac === null || pac === null) return null;
  const own = segno_q * qac;
  if (quantity === 'reactive') return rounded((100 * own) / pn);
  const apparent = Math.hypot(pac, own);
  return apparent < 0.01 * pn ? null : rounded((Math.abs(pac) / apparent) * (own < 0 ? -1 : 1));
}

const rounded = (value: number) => Math.round(value * 1000) / 1000;
