import { beforeEach, expect, test } from 'vitest';
import { bootBox } from '../support/box/boot-box';
import { setFieldBox } from '../support/box/field-box';
import { withinPatience } from '../support/box/forward';
import {
  expectLogin,
  expectRunning,
  fieldSettings,
  installArchive,
  installPackage,
  register,
  withFieldSettings,
} from '../support/box/installation';

/** A package takes the place of an archive, and an archive that of a package. */
const stage = setFieldBox();
const { older, newer } = stage;
beforeEach(() => stage.box.writeFile('/etc/meridiana/meridiana.env', fieldSettings));

const fragment = async () => (await stage.box.run('systemctl show -P FragmentPath meridiana')).out.trim();
const left = async (paths: string) =>
  (await stage.box.run(`ls -d ${paths} 2>/dev/null`, { mayFail: true })).out;

test('the package takes the place of the archive: its unit counts, and nothing of the archive is left', async () => {
  expect((await installArchive(stage.box, older.archive)).code).toBe(0);
  await register(stage.url);
  const { code, out } = await installPackage(stage.box, newer.deb);
  expect(code, out).toBe(0);
  await expectRunning(stage.box, newer.version);
  await expectLogin(stage.url);
  expect(await fragment()).toMatch(/^(\/usr)?\/lib\/systemd\/system\/meridiana\.service$/);
  expect((await stage.box.run('systemctl is-enabled meridiana')).out.trim()).toBe('enabled');
  const ofArchive = '/opt/meridiana/releases /opt/meridiana/archive /opt/meridiana/previous';
  expect(
    await left(`${ofArchive} /etc/systemd/system/meridiana.service /usr/local/sbin/meridiana-code`),
  ).toBe('');
  expect((await stage.box.run('dpkg --verify meridiana')).out).toBe('');
});

test('the archive takes the place of the package, and a purge of the package leaves settings and data', async () => {
  const refused = await installArchive(stage.box, older.archive);
  expect(refused.code).not.toBe(0);
  expect(refused.out).toContain('is older');
  const { code, out } = await installArchive(stage.box, newer.archive);
  expect(code, out).toBe(0);
  await expectRunning(stage.box, newer.version);
  await expectLogin(stage.url);
  expect(await fragment()).toBe('/etc/systemd/system/meridiana.service');
  const purged = await stage.box.run('apt-get purge -y meridiana 2>&1');
  expect(purged.out).toContain('they stay');
  await stage.box.run('systemctl restart meridiana');
  await expect
    .poll(() =>
      expectLogin(stage.url).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  await expectRunning(stage.box, newer.version);
});

test('a disabled service stays disabled both ways', async () => {
  const state = async () => {
    const isEnabled = await stage.box.run('systemctl is-enabled meridiana', { mayFail: true });
    const isActive = await stage.box.run('systemctl is-active meridiana', { mayFail: true });
    return `${isEnabled.out.trim()} ${isActive.out.trim()}`;
  };
  await stage.box.run('systemctl disable --now meridiana');
  expect((await installPackage(stage.box, newer.deb)).code).toBe(0);
  expect(await state()).toBe('disabled inactive');
  expect((await installArchive(stage.box, newer.archive)).code).toBe(0);
  expect(await state()).toBe('disabled inactive');
});

test('an image of a box, without systemd running, starts the service when it boots', async () => {
  const image = await bootBox({ files: withFieldSettings });
  try {
    // As in a chroot where images are made: systemd is not to be seen.
    const { out } = await stage.box
      .run('true')
      .then(() =>
        installPackage(
          image,
          newer.deb,
          '',
          'unshare -m sh -c \'mount -t tmpfs tmpfs /run && exec "$@"\' sh',
        ),
      );
    expect(out).not.toContain('runs; open');
    expect((await image.run('systemctl is-active meridiana', { mayFail: true })).out.trim()).toBe('inactive');
    await image.run('systemctl reboot', { mayFail: true });
    await image.ended();
    await image.boot();
    const { url: ofImage } = await image.forward(80);
    await expect
      .poll(() =>
        fetch(ofImage, withinPatience()).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200);
    await expectRunning(image, newer.version);
  } finally {
    await image.stop();
  }
});
