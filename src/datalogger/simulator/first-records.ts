import type { ConfigKind, ConfigOf } from '../../contract/config/kinds';

/** What an installer would have typed of the simulated plant, with the ids that its devices have. */
export type FirstConfiguration = {
  readonly [K in ConfigKind]: readonly (ConfigOf<K> & { readonly id: number })[];
};

export const daysOf = 86_400;
export const dayOf = (t: number) => new Date(t * 1000).toISOString().slice(0, 10);
export const rounded = (value: number, decimals = 3) => Number(value.toFixed(decimals));
/** Hosts of the gateways on the plant's own network, 200 units to each. */
const unitsPerGateway = 200;

export function addressOf(gateway: number, id: number) {
  return {
    host: `10.20.4.${gateway + Math.floor((id - 1) / unitsPerGateway)}`,
    unita: ((id - 1) % unitsPerGateway) + 1,
  };
}

export const serial = (kind: string, id: number) => `${kind}${String(id).padStart(5, '0')}`;
