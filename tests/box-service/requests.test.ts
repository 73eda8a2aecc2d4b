import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import * as v from 'valibot';
import { expect, onTestFinished, test } from 'vitest';
import { Request } from '../../src/box-service/protocol';
import { createBoxServer } from '../../src/box-service/server';
import { readBoxSettings } from '../../src/box-service/settings';
import { fakeBox } from './fake-box';

const fixed = { mode: 'static', address: '10.20.4.18', prefix: 24, gateway: '10.20.4.1', dns: [] };

test.each([
  ['no JSON', 'reboot'],
  ['a list', ['reboot']],
  ['an unknown verb', { verb: 'shell' }],
  ['a name of every object', { verb: 'constructor' }],
  ['an argument too many', { verb: 'reboot', force: true }],
  ['a missing argument', { verb: 'clock-set' }],
  ['a clock before 2023', { verb: 'clock-set', epochS: 0 }],
  ['a server with an option', { verb: 'ntp-servers', servers: ['--help'] }],
  ['a server with a second line', { verb: 'ntp-servers', servers: ['a\n[Time]\nNTP=b'] }],
  ['a server with a second word', { verb: 'ntp-servers', servers: ['a.example b.example'] }],
  ['a specifier of systemd', { verb: 'ntp-servers', servers: ['%H'] }],
  ['four servers', { verb: 'ntp-servers', servers: ['a', 'b', 'c', 'd'] }],
  ['a zone outside its folder', { verb: 'time-zone', zone: '../../etc/passwd' }],
  ['a zone with an option', { verb: 'time-zone', zone: '--utc' }],
  ['output 0', { verb: 'output-set', output: 0, isOn: true }],
  ['output 1.5', { verb: 'output-set', output: 1.5, isOn: true }],
  [
    'an address with a second line',
    { verb: 'network-apply', network: { ...fixed, address: '10.0.0.1\nDHCP=yes' } },
  ],
  ['an address of IPv6', { verb: 'network-apply', network: { ...fixed, address: '::1' } }],
  ['a mask of 31', { verb: 'network-apply', network: { ...fixed, prefix: 31 } }],
  ['a VLAN as text', { verb: 'network-apply', network: { ...fixed, vlan: '1; reboot' } }],
  ['a host name with a dot', { verb: 'network-apply', network: { ...fixed, hostname: 'a.b' } }],
  ['a host name with an option', { verb: 'network-apply', network: { ...fixed, hostname: '-x' } }],
  ['an interface', { verb: 'network-apply', network: { ...fixed, interface: 'eth1' } }],
])('refuses %s and runs nothing', async (_, request) => {
  const box = fakeBox();
  expect(await box.ask(request)).toMatchObject({ ok: false, code: 'invalid' });
  expect(box.calls()).toEqual([]);
});

const text = fc.oneof(
  fc.string(),
  fc.constantFrom('10.0.0.1', 'eth0', '$(reboot)', "';reboot", '-x', '%n', '\0'),
);
const network = fc.record(
  {
    mode: fc.constantFrom('dhcp', 'static'),
    address: text,
    prefix: fc.integer(),
    gateway: text,
    hostname: text,
    vlan: fc.integer(),
  },
  { requiredKeys: ['mode'] },
);
const anyRequest = fc.record(
  {
    verb: fc.constantFrom(
      'network-apply',
      'ntp-servers',
      'time-zone',
      'clock-set',
      'output-set',
      'reboot',
      'x',
    ),
    network: fc.oneof(network, fc.anything()),
    servers: fc.array(text),
    zone: text,
    epochS: fc.oneof(fc.integer(), fc.double()),
    output: fc.integer(),
    isOn: fc.boolean(),
  },
  { requiredKeys: ['verb'] },
);

