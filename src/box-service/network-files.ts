import type { BoxNetwork } from './protocol';

/** Files of a network by their path. */
export type Files = Readonly<Record<string, string>>;

const networkdFolder = '/etc/systemd/network';
const connectionFolder = '/etc/NetworkManager/system-connections';

/** Every file that a network may consist of; those that a network does not need are removed. */
export const networkFiles = {
  // networkd takes the first file that matches an interface: 00 comes before those of the distribution.
  networkd: ['00-meridiana.netdev', '00-meridiana.network', '00-meridiana-vlan.network'].map(
    name => `${networkdFolder}/${name}`,
  ),
  'network-manager': ['meridiana.nmconnection', 'meridiana-vlan.nmconnection'].map(
    name => `${connectionFolder}/${name}`,
  ),
} as const;
export type Manager = keyof typeof networkFiles;

const vlanName = (id: number) => `vlan${id}`;
const filled = (...lines: readonly (string | false)[]) =>
  `${lines.filter(line => line !== false).join('\n')}\n`;

/** The VLAN interface of the files of a network; null without one. */
export const vlanOf = (files: Readonly<Record<string, string | null>>): string | null =>
  /^Name=(vlan\d+)$/m.exec(files[networkFiles.networkd[0] ?? ''] ?? '')?.[1] ?? null;

function networkdAddress(network: BoxNetwork): string {
  if (network.mode === 'dhcp') return 'DHCP=ipv4';
  const { address, prefix, gateway, dns } = network;
  return [
    `Address=${address}/${prefix}`,
    ...(gateway === undefined ? [] : [`Gateway=${gateway}`]),
    ...dns.map(server => `DNS=${server}`),
  ].join('\n');
}

/** systemd.network(5), systemd.netdev(5). */
function networkdFiles(network: BoxNetwork, name: string): Files {
  const { vlan = 0 } = network;
  const [netdev = '', link = '', onVlan = ''] = networkFiles.networkd;
  const match = (of: string) => `[Match]\nName=${of}\n\n[Network]`;
  if (vlan === 0) return { [link]: filled(match(name), networkdAddress(network)) };
  return {
    [netdev]: filled('[NetDev]', `Name=${vlanName(vlan)}`, 'Kind=vlan', '', '[VLAN]', `Id=${vlan}`),
    [link]: filled(match(name), `VLAN=${vlanName(vlan)}`, 'LinkLocalAddressing=no', 'IPv6AcceptRA=no'),
    [onVlan]: filled(match(vlanName(vlan)), networkdAddress(network)),
  };
}

/** Fixed, so that a connection that is replaced stays the same one. */
export const connectionIds = {
  link: 'a2f1d5c0-6d2b-4c55-9a53-6b1f0b7b2f01',
  vlan: 'a2f1d5c0-6d2b-4c55-9a53-6b1f0b7b2f02',
} as const;

function managerAddress(network: BoxNetwork): string {
  if (network.mode === 'dhcp') return '[ipv4]\nmethod=auto';
  const { address, prefix, gateway, dns } = network;
  const first = `address1=${address}/${prefix}${gateway === undefined ? '' : `,${gateway}`}`;
  const servers = dns.length > 0 ? [`dns=${dns.map(server => `${server};`).join('')}`] : [];
  return ['[ipv4]', 'method=manual', first, ...servers].join('\n');
}

/** nm-settings-keyfile(5). */
function managerFiles(network: BoxNetwork, name: string): Files {
  const { vlan = 0 } = network;
  const [link = '', onVlan = ''] = networkFiles['network-manager'];
  const head = (id: string, uuid: string, type: string, on: string) =>
    `[connection]\nid=${id}\nuuid=${uuid}\ntype=${type}\ninterface-name=${on}\nautoconnect-priority=900\n`;
  const own = head('meridiana', connectionIds.link, 'ethernet', name);
  if (vlan === 0) return { [link]: filled(own, managerAddress(network)) };
  const vlanHead = head('meridiana-vlan', connectionIds.vlan, 'vlan', vlanName(vlan));
  return {
    [link]: filled(own, '[ipv4]\nmethod=disabled\n\n[ipv6]\nmethod=disabled'),
    [onVlan]: filled(vlanHead, `[vlan]\nid=${vlan}\nparent=${name}\n`, managerAddress(network)),
  };
}

/** The files that give the interface `name` this network. */
export const filesOf = (manager: Manager, network: BoxNetwork, name: string): Files =>
  manager === 'networkd' ? networkdFiles(network, name) : managerFiles(network, name);
