import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Box, bootBox } from '../support/box/boot-box';
import {
  expectLogin,
  expectRunning,
  fieldSettings,
  installPackage,
  register,
  withFieldSettings,
} from '../support/box/installation';

/** The Debian package on a Debian 13 that has booted. The tests are one story: each goes on where the one before ended. */
const older = inject('older');
const newer = inject('newer');
let box: Box;
let url: string;

beforeAll(async () => {
  box = await bootBox({ files: withFieldSettings });
  ({ url } = await box.forward(80));
});
afterAll(() => box?.stop());

test('installs, starts, and says so when the service has answered', async () => {
  const { code, out } = await installPackage(box, older.deb);
  expect(code, out).toBe(0);
  expect(out).toContain(`${older.version} runs; open http://10.73.0.2/`);
  await expectRunning(box, older.version);
  await register(url);
});

test('is fit for the box: size, settings for root and the service alone, figure of its hardening', async () => {
  const size = await box.run('dpkg -s meridiana | sed -n "s/^Installed-Size: //p"');
  expect(Number(size.out)).toBeGreaterThan(5000);
  expect((await box.run('stat -c "%a %U:%G" /etc/meridiana/meridiana.env')).out.trim()).toBe(
    '640 root:meridiana',
  );
  expect((await box.run('stat -c "%a %U:%G" /var/lib/meridiana')).out.trim()).toBe('700 meridiana:meridiana');
  expect((await box.run('id -nG meridiana')).out.trim()).toBe('meridiana dialout');
  const { out } = await box.run('systemd-analyze security --no-pager meridiana | tail -n 1');
  console.log(out.trim());
  expect(Number(/: ([\d.]+) /.exec(out)?.[1])).toBeLessThanOrEqual(1.8);
});

test('runs again after a restart of the service, and after one of the box', async () => {
  await box.run('systemctl restart meridiana');
  await expect
    .poll(() =>
      expectLogin(url).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  await box.run('systemctl reboot', { mayFail: true });
  expect(await box.ended()).toBe('reboot');
  await box.boot();
  await expect
    .poll(() =>
      expectLogin(url).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  await expectRunning(box, older.version);
});

test('upgrades without a question to apt, though the hash is lower; accounts and settings stay', async () => {
  const { code, out } = await installPackage(box, newer.deb);
  expect(code, out).toBe(0);
  await expectRunning(box, newer.version);
  await expectLogin(url);
  expect((await box.run('cat /etc/meridiana/meridiana.env')).out).toBe(fieldSettings);
});

test('refuses a downgrade and says why', async () => {
  const { code, out } = await installPackage(box, older.deb, '--allow-downgrades');
  expect(code).not.toBe(0);
  expect(out).toContain(`${newer.version} is installed, and ${older.version} is older`);
  await expectRunning(box, newer.version);
});

test('goes back where it is asked to, and forward again', async () => {
  for (const { deb, version } of [older, newer]) {
    const { out } = await installPackage(box, deb, '--allow-downgrades', 'MERIDIANA_DOWNGRADE=yes');
    expect(out).toContain(`${version} runs`);
    await expectRunning(box, version);
    await expectLogin(url);
  }
});

test('repairs a damaged file when the same version is installed again', async () => {
  await box.run('echo broken > /opt/meridiana/current/dist/console/index.html');
  const { code, out } = await installPackage(box, newer.deb, '--reinstall');
  expect(code, out).toBe(0);
  expect(await (await fetch(url)).text()).toContain('id="app"');
});

test('leaves a disabled service disabled, and does not start it', async () => {
  await box.run('systemctl disable --now meridiana');
  const { code, out } = await installPackage(box, newer.deb, '--reinstall');
  expect(code, out).toBe(0);
  expect(out).toContain('the service is not started');
  expect((await box.run('systemctl is-enabled meridiana', { mayFail: true })).out.trim()).toBe('disabled');
  expect((await box.run('systemctl is-active meridiana', { mayFail: true })).out.trim()).toBe('inactive');
  await box.run('systemctl enable --now meridiana');
});

test('fails with the reason where the service does not run', async () => {
  await box.run('sed -i s/^PORT=.*/PORT=eighty/ /etc/meridiana/meridiana.env');
  const { code, out } = await installPackage(box, newer.deb, '--reinstall');
  expect(code).not.toBe(0);
  expect(out).toContain('the service ends again and again');
  expect(out).toContain('PORT is "eighty"');
  await box.run('sed -i s/^PORT=.*/PORT=80/ /etc/meridiana/meridiana.env');
  const repaired = await box.run('dpkg --configure -a 2>&1');
  expect(repaired.out).toContain(`${newer.version} runs`);
});

test('removal keeps settings and data; a new installation finds them', async () => {
  await box.run('apt-get remove -y meridiana');
  expect((await box.run('systemctl is-active meridiana', { mayFail: true })).out.trim()).toBe('inactive');
  expect((await box.run('test -e /opt/meridiana/current', { mayFail: true })).code).not.toBe(0);
  expect((await box.run('ls /var/lib/meridiana')).out).toContain('config.db');
  expect((await installPackage(box, newer.deb)).code).toBe(0);
  await expectRunning(box, newer.version);
  await expectLogin(url);
});

test('purge leaves nothing: no program, settings, data, user, link or unit', async () => {
  await box.run('apt-get purge -y meridiana');
  const left = await box.run(
    'find / -xdev -name "*meridiana*" ! -path "/root/*" ! -path "/tmp/*" ! -path "/proc/*" ! -path "/var/log/*" ! -path "/var/cache/*"',
  );
  expect(left.out).toBe('');
  expect((await box.run('id meridiana', { mayFail: true })).code).not.toBe(0);
  expect((await box.run('systemctl --failed --plain --no-legend')).out).toBe('');
});