test('of whatever is sent, no text with a space, a line end, a % or a leading dash gets past the schema', () => {
  const textsOf = (value: unknown): string[] =>
    typeof value === 'string'
      ? [value]
      : typeof value === 'object' && value !== null
        ? Object.values(value).flatMap(textsOf)
        : [];
  fc.assert(
    fc.property(anyRequest, request => {
      const parsed = safeParse(request);
      if (parsed === null) return;
      const { verb: _, ...given } = parsed;
      for (const each of textsOf(given)) expect(each).toMatch(/^[A-Za-z0-9][A-Za-z0-9./_+-]*$/);
    }),
    { numRuns: 2000 },
  );
});

test('whatever line comes, one reply of the protocol comes back', async () => {
  const box = fakeBox({ without: ['systemctl', 'systemd-run', 'timedatectl', 'networkctl', 'nmcli'] });
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string(),
        anyRequest.map(each => JSON.stringify(each)),
      ),
      async line => {
        const reply = await box.ask(line);
        if (!reply.ok) expect(['invalid', 'not_supported', 'failed']).toContain(reply.code);
      },
    ),
    { numRuns: 200 },
  );
});

async function serving() {
  const box = fakeBox();
  const path = join(tmpdir(), `meridiana-${randomUUID()}.sock`);
  const server = createBoxServer(box).listen(path);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const send = async (...parts: readonly string[]) => {
    const socket = connect(path);
    let reply = '';
    socket
      .on('error', () => undefined)
      .setEncoding('utf8')
      .on('data', data => {
        reply += data;
      });
    for (const part of parts) socket.write(part);
    await once(socket, 'close');
    return reply;
  };
  return { box, send };
}

test('answers one request of a connection, also where it comes in pieces, and closes it', async () => {
  const { box, send } = await serving();
  expect(await send('{"verb":"re', 'boot"}', '\n{"verb":"power-off"}\n')).toBe('{"ok":true}\n');
  expect(box.calls()).toEqual(['systemctl --no-block reboot']);
});

test('refuses a request that is too long, with and without a line end', async () => {
  const { box, send } = await serving();
  const long = ' '.repeat(5000);
  for (const line of [long, `{"verb":"reboot"${long}}\n`])
    expect(JSON.parse(await send(line))).toMatchObject({ ok: false, code: 'invalid' });
  expect(box.calls()).toEqual([]);
});

test('runs requests that come at once one after the other', async () => {
  const { box, send } = await serving();
  await Promise.all([1, 2, 3].map(() => send('{"verb":"time-zone","zone":"UTC"}\n')));
  box.write('usr/share/zoneinfo/UTC', '');
  const replies = await Promise.all([1, 2, 3].map(() => send('{"verb":"time-zone","zone":"UTC"}\n')));
  expect(replies).toEqual(Array(3).fill('{"ok":true}\n'));
  expect(box.calls()).toEqual(Array(3).fill('timedatectl set-timezone UTC'));
});

test.each([
  ['INTERFACE', 'eth0; reboot'],
  ['OUTPUTS', 'gpiochip0/17 reboot'],
  ['OUTPUTS', Array(9).fill('gpiochip0/1').join(',')],
  ['ROUTER', '../mem/1'],
  ['UPS_MAINS', 'gpiochip0/5'],
  ['NETWORK_TRIAL_S', '1'],
])('refuses the setting %s=%s by its name', (name, value) => {
  expect(() => readBoxSettings({ [name]: value })).toThrow(name);
});

test('reads lines of the installer', () => {
  const { lines, trialS } = readBoxSettings({ OUTPUTS: 'gpiochip0/17, gpiochip1/2!' });
  expect(trialS).toBe(120);
  expect(lines.outputs).toEqual([
    { chip: 'gpiochip0', offset: '17', isActiveLow: false },
    { chip: 'gpiochip1', offset: '2', isActiveLow: true },
  ]);
});

function safeParse(request: unknown) {
  const result = v.safeParse(Request, request);
  return result.success ? result.output : null;
}
