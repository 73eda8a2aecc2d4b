import { isObject, numberOrNull, objectsIn, readObject, textIn } from './read';
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
  readonly neverReverts: boolean;
  readonly outcome: string;
}

/** The regulation at the point of delivery. */
export interface BusLoop {
  readonly state: string;
  readonly meters: string;
  readonly targetKw: number | null;
  readonly deadS: number | null;
  /** How many inverters the others make up for. */
  readonly missing: number | null;
}

function readLoop(raw: unknown): BusLoop | null {
  if (!isObject(raw)) return null;
  const { stato, contatori, obiettivo, ritardo, compensati } = raw;
  return {
    state: textIn(stato),
    meters: Array.isArray(contatori) ? contatori.join(', ') : '',
    targetKw: numberOrNull(obiettivo),
    deadS: numberOrNull(ritardo),
    missing: numberOrNull(compensati),
  };
}

/** The limit in force, and whose it is. */
export interface BusLimit {
  readonly percent: number | null;
  readonly source: string;
  /** The address or the user that asked; empty where the plant itself did. */
  readonly by: string;
}

const readLimit = (raw: unknown): BusLimit | null =>
  isObject(raw)
    ? { percent: numberOrNull(raw.percento), source: textIn(raw.fonte), by: textIn(raw.da) }
    : null;

export const busOrders = resource(
  'GET bus/ordini',
  {},
  (
    raw,
  ): {
    readonly orders: readonly BusOrder[];
    readonly loop: BusLoop | null;
    readonly limit: BusLimit | null;
  } => {
    const { ordini, anello, limite } = readObject(raw, 'the orders');
    const orders = objectsIn(ordini).map(order => ({
      key: `${order.id} ${order.grandezza}`,
      name: textIn(order.nome),
      quantity: textIn(order.grandezza),
      outcome: textIn(order.esito),
      asked: numberOrNull(order.chiesto),
      written: numberOrNull(order.scritto),
      readBack: numberOrNull(order.riletto),
      measured: numberOrNull(order.misurato),
      reversionS: numberOrNull(order.ritorno),
      /** Known before anything is written. */
      neverReverts: order.ritorna === false,
    }));
    return { orders, loop: readLoop(anello), limit: readLimit(limite) };
  },
  { everyMs: 2000 },
);
