import { expect, test } from 'vitest';
import { fakeBox } from './fake-box';

const link = '/etc/systemd/network/00-meridiana.network';
const trialFile = '/var/lib/meridiana-system/trial.json';
const fixed = { mode: 'static', address: '10.20.4.18', prefix: 24, gateway: '10.20.4.1' };
/** As the service keeps it. */
const own = { ...fixed, dns: [] };
const apply = { verb: 'network-apply', network: fixed };
const trialUnit = 'meridiana-network-trial.service';

test('names what the box has: its network manager, time program and lines', async () => {
  const box = fakeBox({ lines: { router: { chip: 'gpiochip0', offset: '4', isActiveLow: false } } });
  box.write('usr/lib/systemd/systemd-timesyncd', '');
  expect(await box.ask({ verb: 'capabilities' })).toEqual({
    ok: true,
    result: {
      network: 'networkd',
      hasDns: false,
      hasVlan: false,
      time: 'timesyncd',
      hasManager: true,
      outputs: [],
      hasContacts: false,
      hasRouter: true,
    },
  });
});

test('offers no network where neither networkd nor NetworkManager runs', async () => {
  const box = fakeBox();
  box.unit('systemd-networkd.service', 'inactive');
  expect(await box.ask({ verb: 'capabilities' })).toMatchObject({ result: { network: null } });
  expect(await box.ask(apply)).toMatchObject({ ok: false, code: 'not_supported' });
});

test('puts a network of networkd on trial: the timer is set before a file changes', async () => {
  const box = fakeBox();
  box.write(link, 'old\n');
  box.calls();
  expect(await box.ask(apply)).toEqual({ ok: true, result: { secondsLeft: 120, network: own, last: null } });
  expect(box.read(link)).toBe('[Match]\nName=eth0\n\n[Network]\nAddress=10.20.4.18/24\nGateway=10.20.4.1\n');
  expect(box.calls().at(-1)).toBe(
    `systemd-run --quiet --timer-property=AccuracySec=100ms --on-active=120 --unit=${trialUnit}`,
  );
  await expect.poll(() => box.calls()).toEqual(['networkctl reload']);
  await box.networks.revert();
  expect(box.read(link)).toBe('old\n');
  expect(box.read(trialFile)).toBeNull();
  expect(await box.ask({ verb: 'network-state' })).toMatchObject({
    result: { secondsLeft: null, last: { outcome: 'reverted', network: fixed } },
  });
});

test('changes no file where the timer cannot be set', async () => {
  const box = fakeBox();
  box.fail('systemd-run');
  expect(await box.ask(apply)).toMatchObject({ ok: false, code: 'failed' });
  expect(box.read(link)).toBeNull();
  expect(box.read(trialFile)).toBeNull();
});

test('goes back at once where the manager refuses the network', async () => {
  const box = fakeBox();
  box.fail('networkctl');
  await box.ask(apply);
  await expect.poll(() => box.calls()).toContain(`systemctl start ${trialUnit}`);
});

test('keeps a confirmed network, sets its host name then, and confirms nothing twice', async () => {
  const box = fakeBox();
  const network = { ...fixed, hostname: 'plant' };
  await box.ask({ ...apply, network });
  box.unit('meridiana-network-trial.timer', 'active');
  expect(box.calls()).not.toContain('hostnamectl set-hostname plant');
  expect(await box.ask({ verb: 'network-confirm', network })).toEqual({ ok: true, result: true });
  expect(box.calls()).toEqual(
    expect.arrayContaining([
      'systemctl stop meridiana-network-trial.timer',
      'hostnamectl set-hostname plant',
    ]),
  );
  await box.networks.revert();
  expect(box.read(link)).toContain('10.20.4.18');
  expect(await box.ask({ verb: 'network-confirm', network })).toEqual({ ok: true, result: false });
});

test('a confirmation of another network than the one on trial keeps nothing', async () => {
  const box = fakeBox();
  await box.ask(apply);
  const other = { ...fixed, address: '10.20.4.19' };
  expect(await box.ask({ verb: 'network-confirm', network: other })).toEqual({ ok: true, result: false });
  expect(await box.ask({ verb: 'network-state' })).toMatchObject({ result: { network: own, last: null } });
});

test('confirms nothing while the old network is coming back', async () => {
  const box = fakeBox();
  await box.ask(apply);
  box.unit(trialUnit, 'activating');
  expect(await box.ask({ verb: 'network-confirm', network: fixed })).toMatchObject({
    ok: false,
    code: 'failed',
  });
  expect(box.read(trialFile)).not.toBeNull();
});

test('a second change during a trial still goes back to the last confirmed network', async () => {
  const box = fakeBox();
  box.write(link, 'confirmed\n');
  await box.ask(apply);
  await box.ask({ ...apply, network: { ...fixed, address: '10.20.4.19' } });
  await box.networks.revert();
  expect(box.read(link)).toBe('confirmed\n');
});

