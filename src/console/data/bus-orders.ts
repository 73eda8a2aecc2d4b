import { isObject, numberOrNull, readObject, textOrNull } from './read';
import { resource } from './resource';

/** What an inverter was ordered: a limit or a reactive power in % of its rated power, or a power factor. */
export interface BusOrder {
  readonly key: string;
  readonly name: string;
  readonly quantity: string;
  readonly asked: number | null;
  readonly written: number | null;
  readonly readBack: number | null;
  readonly measured: number | null;
  /** Seconds after which the device goes back by itself; null for never. */
  readonly reversionS: number | null;
  readonly outcome: string;
}

const text = (value: unknown) => textOrNull(value) ?? '';

export const busOrders = resource(
  'GET bus/ordini',
  {},
  (raw): readonly BusOrder[] => {
    const { ordini } = readObject(raw, 'the orders');
    return (Array.isArray(ordini) ? ordini.filter(isObject) : []).map(order => ({
      key: `${order.id} ${order.grandezza}`,
      name: text(order.nome),
      quantity: text(order.grandezza),
      outcome: text(order.esito),
      asked: numberOrNull(order.chiesto),
      written: numberOrNull(order.scritto),
      readBack: numberOrNull(order.riletto),
      measured: numberOrNull(order.misurato),
      reversionS: numberOrNull(order.ritorno),
    }));
  },
  { everyMs: 2000 },
);
