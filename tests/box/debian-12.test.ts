import { cpSync } from 'node:fs';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Box, bootBox } from '../support/box/boot-box';
import { expectGpioCalls, gpioSettings } from '../support/box/gpio-calls';
import {
  expectRunning,
  installArchive,
  installPackage,
  register,
  withFieldSettings,
} from '../support/box/installation';

/** Debian 12, whose own Node is 18. */
const newer = inject('newer');
let box: Box;
beforeAll(async () => {
  box = await bootBox({
    suite: 'bookworm',
    packages: ['nodejs', 'gpiod'],
    files: { ...withFieldSettings, '/etc/meridiana/system.env': gpioSettings },
  });
});
afterAll(() => box?.stop());

test('refuses the Node of Debian 12 and says which it needs, as package and as archive', async () => {
  const byPackage = await installPackage(box, newer.deb);
  expect(byPackage.code).not.toBe(0);
  expect(byPackage.out).toContain('Depends: nodejs (>= 20.19)');
  const byArchive = await installArchive(box, newer.archive);
  expect(byArchive.code).not.toBe(0);
  expect(byArchive.out).toMatch(/Node is v18\.\S+: 20\.19 or newer is needed/);
  expect((await box.run('ls -d /opt/meridiana', { mayFail: true })).code).not.toBe(0);
});

test('runs with a Node of its own in /usr/local/bin', async () => {
  cpSync(process.execPath, box.hostPath('/usr/local/bin/node'), { dereference: true });
  const { code, out } = await installArchive(box, newer.archive);
  expect(code, out).toBe(0);
  await expectRunning(box, newer.version);
  const { url } = await box.forward(80);
  await register(url);
  const { out: figure } = await box.run('systemd-analyze security --no-pager meridiana | tail -n 1');
  expect(Number(/: ([\d.]+) /.exec(figure)?.[1])).toBeLessThanOrEqual(1.8);
});

test('gpioset and gpioget of libgpiod 1 understand how their lines are asked for', async () => {
  expect((await box.run('gpioset --version')).out).toContain(' v1.');
  await expectGpioCalls(box);
});
