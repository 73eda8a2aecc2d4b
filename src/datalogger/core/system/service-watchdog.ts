import { spawn } from 'node:child_process';
import type { Log } from '../log';

/**
 * The unit's limit covers a start, which may verify or migrate an archive for minutes. Once samples are taken, the limit is this part of it.
 */
const partOfLimit = 1 / 5;
const reportsPerLimit = 3;

/**
 * Reports to systemd that samples are taken (sd_notify; `WatchdogSec` of the unit). The caller calls the result with every sample. When
 * the event loop or the sampling hangs, the reports end, and systemd ends the process and starts it again. Null without a watchdog.
 */
export function serviceWatchdog(
  { NOTIFY_SOCKET: socket, WATCHDOG_USEC: microseconds }: Readonly<Record<string, string | undefined>>,
  log: Log,
  nowMs = () => performance.now(),
): (() => void) | null {
  const limitUs = Math.floor(Number(microseconds) * partOfLimit);
  if (!socket || !(limitUs > 0)) return null;
  const everyMs = limitUs / 1000 / reportsPerLimit;
  let reportedMs = Number.NEGATIVE_INFINITY;
  let hasFailed = false;
  const onFailure = (cause: unknown) => {
    if (!hasFailed) log.error('systemd does not learn that samples are taken', cause);
    hasFailed = true;
  };
  return () => {
    if (nowMs() - reportedMs < everyMs) return;
    reportedMs = nowMs();
    // Node cannot open the kind of socket that systemd reads.
    const child = spawn('systemd-notify', [`WATCHDOG_USEC=${limitUs}`, 'WATCHDOG=1'], { stdio: 'ignore' });
    child.once('error', onFailure);
    child.once('exit', code => {
      if (code !== 0) onFailure(new Error(`systemd-notify ended with code ${code}`));
    });
    child.unref();
  };
}
