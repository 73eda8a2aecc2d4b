import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { setFieldBox } from '../support/box/field-box';
import {
  exhaustStarts,
  expectLogin,
  expectRunning,
  fieldSettings,
  installPackage,
  register,
} from '../support/box/installation';

/** The Debian package on a Debian 13 that has booted. The tests are one story: each goes on where the one before ended. */
const stage = setFieldBox();
const { older, newer } = stage;

/** The figure of `systemd-analyze security` for the service. */
async function hardening(): Promise<number> {
  const { out } = await stage.box.run('systemd-analyze security --no-pager meridiana | tail -n 1');
  console.log(out.trim());
  return Number(/: ([\d.]+) /.exec(out)?.[1]);
}

/** The status of the console; null while the service does not answer. */
const statusOf = (url: string) =>
  fetch(url).then(
    ({ status }) => status,
    () => null,
  );

test('installs, starts, and says so when the service has answered', async () => {
  const { code, out } = await installPackage(stage.box, older.deb);
  expect(code, out).toBe(0);
  expect(out).toContain(`${older.version} runs; open http://10.73.0.2/`);
  await expectRunning(stage.box, older.version);
  await register(stage.url);
});

test('is fit for the box: size, settings for root and the service alone, figure of its hardening', async () => {
  const size = await stage.box.run('dpkg -s meridiana | sed -n "s/^Installed-Size: //p"');
  expect(Number(size.out)).toBeGreaterThan(5000);
  expect((await stage.box.run('stat -c "%a %U:%G" /etc/meridiana/meridiana.env')).out.trim()).toBe(
    '640 root:meridiana',
  );
  expect((await stage.box.run('stat -c "%a %U:%G" /var/lib/meridiana')).out.trim()).toBe(
    '700 meridiana:meridiana',
  );
  expect((await stage.box.run('id -nG meridiana')).out.trim()).toBe('meridiana dialout');
  expect(await hardening()).toBeLessThanOrEqual(1.8);
});

test('runs without any device where the drop-in of the guide takes the serial ports away: the figure is 1.6', async () => {
  const dropIn = '/etc/systemd/system/meridiana.service.d/devices.conf';
  const [, lines = ''] =
    /^( {4}\[Service\]\n(?: {4}.*\n)+)/m.exec(readFileSync('deploy/README.md', 'utf8')) ?? [];
  await stage.box.writeFile(dropIn, lines.replaceAll(/^ {4}/gm, ''));
  await stage.box.run('systemctl daemon-reload && systemctl restart meridiana');
  expect(await hardening()).toBeLessThanOrEqual(1.6);
  await expect.poll(() => statusOf(stage.url)).toBe(200);
  await stage.box.run(`rm ${dropIn} && systemctl daemon-reload && systemctl restart meridiana`);
  await expect.poll(() => statusOf(stage.url)).toBe(200);
});

test('runs again after a restart of the service, and after one of the box', async () => {
  await stage.box.run('systemctl restart meridiana');
  await expect
    .poll(() =>
      expectLogin(stage.url).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  await stage.box.run('systemctl reboot', { mayFail: true });
  expect(await stage.box.ended()).toBe('reboot');
  await stage.box.boot();
  await expect
    .poll(() =>
      expectLogin(stage.url).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  await expectRunning(stage.box, older.version);
});

test('upgrades without a question to apt, though the hash is lower; accounts and settings stay', async () => {
  const { code, out } = await installPackage(stage.box, newer.deb);
  expect(code, out).toBe(0);
  await expectRunning(stage.box, newer.version);
  await expectLogin(stage.url);
  expect((await stage.box.run('cat /etc/meridiana/meridiana.env')).out).toBe(fieldSettings);
});

test('refuses a downgrade and says why', async () => {
  const { code, out } = await installPackage(stage.box, older.deb, '--allow-downgrades');
  expect(code).not.toBe(0);
  expect(out).toContain(`${newer.version} is installed, and ${older.version} is older`);
  await expectRunning(stage.box, newer.version);
});

test('goes back where it is asked to, and forward again', async () => {
  for (const { deb, version } of [older, newer]) {
    const { out } = await installPackage(stage.box, deb, '--allow-downgrades', 'MERIDIANA_DOWNGRADE=yes');
    expect(out).toContain(`${version} runs`);
    await expectRunning(stage.box, version);
    await expectLogin(stage.url);
  }
});

test('G09: repairs a damaged file when the same version is installed again', async () => {
  await stage.box.run('echo broken > /opt/meridiana/current/dist/console/index.html');
  const { code, out } = await installPackage(stage.box, newer.deb, '--reinstall');
  expect(code, out).toBe(0);
  expect(await (await fetch(stage.url)).text()).toContain('id="app"');
});

test('leaves a disabled service disabled, and does not start it', async () => {
  await stage.box.run('systemctl disable --now meridiana');
  const { code, out } = await installPackage(stage.box, newer.deb, '--reinstall');
  expect(code, out).toBe(0);
  expect(out).toContain('the service is not started');
  expect((await stage.box.run('systemctl is-enabled meridiana', { mayFail: true })).out.trim()).toBe(
    'disabled',
  );
  expect((await stage.box.run('systemctl is-active meridiana', { mayFail: true })).out.trim()).toBe(
    'inactive',
  );
  await stage.box.run('systemctl enable --now meridiana');
});

test('fails with the reason where the service does not run', async () => {
  await stage.box.run('sed -i s/^PORT=.*/PORT=eighty/ /etc/meridiana/meridiana.env');
  const { code, out } = await installPackage(stage.box, newer.deb, '--reinstall');
  expect(code).not.toBe(0);
  expect(out).toContain('the service ends again and again');
  expect(out).toContain('PORT is "eighty"');
  await stage.box.run('sed -i s/^PORT=.*/PORT=80/ /etc/meridiana/meridiana.env');
  const repaired = await stage.box.run('dpkg --configure -a 2>&1');
  expect(repaired.out).toContain(`${newer.version} runs`);
});

test('starts a service that systemd refused to start again', async () => {
  await exhaustStarts(stage.box);
  const { code, out } = await installPackage(stage.box, newer.deb, '--reinstall');
  expect(code, out).toBe(0);
  await expectRunning(stage.box, newer.version);
});

test('removal keeps settings and data; a new installation finds them', async () => {
  await exhaustStarts(stage.box);
  await stage.box.run('apt-get remove -y meridiana');
  expect((await stage.box.run('systemctl is-active meridiana', { mayFail: true })).out.trim()).toBe(
    'inactive',
  );
  expect((await stage.box.run('test -e /opt/meridiana/current', { mayFail: true })).code).not.toBe(0);
  expect((await stage.box.run('ls /var/lib/meridiana')).out).toContain('config.db');
  expect((await installPackage(stage.box, newer.deb)).code).toBe(0);
  await expectRunning(stage.box, newer.version);
  await expectLogin(stage.url);
});

test('purge leaves nothing: no program, settings, data, user, link or unit', async () => {
  await stage.box.run('apt-get purge -y meridiana');
  const left = await stage.box.run(
    'find / -xdev -name "*meridiana*" ! -path "/root/*" ! -path "/tmp/*" ! -path "/proc/*" ! -path "/var/log/*" ! -path "/var/cache/*"',
  );
  expect(left.out).toBe('');
  expect((await stage.box.run('id meridiana', { mayFail: true })).code).not.toBe(0);
  expect((await stage.box.run('systemctl --failed --plain --no-legend')).out).toBe('');
});
