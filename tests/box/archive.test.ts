import { expect, test } from 'vitest';
import { setFieldBox } from '../support/box/field-box';
import {
  exhaustStarts,
  expectLogin,
  expectRunning,
  fieldSettings,
  installArchive,
  register,
} from '../support/box/installation';

/** The archive on a Debian 13 that has booted. The tests are one story: each goes on where the one before ended. */
const stage = setFieldBox();
const { older, newer } = stage;

const startedAt = async () =>
  (await stage.box.run('systemctl show -P ActiveEnterTimestampMonotonic meridiana')).out;
const current = '/opt/meridiana/current';

test('G11: installs, starts, says so when the service has answered, and lets no other user read the settings', async () => {
  const { code, out } = await installArchive(stage.box, older.archive);
  expect(code, out).toBe(0);
  expect(out).toContain(`${older.version} runs; open http://10.73.0.2/ and register the administrator`);
  await expectRunning(stage.box, older.version);
  await register(stage.url);
  const modes = await stage.box.run('stat -c "%a %U:%G" /etc/meridiana/meridiana.env /var/lib/meridiana');
  expect(modes.out).toBe('640 root:meridiana\n700 meridiana:meridiana\n');
});

test('changes nothing when it runs again, and does not restart the service', async () => {
  const before = await startedAt();
  const { code, out } = await installArchive(stage.box, older.archive);
  expect(code, out).toBe(0);
  expect(out).toContain('was installed already');
  expect(await startedAt()).toBe(before);
});

test('G09: repairs a damaged file and removes a foreign one, from the same archive', async () => {
  await stage.box.run(
    `echo broken > ${current}/dist/console/index.html && echo foreign > ${current}/dist/console/more.js`,
  );
  const { code, out } = await installArchive(stage.box, older.archive);
  expect(code, out).toBe(0);
  expect(await (await fetch(stage.url)).text()).toContain('id="app"');
  expect((await stage.box.run(`test -e ${current}/dist/console/more.js`, { mayFail: true })).code).not.toBe(
    0,
  );
});

test('G10: refuses an archive with a file that its checksums do not list', async () => {
  const tree = `/root/${newer.archive.split('/').at(-1)?.replace('.tar.gz', '')}`;
  await installArchive(stage.box, newer.archive, 'true ||');
  await stage.box.run(`echo 'alert(1)' > ${tree}/dist/console/more.js`);
  const { code, out } = await stage.box.run(`${tree}/deploy/install.sh 2>&1`, { mayFail: true });
  expect(code).not.toBe(0);
  expect(out).toContain('files that SHA256SUMS does not list');
  await expectRunning(stage.box, older.version);
});

test('upgrades; accounts and settings stay', async () => {
  const { code, out } = await installArchive(stage.box, newer.archive);
  expect(code, out).toBe(0);
  await expectRunning(stage.box, newer.version);
  await expectLogin(stage.url);
  expect((await stage.box.run('cat /etc/meridiana/meridiana.env')).out).toBe(fieldSettings);
});

test('refuses a downgrade and says why', async () => {
  const { code, out } = await installArchive(stage.box, older.archive);
  expect(code).not.toBe(0);
  expect(out).toContain(`${newer.version} is installed, and ${older.version} is older`);
  await expectRunning(stage.box, newer.version);
});

test('goes back to the release before, and forward again', async () => {
  for (const { version } of [older, newer]) {
    const { out } = await stage.box.run(`${current}/deploy/install.sh --rollback 2>&1`);
    expect(out).toContain(`${version} runs again`);
    await expectRunning(stage.box, version);
    await expectLogin(stage.url);
  }
});

test('puts the newer release back where the older one does not run, and says why', async () => {
  // What an older release finds after a newer one has changed the databases.
  await stage.box.run(`cd ${current}/../releases/${older.version} && rm dist/datalogger/main.js`);
  const { code, out } = await stage.box.run(`${current}/deploy/install.sh --rollback 2>&1`, {
    mayFail: true,
  });
  expect(code).not.toBe(0);
  expect(out).toContain('Cannot find module');
  expect(out).toContain(`${older.version} does not run: ${newer.version} was put back`);
  await expectRunning(stage.box, newer.version);
});

test('leaves a disabled service disabled, and does not start it', async () => {
  await stage.box.run('systemctl disable --now meridiana && echo >> /opt/meridiana/current/README.md');
  const { code, out } = await installArchive(stage.box, newer.archive);
  expect(code, out).toBe(0);
  expect(out).toContain('its service is disabled and stays so');
  expect((await stage.box.run('systemctl is-enabled meridiana', { mayFail: true })).out.trim()).toBe(
    'disabled',
  );
  expect((await stage.box.run('systemctl is-active meridiana', { mayFail: true })).out.trim()).toBe(
    'inactive',
  );
  await stage.box.run('systemctl enable --now meridiana');
});

test('fails with the reason where the service does not run', async () => {
  await stage.box.run(
    'sed -i s/^PORT=.*/PORT=eighty/ /etc/meridiana/meridiana.env && systemctl stop meridiana',
  );
  const { code, out } = await installArchive(stage.box, newer.archive);
  expect(code).not.toBe(0);
  expect(out).toContain('the service ends again and again');
  expect(out).toContain('PORT is "eighty"');
  await stage.box.run(
    'sed -i s/^PORT=.*/PORT=80/ /etc/meridiana/meridiana.env && systemctl restart meridiana',
  );
});

test('starts a service that systemd refused to start again', async () => {
  await exhaustStarts(stage.box);
  const { code, out } = await installArchive(stage.box, newer.archive);
  expect(code, out).toBe(0);
  await expectRunning(stage.box, newer.version);
});

test('finds Node in /usr/local/bin, and refuses one that the service cannot see', async () => {
  await stage.box.run('mkdir -p /root/node && mv /usr/bin/node /root/node/node');
  const hidden = await installArchive(stage.box, newer.archive, 'PATH=/root/node:$PATH');
  expect(hidden.code).not.toBe(0);
  expect(hidden.out).toContain('which the service cannot see');
  const missing = await installArchive(stage.box, newer.archive);
  expect(missing.out).toContain('Node is missing');
  await stage.box.run('mv /root/node/node /usr/local/bin/node');
  const { code, out } = await installArchive(stage.box, newer.archive);
  expect(code, out).toBe(0);
  await expectRunning(stage.box, newer.version);
  expect((await stage.box.run('systemctl show -P ExecStart meridiana')).out).toContain(
    'path=/usr/local/bin/node',
  );
});

test('removal keeps settings and data; purge leaves nothing', async () => {
  await exhaustStarts(stage.box);
  await stage.box.run(`${current}/deploy/install.sh --uninstall`);
  expect((await stage.box.run('systemctl is-active meridiana', { mayFail: true })).out.trim()).toBe(
    'inactive',
  );
  expect((await stage.box.run('ls /var/lib/meridiana')).out).toContain('config.db');
  const { code, out } = await installArchive(stage.box, newer.archive);
  expect(code, out).toBe(0);
  await expectLogin(stage.url);
  await stage.box.run(`${current}/deploy/install.sh --purge`);
  const left = await stage.box.run(
    'find / -xdev -name "*meridiana*" ! -path "/root/*" ! -path "/tmp/*" ! -path "/proc/*" ! -path "/var/log/*"',
  );
  expect(left.out).toBe('');
  expect((await stage.box.run('id meridiana', { mayFail: true })).code).not.toBe(0);
});
