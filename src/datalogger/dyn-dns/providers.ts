import type { PlantRecord } from '../store/plant-config';

export interface Provider {
  /** Says which address a request comes from. */
  readonly check: string;
  /** Takes updates; null where the settings say. */
  readonly update: string | null;
}

type Settings = NonNullable<PlantRecord['dynDns']>;

export const providers: Readonly<Record<Settings['provider'], Provider>> = {
  dyndns2: { check: 'http://checkip.dyndns.com/', update: 'https://members.dyndns.org/nic/update' },
  noip: { check: 'http://ip1.dynupdate.no-ip.com/', update: 'https://dynupdate.no-ip.com/nic/update' },
  custom: { check: 'http://checkip.dyndns.com/', update: null },
};

/** Where an update goes. In an address of one's own `%h` is the name and `%i` the address; without them they are added. */
export function updateAddress(
  { update }: Provider,
  { url = '', hostname = '' }: Settings,
  address: string,
): URL {
  const filled = url.replaceAll('%h', encodeURIComponent(hostname)).replaceAll('%i', address);
  const target = new URL(update ?? filled);
  if (update !== null || !url.includes('%h')) target.searchParams.set('hostname', hostname);
  if (update !== null || !url.includes('%i')) target.searchParams.set('myip', address);
  return target;
}
