import { browserNowMs, nowMs } from './monotonic';

/*
 * The datalogger's clock, from the `Date` of its answers and a monotonic clock in between: the browser's own may be years
 * off, and a panel without a battery starts in 1970. A proxy may write a `Date` of its own: nothing ends and nothing is lost by it.
 */
let base: { readonly deviceMs: number; readonly monotonicMs: number } | null = null;

/** Takes the `Date` header of an answer that arrived now. Its resolution is one second. */
export function noteDeviceDate(header: string | null): void {
  const deviceMs = Date.parse(header ?? '');
  if (Number.isFinite(deviceMs)) base = { deviceMs, monotonicMs: nowMs() };
}

/** Milliseconds since the epoch by the datalogger's clock; by the browser's where no answer ever carried a `Date`. */
export function deviceNowMs(): number {
  return base ? base.deviceMs + nowMs() - base.monotonicMs : browserNowMs();
}
