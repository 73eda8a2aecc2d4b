import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Box } from '../support/box/boot-box';
import { expectGpioCalls, gpioSettings } from '../support/box/gpio-calls';
import { type ApiClient, logIn } from '../support/box/installation';
import { managedBox, managerPackages } from '../support/box/managed-box';

/**
 * NetworkManager and chrony of a Debian 13 that has booted, in the place of networkd and timesyncd. A network is on trial for 15 s. The
 * tests are one story.
 */
let box: Box;
let api: ApiClient;
beforeAll(async () => {
  ({ box, api } = await managedBox(inject('newer').deb, {
    packages: managerPackages,
    isNetworkManager: true,
    files: {
      '/etc/meridiana/system.env': `NETWORK_TRIAL_S=15\n${gpioSettings}`,
      // No box may set the clock (-x): chronyd only asks its servers.
      '/etc/systemd/system/chrony.service.d/box.conf': '[Unit]\nConditionCapability=\n',
      '/etc/default/chrony': 'DAEMON_OPTS="-F 1 -x"\n',
    },
  }));
});
afterAll(() => box?.stop());

const network = (ip: string, more: object = {}) => ({
  modalita: 'statico',
  ip,
  maschera: 24,
  gateway: '10.73.0.1',
  ...more,
});
const addresses = async (name: string) =>
  [...(await box.run(`ip -4 -o addr show ${name}`)).out.matchAll(/inet ([\d.]+)/g)].map(([, ip]) => ip);
const statusAt = async (ip: string) =>
  (await box.runInLan(`curl -s -m 2 -o /dev/null -w '%{http_code}' http://${ip}/`, { mayFail: true })).out;
const onTrial = async (client: ApiClient) => (await client.get('sistema')).rete_in_prova;
const ipOf = async (client: ApiClient) => (await client.get('impianto/1')).rete;
const ofDevice = async (field: string) => (await box.run(`nmcli -g ${field} device show eth0`)).out.trim();
const hasVlan = async () => (await box.run('ls /proc/net/vlan', { mayFail: true })).code === 0;

test('announces network with name servers, clock, and VLAN where the kernel has it', async () => {
  expect(await ofDevice('GENERAL.CONNECTION')).toBe('wired0');
  expect((await api.get('auth/generale/1')).capacita).toMatchObject({
    registra: false,
    rete: true,
    dns: true,
    ntp: true,
    orologio: true,
    vlan: await hasVlan(),
  });
});

test('a new address with a name server is confirmed at the new address, and the other interface stays', async () => {
  await api.send('PATCH', 'impianto/1/network', network('10.73.0.77', { dns: ['10.73.0.1'] }));
  await expect.poll(() => statusAt('10.73.0.77')).toBe('200');
  expect(await addresses('eth0')).toEqual(['10.73.0.77']);
  expect(await statusAt('10.73.1.2')).toBe('200');
  await expect.poll(() => ofDevice('IP4.GATEWAY')).toBe('10.73.0.1');
  expect((await box.run('cat /etc/resolv.conf')).out).toContain('nameserver 10.73.0.1\n');
  const { url } = await box.forward(80, '10.73.0.77');
  api = await logIn(url);
  await api.send('POST', 'impianto/1/network/conferma');
  expect(await onTrial(api)).toBeNull();
});

test('a restart of the box within a trial brings the old address back', async () => {
  await api.send('PATCH', 'impianto/1/network', network('10.73.0.99'));
  await expect.poll(() => statusAt('10.73.0.99')).toBe('200');
  await box.run('systemctl reboot', { mayFail: true });
  expect(await box.ended()).toBe('reboot');
  // A machine that starts has no addresses; the namespace of the box has kept them, and NetworkManager would leave them alone.
  for (const name of ['eth0', 'eth1']) execFileSync('ip', ['-n', box.netns, 'addr', 'flush', 'dev', name]);
  await box.boot();
  await expect.poll(() => statusAt('10.73.0.77')).toBe('200');
  expect(await addresses('eth0')).toEqual(['10.73.0.77']);
  await expect.poll(() => onTrial(api)).toBeNull();
  expect(await ipOf(api)).toMatchObject({ ip: '10.73.0.77' });
});

test('a wrong address goes back by itself although the datalogger is dead, which then knows it', async () => {
  const began = performance.now();
  await api.send('PATCH', 'impianto/1/network', { ...network('10.99.0.5'), gateway: '10.99.0.1' });
  await expect.poll(() => addresses('eth0')).toEqual(['10.99.0.5']);
  await box.run('systemctl kill -s KILL meridiana && systemctl stop meridiana');
  expect(await statusAt('10.73.0.77')).not.toBe('200');
  await expect.poll(() => addresses('eth0'), { timeout: 60_000, interval: 500 }).toEqual(['10.73.0.77']);
  console.log(`the old address is back after ${((performance.now() - began) / 1000).toFixed(1)} s`);
  expect((await box.run('ls /var/lib/meridiana-system')).out).toBe('last.json\n');
  await box.run('systemctl start meridiana');
  await expect.poll(() => statusAt('10.73.0.77')).toBe('200');
  await expect.poll(() => onTrial(api)).toBeNull();
  expect(await ipOf(api)).toMatchObject({ ip: '10.73.0.77' });
});

test('time servers that are set are those of chrony, which asks them; without one it ends', async () => {
  const {
    ora: _,
    solo_registrato: __,
    rete_in_prova: ___,
    versione: ____,
    ...system
  } = await api.get('sistema');
  await api.send('PUT', 'sistema', { ...system, ntp: ['10.73.0.1'] });
  const sources = async () => (await box.run('chronyc -n -c sources', { mayFail: true })).out;
  await expect.poll(sources).toMatch(/^\^,.,10\.73\.0\.1,/m);
  const active = async () => (await box.run('systemctl is-active chrony', { mayFail: true })).out;
  expect(await active()).toBe('active\n');
  await api.send('PUT', 'sistema', { ...system, ntp: [] });
  expect(await active()).toBe('inactive\n');
});

test('gpioset and gpioget of libgpiod 2 understand how their lines are asked for', async () => {
  expect((await box.run('gpioset --version')).out).toContain(' v2.');
  await expectGpioCalls(box);
});
