import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { createLog } from '../../../../src/datalogger/core/log';
import { serviceWatchdog, startWatchdog } from '../../../../src/datalogger/core/system/service-watchdog';
import { waitMs } from '../../../support/patience';

/** A folder that stands first in PATH, with a program in the place of systemd-notify. */
function folderWith(program: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'meridiana-'));
  writeFileSync(join(folder, 'systemd-notify'), `#!/bin/sh\n${program}\n`);
  chmodSync(join(folder, 'systemd-notify'), 0o755);
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
  folders.push(folder);
  return folder;
}

const folders: string[] = [];
afterEach(() => {
  vi.unstubAllEnvs();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const unit = { NOTIFY_SOCKET: '/run/systemd/notify', WATCHDOG_USEC: '600000000' };

test('a sample is reported three times within a fifth of the limit', async () => {
  const reports = join(folderWith('echo "$*" >> "$(dirname "$0")/reports"'), 'reports');
  let ms = 0;
  const onSample = serviceWatchdog(
    unit,
    createLog(() => undefined, Date.now),
    () => ms,
  );
  const reported = () => (existsSync(reports) ? readFileSync(reports, 'utf8').trim().split('\n') : []);
  const report = 'WATCHDOG_USEC=120000000 WATCHDOG=1';
  onSample?.();
  await expect.poll(reported).toEqual([report]);
  for (ms = 1000; ms < 40_000; ms += 1000) onSample?.();
  onSample?.();
  await expect.poll(reported).toEqual([report, report]);
});

test('a report that fails is logged once', async () => {
  folderWith('exit 1');
  const lines: string[] = [];
  let ms = 0;
  const onSample = serviceWatchdog(
    unit,
    createLog(line => lines.push(line), Date.now),
    () => ms,
  );
  onSample?.();
  await expect.poll(() => lines).toHaveLength(1);
  expect(lines[0]).toContain('systemd-notify ended with code 1');
  ms = 60_000;
  onSample?.();
  expect(lines).toHaveLength(1);
});

test('without a watchdog of systemd nothing is started', () => {
  const log = createLog(() => undefined, Date.now);
  expect(serviceWatchdog({}, log)).toBeNull();
  expect(serviceWatchdog({ NOTIFY_SOCKET: '/run/systemd/notify' }, log)).toBeNull();
});

test('each step of a start has the whole limit again, and longer for a large database', async () => {
  const reports = join(folderWith('echo "$*" >> "$(dirname "$0")/reports"'), 'reports');
  const onStep = startWatchdog(
    unit,
    createLog(() => undefined, Date.now),
  );
  const reported = () => (existsSync(reports) ? readFileSync(reports, 'utf8').trim().split('\n') : []);
  onStep(0);
  await expect.poll(reported).toEqual(['WATCHDOG_USEC=600000000 WATCHDOG=1']);
  onStep(250_000_000);
  await expect.poll(() => reported().at(-1)).toBe('WATCHDOG_USEC=1600000000 WATCHDOG=1');
});

test('a report is on its way before a database holds the program up', () => {
  const reports = join(folderWith('echo "$*" >> "$(dirname "$0")/reports"'), 'reports');
  startWatchdog(
    unit,
    createLog(() => undefined, Date.now),
  )(0);
  // As SQLite does: nothing of this process runs meanwhile.
  const until = performance.now() + waitMs;
  while (!existsSync(reports) && performance.now() < until);
  expect(existsSync(reports)).toBe(true);
});
