import type { ConfigKind, ConfigOf } from '../../../../contract/config/kinds';

/** What an installer would have entered for the simulated plant, with the ids of its devices. */
export type FirstConfiguration = {
  readonly [K in ConfigKind]: readonly (ConfigOf<K> & { readonly id: number })[];
};

export const daysOf = 86_400;
export const dayOf = (t: number) => new Date(t * 1000).toISOString().slice(0, 10);
export const rounded = (value: number, decimals = 3) => Number(value.toFixed(decimals));
/** The gateways are on the plant's own network. Each of them serves 200 units. */
const unitsPerGateway = 200;

export function addressOf(gateway: number, id: number) {
  return {
    host: `10.20.4.${gateway + Math.floor((id - 1) / unitsPerGateway)}`,
    unita: ((id - 1) % unitsPerGateway) + 1,
  };
}

export const serial = (kind: string, id: number) => `${kind}${String(id).padStart(5, '0')}`;
