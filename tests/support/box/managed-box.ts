import { expect } from 'vitest';
import { examplePlant } from '../example-calls';
import { type Box, bootBox } from './boot-box';
import { type ApiClient, installPackage, logIn, register, withFieldSettings } from './installation';

/** What a distribution configures: the addresses of `boot-box`, by systemd-networkd. */
const networks = Object.fromEntries(
  [0, 1].map(index => [
    `/etc/systemd/network/10-eth${index}.network`,
    `[Match]\nName=eth${index}\n\n[Network]\nAddress=10.73.${index}.2/24\nLinkLocalAddressing=no\n`,
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

export interface ManagedBox {
  readonly box: Box;
  /** The administrator, at the first address of the box. */
  readonly api: ApiClient;
}

/** A box with two interfaces of systemd-networkd and with timesyncd, on which the package reads an empty plant. */
export async function managedBox(deb: string, packages: readonly string[] = []): Promise<ManagedBox> {
  const box = await bootBox({
    ...{ interfaces: 2, packages },
    files: {
      ...withFieldSettings,
      ...networks,
      '/etc/systemd/system/systemd-timesyncd.service.d/box.conf': timesyncd,
    },
  });
  try {
    await box.run('systemctl enable --now systemd-networkd');
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
