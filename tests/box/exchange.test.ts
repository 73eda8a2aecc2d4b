import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { type Box, bootBox } from '../support/box/boot-box';
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
const older = inject('older');
const newer = inject('newer');
let box: Box;
let url: string;

beforeAll(async () => {
  box = await bootBox({ files: withFieldSettings });
  ({ url } = await box.forward(80));
});
afterAll(() => box?.stop());
beforeEach(() => box.writeFile('/etc/meridiana/meridiana.env', fieldSettings));

const fragment = async () => (await box.run('systemctl show -P FragmentPath meridiana')).out.trim();
const left = async (paths: string) => (await box.run(`ls -d ${paths} 2>/dev/null`, { mayFail: true })).out;

test('the package takes the place of the archive: its unit counts, and nothing of the archive is left', async () => {
  expect((await installArchive(box, older.archive)).code).toBe(0);
  await register(url);
  const { code, out } = await installPackage(box, newer.deb);
  expect(code, out).toBe(0);
  await expectRunning(box, newer.version);
  await expectLogin(url);
  expect(await fragment()).toMatch(/^(\/usr)?\/lib\/systemd\/system\/meridiana\.service$/);
  expect((await box.run('systemctl is-enabled meridiana')).out.trim()).toBe('enabled');
  const ofArchive = '/opt/meridiana/releases /opt/meridiana/archive /opt/meridiana/previous';
  expect(
    await left(`${ofArchive} /etc/systemd/system/meridiana.service /usr/local/sbin/meridiana-code`),
  ).toBe('');
  expect((await box.run('dpkg --verify meridiana')).out).toBe('');
});

test('the archive takes the place of the package, and a purge of the package leaves settings and data', async () => {
  const refused = await installArchive(box, older.archive);
  expect(refused.code).not.toBe(0);
  expect(refused.out).toContain('is older');
  const { code, out } = await installArchive(box, newer.archive);
  expect(code, out).toBe(0);
  await expectRunning(box, newer.version);
  await expectLogin(url);
  expect(await fragment()).toBe('/etc/systemd/system/meridiana.service');
  const purged = await box.run('apt-get purge -y meridiana 2>&1');
  expect(purged.out).toContain('they stay');
  await box.run('systemctl restart meridiana');
  await expect
    .poll(() =>
      expectLogin(url).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  await expectRunning(box, newer.version);
});

test('a disabled service stays disabled both ways', async () => {
  const state = async () => {
    const isEnabled = await box.run('systemctl is-enabled meridiana', { mayFail: true });
    const isActive = await box.run('systemctl is-active meridiana', { mayFail: true });
    return `${isEnabled.out.trim()} ${isActive.out.trim()}`;
  };
  await box.run('systemctl disable --now meridiana');
  expect((await installPackage(box, newer.deb)).code).toBe(0);
  expect(await state()).toBe('disabled inactive');
  expect((await installArchive(box, newer.archive)).code).toBe(0);
  expect(await state()).toBe('disabled inactive');
});

test('an image of a box, without systemd running, starts the service when it boots', async () => {
  const image = await bootBox({ files: withFieldSettings });
  try {
    // As in a chroot where images are made: systemd is not to be seen.
    const { out } = await box
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
