import { isSerial, type LineAddress } from './address';

/** Waits between attempts to connect, which double, ms; each differs by up to a fifth, so that many lines do not all try at once. */
const firstWaitMs = 1000;
export const longestWaitMs = 60_000;
/** A serial port costs nothing to try, and is back when its adapter is plugged in again. */
const longestSerialWaitMs = 3000;
const jitter = 0.2;

/** How long to wait after an attempt to connect, ms; `before`: attempts since the last answer. */
export function waitMsOf(address: LineAddress, before: number): number {
  const longestMs = isSerial(address) ? longestSerialWaitMs : longestWaitMs;
  return Math.min(longestMs, firstWaitMs * 2 ** before) * (1 + jitter * (2 * Math.random() - 1));
}
