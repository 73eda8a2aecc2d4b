import { expect } from 'vitest';
import { examplePlant } from '../example-calls';
import { type Box, bootBox } from './boot-box';
import { type ApiClient, installPackage, logIn, register, withFieldSettings } from './installation';

/** What a distribution configures: the addresses of `boot-box`, by systemd-networkd or by NetworkManager. */
const networkdFiles = Object.fromEntries(
  [0, 1].map(index => [
    `/etc/systemd/network/10-eth${index}.network`,
    `[Match]\nName=eth${index}\n\n[Network]\nAddress=10.73.${index}.2/24\nLinkLocalAddressing=no\n`,
  ]),
);
const connectionFolder = '/etc/NetworkManager/system-connections';
const networkManagerFiles = Object.fromEntries(
  [0, 1].map(index => [
    `${connectionFolder}/wired${index}.nmconnection`,
    `[connection]\nid=wired${index}\ntype=ethernet\ninterface-name=eth${index}\n\n[ipv4]\nmethod=manual\naddress1=10.73.${index}.2/24\n\n[ipv6]\nmethod=disabled\n`,
  ]),
);

/** timesyncd runs in no container, and never without the right to set the clock, which no box has. It asks its servers all the same. */
const timesyncd = `[Unit]
ConditionVirtualization=
ConditionCapability=
[Service]
AmbientCapabilities=
CapabilityBoundingSet=
`;

/** NetworkManager and chrony in the place of networkd and timesyncd, and the tools of GPIO lines. */
export const managerPackages = ['network-manager', 'chrony', 'gpiod'] as const;

export interface ManagedBox {
  readonly box: Box;
  /** The administrator, at the first address of the box. */
  readonly api: ApiClient;
}

export interface ManagedBoxOptions {
  readonly packages?: readonly string[];
  /** With the package `network-manager`, it manages the interfaces; otherwise systemd-networkd. */
  readonly isNetworkManager?: boolean;
  readonly files?: Readonly<Record<string, string>>;
}

/** A box with two managed interfaces and a program that follows time servers, on which the package reads an empty plant. */
export async function managedBox(
  deb: string,
  { packages = [], isNetworkManager = false, files = {} }: ManagedBoxOptions = {},
): Promise<ManagedBox> {
  const box = await bootBox({
    interfaces: 2,
    packages,
    files: {
      ...withFieldSettings,
      ...(isNetworkManager ? networkManagerFiles : networkdFiles),
      '/etc/systemd/system/systemd-timesyncd.service.d/box.conf': timesyncd,
      ...files,
    },
  });
  try {
    // NetworkManager refuses files that others may read.
    if (isNetworkManager) {
      const up = [0, 1].map(index => `nmcli connection up wired${index}`).join(' && ');
      await box.run(`chmod 600 ${connectionFolder}/* && nmcli connection reload && ${up}`);
    } else await box.run('systemctl enable --now systemd-networkd');
    const { code, out } = await installPackage(box, deb);
    expect(code, out).toBe(0);
    const { url } = await box.forward(80);
    await register(url);
    const api = await logIn(url);
    await api.send('POST', 'impianto', examplePlant);
    return { box, api };
  } catch (error) {
    await box.stop();
    throw error;
  }
}
