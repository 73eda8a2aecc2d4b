import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { filesOf, type Manager } from '../../src/box-service/network-files';
import type { BoxNetwork } from '../../src/box-service/protocol';
import { bootBox } from '../support/box/boot-box';
import { logIn } from '../support/box/installation';
import { managedBox, managerPackages } from '../support/box/managed-box';
import { patience, waitMs } from '../support/patience';

/** Loads the module where the kernel has it. */
function hasVlan(): boolean {
  if (existsSync('/sbin/modprobe')) execFileSync('sh', ['-c', 'modprobe -q 8021q || true']);
  return existsSync('/proc/net/vlan');
}

/** On a slow machine as long as on a box that nobody has set otherwise. */
const trialS = Math.min(120, 15 * patience);

/** A VLAN of a Debian 13 that has booted: on trial, confirmed, and given up again. */
describe.skipIf(!hasVlan())('VLAN (left out where the kernel has no 8021q)', () => {
  test.each([
    ['systemd-networkd', { packages: [], isNetworkManager: false }],
    ['NetworkManager', { packages: managerPackages, isNetworkManager: true }],
  ])(
    '%s carries the address to the VLAN, keeps it when confirmed, and goes back from another',
    async (_, how) => {
      const files = { '/etc/meridiana/system.env': `NETWORK_TRIAL_S=${trialS}\n` };
      const { box, api } = await managedBox(inject('newer').deb, { ...how, files });
      onTestFinished(() => box.stop());
      const links = async () => (await box.run('ip -4 -o addr show')).out.replace(/\s+/g, ' ');
      const statusAt = async (ip: string) =>
        (await box.runInLan(`curl -s -m 2 -o /dev/null -w '%{http_code}' http://${ip}/`, { mayFail: true }))
          .out;
      await box.runInLan(
        ['12', '13']
          .map(
            id =>
              `ip link add link lan0 name lan0.${id} type vlan id ${id} && ip addr add 10.73.${id}.1/24 dev lan0.${id} && ip link set lan0.${id} up`,
          )
          .join(' && '),
      );
      const network = (vlan: number) => ({
        modalita: 'statico',
        ip: `10.73.${vlan}.2`,
        maschera: 24,
        gateway: `10.73.${vlan}.1`,
        vlan,
      });

      expect((await api.get('auth/generale/1')).capacita).toMatchObject({ vlan: true });
      await api.send('PATCH', 'impianto/1/network', network(12));
      await expect.poll(() => statusAt('10.73.12.2')).toBe('200');
      expect(await links()).toMatch(/vlan12 inet 10\.73\.12\.2\/24/);
      await expect.poll(links).not.toContain('10.73.0.2');
      const { url } = await box.forward(80, '10.73.12.2');
      const there = await logIn(url);
      await there.send('POST', 'impianto/1/network/conferma');

      await there.send('PATCH', 'impianto/1/network', network(13));
      await expect.poll(() => statusAt('10.73.13.2')).toBe('200');
      await expect.poll(() => statusAt('10.73.12.2'), { timeout: waitMs, interval: 500 }).toBe('200');
      await expect.poll(links).not.toContain('vlan13');

      await there.send('PATCH', 'impianto/1/network', {
        ...network(0),
        ip: '10.73.0.3',
        gateway: '10.73.0.1',
      });
      await expect.poll(() => statusAt('10.73.0.3')).toBe('200');
      await expect.poll(links).not.toContain('vlan12');
    },
  );
});

const onVlan: BoxNetwork = {
  mode: 'static',
  address: '10.73.12.2',
  prefix: 24,
  gateway: '10.73.12.1',
  vlan: 12,
  dns: [],
};
const filesFor = (manager: Manager) => filesOf(manager, onVlan, 'eth0');

test('the files of a VLAN mean to NetworkManager and networkd what they should, also on a kernel without VLAN', async () => {
  const box = await bootBox({
    packages: managerPackages,
    files: { ...filesFor('network-manager'), ...filesFor('networkd') },
  });
  onTestFinished(() => box.stop());
  await box.run('chmod 600 /etc/NetworkManager/system-connections/* && nmcli connection reload');
  const fields = 'connection.type,connection.interface-name,vlan.id,vlan.parent,ipv4.addresses,ipv4.gateway';
  expect((await box.run(`nmcli -g ${fields} connection show meridiana-vlan`)).out.trim().split('\n')).toEqual(
    [...['vlan', 'vlan12', '12', 'eth0', '10.73.12.2/24', '10.73.12.1']],
  );
  await box.run('systemctl stop NetworkManager && systemctl start systemd-networkd');
  const journal = async () =>
    (await box.run('networkctl status -n 0 eth0; journalctl -b -o cat -u systemd-networkd')).out;
  // The kernel is asked for the VLAN interface: it makes it, or says that it cannot.
  await expect.poll(journal).toMatch(/vlan12: .*(Operation not supported|Link UP|netdev ready|Gained)/);
  expect(await journal()).not.toMatch(/Unknown|Failed to parse|Ignoring|ignoring/);
  expect(await journal()).toContain('/etc/systemd/network/00-meridiana.network');
});