test('writes a VLAN of networkd in three files, and removes its interface on the way back', async () => {
  const box = fakeBox();
  expect(await box.ask({ ...apply, network: { ...fixed, vlan: 12 } })).toMatchObject({
    code: 'not_supported',
  });
  box.write('proc/self/net/vlan/config', '');
  await box.ask({ ...apply, network: { ...fixed, vlan: 12 } });
  expect(box.read('/etc/systemd/network/00-meridiana.netdev')).toBe(
    '[NetDev]\nName=vlan12\nKind=vlan\n\n[VLAN]\nId=12\n',
  );
  expect(box.read(link)).toContain('VLAN=vlan12');
  expect(box.read('/etc/systemd/network/00-meridiana-vlan.network')).toContain('Name=vlan12');
  box.write('sys/class/net/vlan12/lower_eth0', '');
  box.calls();
  await box.networks.revert();
  expect(box.calls()).toContain('ip link delete vlan12');
  expect(box.read('/etc/systemd/network/00-meridiana.netdev')).toBeNull();
});

test('changes the interface of the default route, and of a VLAN the interface below it', async () => {
  const box = fakeBox();
  box.write('proc/self/net/route', 'Iface\tDestination\nvlan7\t00000000\t0102\n');
  box.write('sys/class/net/vlan7/lower_eth1', '');
  await box.ask(apply);
  expect(box.read(link)).toContain('Name=eth1');
});

test('gives NetworkManager a connection that it activates, and the one before on the way back', async () => {
  const box = fakeBox();
  box.unit('NetworkManager.service', 'active');
  box.says('nmcli', '100 (connected)\n');
  const file = '/etc/NetworkManager/system-connections/meridiana.nmconnection';
  await box.ask({ ...apply, network: { ...fixed, dns: ['10.20.4.2'] } });
  expect(box.read(file)).toContain(
    '[ipv4]\nmethod=manual\naddress1=10.20.4.18/24,10.20.4.1\ndns=10.20.4.2;\n',
  );
  await expect
    .poll(() => box.calls().join('\n'))
    .toContain('nmcli --wait 30 connection up uuid a2f1d5c0-6d2b-4c55-9a53-6b1f0b7b2f01');
  await box.networks.revert();
  expect(box.read(file)).toBeNull();
  expect(box.calls().slice(-2)).toEqual([
    'nmcli connection reload',
    'nmcli --wait 30 connection up uuid 100 (connected)',
  ]);
});

test('brings the VLAN of NetworkManager back, not only the interface below it', async () => {
  const box = fakeBox();
  box.unit('NetworkManager.service', 'active');
  box.says('nmcli', '100 (connected)\n');
  box.write('proc/self/net/vlan/config', '');
  const file = '/etc/NetworkManager/system-connections/meridiana-vlan.nmconnection';
  box.write(file, 'of VLAN 12\n');
  await box.ask({ ...apply, network: { ...fixed, vlan: 13 } });
  await expect.poll(() => box.calls().join('\n')).toContain('b2f02');
  await box.networks.revert();
  expect(box.read(file)).toBe('of VLAN 12\n');
  expect(box.calls().slice(-3)).toEqual([
    'nmcli connection reload',
    'nmcli --wait 30 connection up uuid a2f1d5c0-6d2b-4c55-9a53-6b1f0b7b2f01',
    'nmcli --wait 30 connection up uuid a2f1d5c0-6d2b-4c55-9a53-6b1f0b7b2f02',
  ]);
});

test('name servers of networkd need systemd-resolved', async () => {
  const box = fakeBox();
  const withDns = { ...apply, network: { ...fixed, dns: ['10.20.4.2'] } };
  expect(await box.ask(withDns)).toMatchObject({ ok: false, code: 'not_supported' });
  box.unit('systemd-resolved.service', 'active');
  expect(await box.ask(withDns)).toMatchObject({ ok: true });
  expect(box.read(link)).toContain('DNS=10.20.4.2');
});

test.each([
  [
    'timesyncd',
    'usr/lib/systemd/systemd-timesyncd',
    '/etc/systemd/timesyncd.conf.d/50-meridiana.conf',
    '[Time]\nNTP=a.example 10.0.0.1\n',
  ],
  [
    'chrony',
    'usr/sbin/chronyd',
    '/etc/chrony/sources.d/meridiana.sources',
    'server a.example iburst prefer\nserver 10.0.0.1 iburst prefer\n',
  ],
])('gives %s its servers, and without a server switches it off', async (_, mark, file, text) => {
  const box = fakeBox();
  expect(await box.ask({ verb: 'ntp-servers', servers: ['a.example'] })).toMatchObject({
    code: 'not_supported',
  });
  box.write(mark, '');
  expect(await box.ask({ verb: 'ntp-servers', servers: ['a.example', '10.0.0.1'] })).toEqual({ ok: true });
  expect(box.read(file)).toBe(text);
  expect(box.calls()[0]).toBe('timedatectl set-ntp true');
  await box.ask({ verb: 'ntp-servers', servers: [] });
  expect(box.read(file)).toBeNull();
  expect(box.calls()).toEqual(['timedatectl set-ntp false']);
});

