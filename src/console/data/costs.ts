import type { Json } from './read';
import { listIn } from './read';
import { type Item, itemsOf, type Numbers, numbersOf, objectOf } from './report-items';

export type OfCost = 'persa' | 'valore';

/** What was lost by cause, and by device and cause: what lost most first. */
export interface Costs {
  readonly of: Numbers<OfCost>;
  readonly causes: readonly Item<OfCost>[];
  readonly devices: readonly {
    readonly item: Item<OfCost | 'id'>;
    readonly causes: readonly Item<OfCost>[];
  }[];
}

export function readCosts(raw: Json): Costs {
  const devices = listIn(raw.dispositivi).map(objectOf);
  return {
    of: numbersOf(raw),
    causes: itemsOf(raw.cause),
    devices: itemsOf(devices).map((item, row) => ({ item, causes: itemsOf(devices[row]?.cause) })),
  };
}
