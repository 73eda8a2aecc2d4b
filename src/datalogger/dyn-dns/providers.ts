import type { PlantRecord } from '../store/plant-config';

export interface Provider {
  /** Service that answers with the address a request comes from. */
  readonly check: string;
  /** Where updates are sent; null where the settings name the address. */
  readonly update: string | null;
}

type Settings = NonNullable<PlantRecord['dynDns']>;

export const providers: Readonly<Record<Settings['provider'], Provider>> = {
  dyndns2: { check: 'http://checkip.dyndns.com/', update: 'https://members.dyndns.org/nic/update' },
  noip: { check: 'http://ip1.dynupdate.no-ip.com/', update: 'https://dynupdate.no-ip.com/nic/update' },
  custom: { check: 'http://checkip.dyndns.com/', update: null },
};

/** The address an update is sent to. In an address from the settings, `%h` stands for the name and `%i` for the IP address; where they are missing, both are added as parameters. */
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