test('sets the clock after it has stopped its servers', async () => {
  const box = fakeBox();
  box.write('usr/sbin/chronyd', '');
  await box.ask({ verb: 'clock-set', epochS: 1_800_000_000 });
  expect(box.calls()).toEqual(['timedatectl set-ntp false', 'timedatectl set-time @1800000000']);
  box.fail('timedatectl');
  expect(await box.ask({ verb: 'clock-set', epochS: 1_800_000_000 })).toEqual({
    ok: false,
    code: 'failed',
    message: 'timedatectl set-ntp: timedatectl is out of order',
  });
});

test('sets only time zones that the box has', async () => {
  const box = fakeBox();
  box.write('usr/share/zoneinfo/Europe/Rome', '');
  expect(await box.ask({ verb: 'time-zone', zone: 'Europe/Rome' })).toEqual({ ok: true });
  expect(await box.ask({ verb: 'time-zone', zone: 'Europe/Atlantis' })).toMatchObject({
    code: 'not_supported',
  });
  expect(box.calls()).toEqual(['timedatectl set-timezone Europe/Rome']);
});

const outputs = [{ chip: 'gpiochip0', offset: '17', isActiveLow: true }];

test.each([
  ['1', 'gpioset (libgpiod) v1.6.3\n', '--mode=signal --active-low gpiochip0 17=1'],
  ['2', 'gpioset (libgpiod) v2.2.1\n', '--active-low --chip gpiochip0 17=1'],
])('holds an output by a unit of its own that runs gpioset of libgpiod %s', async (_, version, args) => {
  const box = fakeBox({ lines: { outputs } });
  box.says('gpioset', version);
  expect(await box.ask({ verb: 'output-set', output: 1, isOn: true })).toMatchObject({
    ok: false,
    code: 'failed',
  });
  box.unit('meridiana-output-1.service', 'active');
  box.calls();
  expect(await box.ask({ verb: 'output-set', output: 1, isOn: true })).toEqual({ ok: true });
  const run = box.calls().find(call => call.startsWith('systemd-run')) ?? '';
  expect(run).toMatch(/^systemd-run --quiet --collect --unit=meridiana-output-1.service --description=on /);
  expect(run).toContain('--property=DeviceAllow=/dev/gpiochip0 rw --property=DevicePolicy=closed');
  expect(run.endsWith(`/usr/bin/gpioset ${args}`)).toBe(true);
  expect(await box.ask({ verb: 'output-set', output: 2, isOn: true })).toMatchObject({
    code: 'not_supported',
  });
});

test('reads the outputs from the units that hold them', async () => {
  const box = fakeBox({ lines: { outputs: [...outputs, ...outputs] } });
  box.unit('meridiana-output-1.service', 'Description=on\nActiveState=active');
  box.unit('meridiana-output-2.service', 'Description=off\nActiveState=active');
  expect(await box.ask({ verb: 'capabilities' })).toMatchObject({ result: { outputs: [true, false] } });
});

test('reads the contacts of the UPS, and refuses a word of gpioget that is no level', async () => {
  const [mains] = outputs;
  if (!mains) throw new Error('no line');
  const box = fakeBox({ lines: { contacts: { mains, battery: { ...mains, offset: '18' } } } });
  box.says('gpioget', '1\n');
  expect(await box.ask({ verb: 'contacts-read' })).toEqual({
    ok: true,
    result: { mains: '1', battery: '1' },
  });
  box.says('gpioget', 'active\n');
  expect(await box.ask({ verb: 'contacts-read' })).toMatchObject({ ok: false, code: 'failed' });
  expect(await fakeBox().ask({ verb: 'contacts-read' })).toMatchObject({ code: 'not_supported' });
});

test.each([
  ['reboot', 'systemctl --no-block reboot'],
  ['power-off', 'systemctl --no-block poweroff'],
])('%s asks systemd for it', async (verb, call) => {
  const box = fakeBox();
  expect(await box.ask({ verb })).toEqual({ ok: true });
  expect(box.calls()).toEqual([call]);
});

test('switches the supply of the router off for 10 s', async () => {
  const box = fakeBox({ lines: { router: { chip: 'gpiochip1', offset: '3', isActiveLow: false } } });
  box.says('gpioset', 'gpioset (libgpiod) v2.2.1\n');
  box.unit('meridiana-router.service', 'active');
  expect(await box.ask({ verb: 'restart-router' })).toEqual({ ok: true });
  expect(box.calls().join('\n')).toMatch(/gpioset --toggle 10s,0 --chip gpiochip1 3=1$/m);
  expect(await fakeBox().ask({ verb: 'restart-router' })).toMatchObject({ code: 'not_supported' });
});
