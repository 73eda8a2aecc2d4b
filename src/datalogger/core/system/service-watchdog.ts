import { spawn } from 'node:child_process';
import type { Log } from '../log';

type Environment = Readonly<Record<string, string | undefined>>;

/** Once samples are taken, the limit is this part of the unit's, which is for a start. */
const partOfLimit = 1 / 5;
const reportsPerLimit = 3;
/** What a slow memory card reads, changes and writes of a database, at least. */
const bytesPerS = 250_000;

const unitLimitUs = ({ NOTIFY_SOCKET: socket, WATCHDOG_USEC: microseconds }: Environment) =>
  socket && Number(microseconds) > 0 ? Number(microseconds) : null;

/** The function sends a sign of life, and from when on the next one is late. A failure is logged once. */
function reporter(log: Log): (limitUs: number) => void {
  let hasFailed = false;
  const onFailure = (cause: unknown) => {
    if (!hasFailed) log.error('systemd does not learn that this program works', cause);
    hasFailed = true;
  };
  return limitUs => {
    // Node cannot open the kind of socket that systemd reads. The other process runs also while this one does nothing but its database.
    const child = spawn('systemd-notify', [`WATCHDOG_USEC=${limitUs}`, 'WATCHDOG=1'], { stdio: 'ignore' });
    child.once('error', onFailure);
    child.once('exit', code => {
      if (code !== 0) onFailure(new Error(`systemd-notify ended with code ${code}`));
    });
    child.unref();
  };
}

/**
 * Reports to systemd that a start goes on (`WatchdogSec` of the unit): the caller calls the result before each step, with the bytes of
 * the database that it opens. From there the unit's limit counts again, and longer by what a slow memory card needs for that much: a start
 * that changes a large archive is not ended half way, to begin again for ever.
 */
export function startWatchdog(environment: Environment, log: Log): (bytes: number) => void {
  const limitUs = unitLimitUs(environment);
  if (limitUs === null) return () => undefined;
  const report = reporter(log);
  return bytes => report(limitUs + Math.ceil(bytes / bytesPerS) * 1e6);
}

/**
 * Reports to systemd that samples are taken. The caller calls the result with every sample. When the event loop or the sampling hangs,
 * the reports end, and systemd ends the process and starts it again. Null without a watchdog.
 */
export function serviceWatchdog(
  environment: Environment,
  log: Log,
  nowMs = () => performance.now(),
): (() => void) | null {
  const limitUs = Math.floor((unitLimitUs(environment) ?? 0) * partOfLimit);
  if (limitUs === 0) return null;
  const everyMs = limitUs / 1000 / reportsPerLimit;
  const report = reporter(log);
  let reportedMs = Number.NEGATIVE_INFINITY;
  return () => {
    if (nowMs() - reportedMs < everyMs) return;
    reportedMs = nowMs();
    report(limitUs);
  };
}
