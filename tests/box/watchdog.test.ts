import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Box, bootBox } from '../support/box/boot-box';
import { expectRunning, installPackage, withFieldSettings } from '../support/box/installation';

/** A service that no longer samples, on a Debian 13 that has booted. */
const { deb, version } = inject('newer');
let box: Box;

beforeAll(async () => {
  box = await bootBox({
    files: {
      ...withFieldSettings,
      // 10 s while samples are taken, in the place of two minutes.
      '/etc/systemd/system/meridiana.service.d/quick.conf': '[Service]\nWatchdogSec=50\n',
    },
  });
});
afterAll(() => box?.stop());

const shown = async (property: string) =>
  (await box.run(`systemctl show -P ${property} meridiana`)).out.trim();

test('a service that samples reports it and goes on', async () => {
  const { code, out } = await installPackage(box, deb);
  expect(code, out).toBe(0);
  await expect.poll(() => shown('WatchdogUSec')).toBe('10s');
  const reported = await shown('WatchdogTimestampMonotonic');
  await expect.poll(() => shown('WatchdogTimestampMonotonic')).not.toBe(reported);
  await expectRunning(box, version);
});

test('a service that hangs is ended and started again', async () => {
  const before = await shown('MainPID');
  await box.run(`kill -STOP ${before}`);
  await expect.poll(() => shown('NRestarts')).toBe('1');
  await expect.poll(() => shown('WatchdogUSec')).toBe('10s');
  expect(await shown('MainPID')).not.toBe(before);
  expect((await box.run('journalctl -u meridiana --no-pager')).out).toContain('Watchdog timeout');
});
